// The list of keyboard shortcuts.

import { Group, Kbd, Stack, Text, Title } from '@mantine/core';
import { Dialog } from '../parts/forms/dialog.tsx';
import { useTexts } from '../texts/texts.tsx';
import { paletteKey } from './palette-opener.tsx';

const groups = [
  {
    name: 'list',
    keys: [
      ['j', 'next'],
      ['k', 'previous'],
      ['Enter', 'open'],
      ['/', 'search'],
      ['Space', 'peek'],
      ['x', 'select'],
      ['Range', 'range'],
      ['s', 'status'],
      ['a', 'owner'],
      ['t', 'tags'],
      ['y', 'type'],
      ['m', 'merge'],
      ['e', 'edit'],
      ['c', 'create'],
      ['Escape', 'clear'],
    ],
  },
  {
    name: 'post',
    keys: [
      ['s', 'status'],
      ['a', 'owner'],
      ['t', 'tags'],
      ['y', 'type'],
      ['m', 'merge'],
      ['r', 'comment'],
      ['n', 'note'],
      ['e', 'edit'],
      ['j', 'next'],
      ['k', 'previous'],
      ['u', 'back'],
    ],
  },
  {
    name: 'everywhere',
    keys: [
      [paletteKey, 'palette'],
      ['z', 'undo'],
      ['?', 'help'],
    ],
  },
] as const;

export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const { shortcuts, shell } = useTexts();
  const shown: Record<string, string | undefined> = shortcuts.keys;
  return (
    <Dialog title={shell.shortcuts} onClose={onClose}>
      <Stack gap="lg">
        {groups.map(({ name, keys }) => (
          <section key={name}>
            <Title order={2} size="h3" mb="xs">
              {shortcuts.groups[name]}
            </Title>
            <Stack gap={6}>
              {keys.map(([key, action]) => (
                <Group key={key} justify="space-between" wrap="nowrap">
                  <Text size="sm">{shortcuts.actions[action]}</Text>
                  <Kbd>{shown[key] ?? key}</Kbd>
                </Group>
              ))}
            </Stack>
          </section>
        ))}
      </Stack>
    </Dialog>
  );
}
