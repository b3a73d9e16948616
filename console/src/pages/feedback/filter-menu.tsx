// A filter with several values; its button shows which are selected.

import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { ColorDot } from '../../parts/color-dot.tsx';
import { useFormats } from '../../parts/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import classes from './feedback-page.module.css';

export function FilterMenu(props: {
  label: string;
  choices: readonly { id: string; name: string; color: string }[];
  value: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  const { common } = useTexts();
  const formats = useFormats();
  const chosen = props.choices.filter(({ id }) => props.value.includes(id));
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
        <Checkbox.Group value={[...props.value]} onChange={props.onChange} aria-label={props.label}>
          <Stack gap="xs">
            {props.choices.map(({ id, name, color }) => (
              <Checkbox
                key={id}
                value={id}
                label={
                  <span className={classes.filterChoice}>
                    <ColorDot color={color} /> {name}
                  </span>
                }
              />
            ))}
          </Stack>
        </Checkbox.Group>
        {chosen.length > 0 && (
          <Button mt="sm" size="compact-sm" variant="subtle" fullWidth onClick={() => props.onChange([])}>
            {common.clear}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
