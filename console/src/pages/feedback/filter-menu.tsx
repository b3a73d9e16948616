// A filter with several values, or with one of several; its button shows which are selected.

import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { startTransition, useOptimistic } from 'react';
import { ColorDot } from '../../parts/color-dot.tsx';
import { IconChevronDown } from '../../parts/icons.tsx';
import { useFormats } from '../../parts/text/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import classes from './feedback-page.module.css';

export function FilterMenu(props: {
  label: string;
  choices: readonly { id: string; name: string; color?: string }[];
  /** Choosing one lets go of the other. */
  isSingle?: boolean;
  value: readonly string[];
  /** Resolves when `value` has changed. */
  onChange: (ids: string[]) => Promise<void>;
}) {
  const { common } = useTexts();
  const formats = useFormats();
  // A box is checked immediately, while the page still loads: the next click builds on it.
  const [value, setValue] = useOptimistic(props.value);
  const choose = (ids: string[]) =>
    startTransition(async () => {
      setValue(ids);
      await props.onChange(ids);
    });
  const chosen = props.choices.filter(({ id }) => value.includes(id));
  const shown =
    chosen.length === 0
      ? props.label
      : chosen.length === 1
        ? chosen[0]?.name
        : common.labeled(props.label, formats.number(chosen.length));
  const names = chosen.length === 0 ? common.all : formats.list(chosen.map(({ name }) => name));
  return (
    <Popover position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant={chosen.length === 0 ? 'default' : 'light'}
          aria-label={common.labeled(props.label, names)}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {shown}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={props.label}>
        <Checkbox.Group
          value={[...value]}
          onChange={(ids) => choose(props.isSingle ? ids.slice(-1) : ids)}
          aria-label={props.label}
        >
          <Stack gap="xs">
            {props.choices.map(({ id, name, color }) => (
              <Checkbox
                key={id}
                value={id}
                label={
                  <span className={classes.filterChoice}>
                    {color !== undefined && <ColorDot color={color} />} <bdi>{name}</bdi>
                  </span>
                }
              />
            ))}
          </Stack>
        </Checkbox.Group>
        {chosen.length > 0 && (
          <Button mt="sm" size="compact-sm" variant="subtle" fullWidth onClick={() => choose([])}>
            {common.clear}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
