// Custom headers of a webhook. The values of stored ones are hidden, and stay unless another one is entered.

import { ActionIcon, Button, Group, Input, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { useRef } from 'react';
import { IconPlus, IconX } from '../../../parts/icons.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';
import type { HeaderRow } from './webhook-form.ts';
import classes from './webhooks.module.css';

const maxHeaders = 20;

export function HeadersField(props: {
  rows: readonly HeaderRow[];
  error: string | undefined;
  onChange: (rows: readonly HeaderRow[]) => void;
}) {
  const { webhooks: texts } = useSettingsTexts();
  const { rows, onChange } = props;
  const addButton = useRef<HTMLButtonElement>(null);
  /** The key of the row that was just added, which gets the focus. */
  const added = useRef<number | null>(null);
  const edit = (key: number, edits: Partial<HeaderRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...edits } : row)));
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    added.current = key;
    onChange([...rows, { key, name: '', value: '', isStored: false }]);
  };
  const remove = (removed: HeaderRow) => {
    onChange(rows.filter(({ key }) => key !== removed.key));
    addButton.current?.focus();
  };
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legendOfGroup}>{texts.headers}</legend>
      <Text size="xs" c="dimmed" mb={6}>
        {texts.headersHint}
      </Text>
      <Stack gap="xs">
        {rows.map((row) => (
          <Group key={row.key} gap="xs" wrap="nowrap">
            <TextInput
              ref={(input) => {
                if (input === null || added.current !== row.key) return;
                added.current = null;
                input.focus();
              }}
              flex={1}
              miw={0}
              aria-label={texts.headerName}
              placeholder="authorization"
              required
              readOnly={row.isStored}
              maxLength={64}
              value={row.name}
              onChange={(event) => edit(row.key, { name: event.currentTarget.value })}
            />
            <TextInput
              flex={1}
              miw={0}
              aria-label={texts.headerValue}
              placeholder={row.isStored ? texts.headerKept : texts.headerValue}
              required={!row.isStored}
              autoComplete="off"
              maxLength={1024}
              value={row.value}
              onChange={(event) => edit(row.key, { value: event.currentTarget.value })}
            />
            <Tooltip label={texts.removeHeader(row.name)}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.removeHeader(row.name)}
                onClick={() => remove(row)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </Group>
        ))}
        {rows.length < maxHeaders && (
          <Group>
            <Button
              ref={addButton}
              size="compact-sm"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={add}
            >
              {texts.addHeader}
            </Button>
          </Group>
        )}
      </Stack>
      {props.error !== undefined && (
        <Input.Error mt={4} role="alert">
          {props.error}
        </Input.Error>
      )}
    </fieldset>
  );
}
