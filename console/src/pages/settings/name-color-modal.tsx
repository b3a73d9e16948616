// Makes or changes what has a name and a colour: a post type or a tag.

import { Button, ColorInput, Group, Modal, Stack, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { fieldFailures } from '../../parts/failure-text.ts';
import { FailedState } from '../../parts/states.tsx';
import { swatches } from '../../parts/swatches.ts';
import { useTexts } from '../../texts/texts.tsx';

export interface NameAndColor {
  name: string;
  color: string;
  isDefault: boolean;
}

export function NameColorModal(props: {
  title: string;
  thing?: { name: string; color: string | null; isDefault?: boolean } | undefined;
  /** Whether one of its kind is the default. */
  defaultLabel?: string;
  error: Error | null;
  isPending: boolean;
  onSubmit: (fields: NameAndColor) => void;
  onClose: () => void;
}) {
  const { settings, common } = useTexts();
  const { catalog } = settings;
  const [name, setName] = useState(props.thing?.name ?? '');
  const [color, setColor] = useState(props.thing?.color ?? swatches[1] ?? '');
  const wasDefault = props.thing?.isDefault ?? false;
  const [isDefault, setDefault] = useState(wasDefault);
  const faults = fieldFailures(props.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit({ name, color, isDefault });
  };
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={props.title}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          {props.error !== null && Object.keys(faults).length === 0 && <FailedState error={props.error} />}
          <TextInput
            label={catalog.name}
            required
            maxLength={64}
            data-autofocus
            error={faults.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <ColorInput
            label={catalog.color}
            format="hex"
            swatches={swatches}
            withEyeDropper={false}
            error={faults.color}
            value={color}
            onChange={setColor}
          />
          {props.defaultLabel !== undefined && (
            <Switch
              label={props.defaultLabel}
              disabled={wasDefault}
              checked={isDefault}
              onChange={(event) => setDefault(event.currentTarget.checked)}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={props.onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={props.isPending}>
              {common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
