// The filters of the list: a button that adds one, and one chip for each, which can be changed and removed.

import { Button, CloseButton, Popover, UnstyledButton } from '@mantine/core';
import { Suspense, useState } from 'react';
import {
  type FeedbackSearch,
  type FilterName,
  filterNames,
  nothingAsked,
} from '../../../data/feedback/feedback-search.ts';
import { IconArrowLeft, IconFilter } from '../../../parts/icons.tsx';
import { lazyComponent } from '../../../parts/states/lazy-component.tsx';
import { useFormats } from '../../../parts/text/format.ts';
import { useListTexts } from '../../../texts/list.ts';
import { useTexts } from '../../../texts/texts.tsx';
import classes from './filters.module.css';
import { useChosenNames, useFilterLabels, useOfferedFilters } from './use-filters.ts';

const FilterChoices = lazyComponent(async () => (await import('./filter-choices.tsx')).FilterChoices);

interface Filtering {
  search: FeedbackSearch;
  /** Resolves when `search` has changed. */
  onChange: (part: FeedbackSearch) => Promise<void>;
}

const partOf = (name: FilterName, ids: string[]): FeedbackSearch => ({
  [name]: ids.length === 0 ? undefined : ids,
});

/** First the names of the filters, then the choices of one. */
export function AddFilter({ search, onChange }: Filtering) {
  const { filters: texts } = useListTexts();
  const labels = useFilterLabels();
  const offered = useOfferedFilters();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState<FilterName>();
  const show = (opened: boolean) => {
    setOpen(opened);
    setName(undefined);
  };
  return (
    <Popover opened={isOpen} onChange={show} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          onClick={() => show(!isOpen)}
        >
          {texts.add}
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        className={classes.dropdown}
        aria-label={name === undefined ? texts.add : labels[name]}
      >
        {name === undefined ? (
          offered.map((one) => (
            <UnstyledButton key={one} className={classes.name} onClick={() => setName(one)}>
              {labels[one]}
            </UnstyledButton>
          ))
        ) : (
          <>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              mb="xs"
              ml={-8}
              leftSection={<IconArrowLeft size={14} aria-hidden />}
              onClick={() => setName(undefined)}
            >
              {texts.back}
            </Button>
            <Suspense>
              <FilterChoices
                name={name}
                value={search[name] ?? []}
                onChange={(ids) => onChange(partOf(name, ids))}
              />
            </Suspense>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

export function FilterChips({ search, onChange }: Filtering) {
  const { filters: texts } = useListTexts();
  const labels = useFilterLabels();
  const namesOf = useChosenNames(search);
  const { common } = useTexts();
  const formats = useFormats();
  // Without values, it stays until its popover is closed.
  const [opened, setOpened] = useState<FilterName>();
  const shown = filterNames.filter((name) => search[name] !== undefined || name === opened);
  const more = search.more ?? [];
  if (shown.length === 0 && more.length === 0) return null;
  const { q: _, ...nothing } = nothingAsked;
  return (
    <div className={classes.chips}>
      {shown.map((name) => (
        <span key={name} className={classes.chip}>
          <Popover
            opened={opened === name}
            onChange={(isOpen) => setOpened(isOpen ? name : undefined)}
            position="bottom-start"
            shadow="md"
            trapFocus
            returnFocus
          >
            <Popover.Target>
              <UnstyledButton
                className={classes.value}
                onClick={() => setOpened(opened === name ? undefined : name)}
              >
                {common.labeled(labels[name], formats.list(namesOf(name)))}
              </UnstyledButton>
            </Popover.Target>
            <Popover.Dropdown className={classes.dropdown} aria-label={labels[name]}>
              <Suspense>
                <FilterChoices
                  name={name}
                  value={search[name] ?? []}
                  onChange={(ids) => onChange(partOf(name, ids))}
                />
              </Suspense>
            </Popover.Dropdown>
          </Popover>
          <CloseButton
            size="xs"
            aria-label={texts.remove(labels[name])}
            onClick={() => void onChange(partOf(name, []))}
          />
        </span>
      ))}
      {more.map((piece) => (
        <span key={piece} className={classes.chip}>
          <bdi className={classes.value}>{piece}</bdi>
          <CloseButton
            size="xs"
            aria-label={texts.remove(piece)}
            onClick={() => {
              const others = more.filter((one) => one !== piece);
              void onChange({ more: others.length === 0 ? undefined : others } as FeedbackSearch);
            }}
          />
        </span>
      ))}
      {shown.length + more.length > 1 && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => void onChange(nothing)}>
          {texts.clear}
        </Button>
      )}
    </div>
  );
}
