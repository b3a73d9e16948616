// Search or do, from anywhere: pages, settings and actions by name; posts and people as the server finds them. What the
// server finds comes last, so that nothing moves under the highlight.

import { Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useFound } from '../../data/search.ts';
import { Dialog } from '../../parts/forms/dialog.tsx';
import { takeEarlyKeys } from '../../parts/forms/early-keys.ts';
import { matchesOf } from '../../parts/forms/type-ahead.ts';
import { useListbox } from '../../parts/forms/use-listbox.ts';
import { IconSearch } from '../../parts/icons.tsx';
import { ErrorState } from '../../parts/states/states.tsx';
import { usePaletteTexts } from '../../texts/palette.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type Item, useFoundItems } from './found-items.ts';
import { type Doing, useOwnItems } from './own-items.ts';
import classes from './palette.module.css';

const debounceMs = 150;

export function Palette({ onClose, ...doing }: Doing & { onClose: () => void }) {
  const { shell } = useTexts();
  const texts = usePaletteTexts();
  const [typed, setTyped] = useState('');
  useEffect(() => setTyped((before) => before + takeEarlyKeys().text), []);
  const words = typed.trim();
  const [asked] = useDebouncedValue(words, debounceMs);
  const found = useFound(words === '' ? '' : asked);
  const own = useOwnItems(doing);
  const onServer = useFoundItems();
  const items: Item[] = [
    ...(words === '' ? own.filter(({ isRare }) => isRare !== true) : matchesOf(own, words)),
    ...(words === '' ? [] : onServer(found.data)),
  ];
  const take = (item: Item | undefined) => {
    if (item === undefined) return;
    onClose();
    item.act();
  };
  const choices = useListbox({
    typed,
    count: items.length,
    preselected: items.length > 0 ? 0 : -1,
    onPick: (index) => take(items[index]),
  });
  const isSearching = words !== '' && (asked !== words || found.isFetching);
  return (
    <Dialog
      size={600}
      yOffset={80}
      centered={false}
      padding={0}
      withCloseButton={false}
      aria-label={shell.searchOrDo}
      onClose={onClose}
    >
      <TextInput
        {...choices.field}
        autoFocus
        data-autofocus
        variant="unstyled"
        size="md"
        className={classes.field}
        leftSection={<IconSearch size={18} aria-hidden />}
        aria-label={shell.searchOrDo}
        placeholder={shell.searchOrDo}
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Choices items={items} choices={choices} />
      {items.length === 0 && found.error === null && (
        <Text size="sm" c="dimmed" p="md" role="status">
          {isSearching ? texts.searching : texts.nothingFound}
        </Text>
      )}
      {found.error !== null && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
    </Dialog>
  );
}

function Choices({ items, choices }: { items: readonly Item[]; choices: ReturnType<typeof useListbox> }) {
  const { shell } = useTexts();
  if (items.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={shell.searchOrDo} {...choices.list}>
      {[...items.entries()].map(([index, { id, name, kind, Icon }]) => (
        <li key={id} className={classes.item} {...choices.option(index)}>
          <Icon size={16} stroke={1.7} aria-hidden />
          <bdi className={classes.name}>{name}</bdi>
          <bdi className={classes.kind}>{kind}</bdi>
        </li>
      ))}
    </ul>
  );
}
