// Search as you type, a button for filters, and sorting, all kept in the URL.

import { Button, CloseButton, Kbd, Menu, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { defaultSort, type FeedbackSearch, type Sort, sorts } from '../../data/feedback/feedback-search.ts';
import { IconCheck, IconChevronDown, IconSearch } from '../../parts/icons.tsx';
import { useTexts } from '../../texts/texts.tsx';
import classes from './feedback-page.module.css';
import { AddFilter } from './filters/filter-chips.tsx';

const waitMs = 180;

export function FeedbackToolbar(props: {
  search: FeedbackSearch;
  searchBox: RefObject<HTMLInputElement | null>;
  /** Resolves when `search` has changed. */
  onChange: (part: FeedbackSearch) => Promise<void>;
  /** Moves from the search box to the results. */
  onEnter: () => void;
}) {
  const { feedback } = useTexts();
  const { search, onChange } = props;
  const [words, setWords] = useState(search.q ?? '');
  const asked = useRef(search.q);
  const ask = useDebouncedCallback((text: string) => {
    const q = text === '' ? undefined : text;
    if (q === asked.current) return;
    asked.current = q;
    void onChange({ q } as FeedbackSearch);
  }, waitMs);
  // The URL changed without the search box, for example by going back.
  useEffect(() => {
    if (search.q === asked.current) return;
    asked.current = search.q;
    ask.cancel();
    setWords(search.q ?? '');
  }, [search.q, ask]);
  const type = (q: string) => {
    setWords(q);
    ask(q.trim());
  };
  return (
    <search className={classes.toolbar}>
      <TextInput
        ref={props.searchBox}
        className={classes.search}
        type="search"
        aria-label={feedback.search}
        placeholder={feedback.search}
        maxLength={200}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          words === '' ? (
            <Kbd size="xs" visibleFrom="sm">
              /
            </Kbd>
          ) : (
            <CloseButton size="sm" aria-label={feedback.clearSearch} onClick={() => type('')} />
          )
        }
        value={words}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
          if (event.key === 'Enter') props.onEnter();
        }}
      />
      <div className={classes.filters}>
        <AddFilter search={search} onChange={onChange} />
        <SortMenu
          value={search.sort ?? defaultSort}
          onChange={(sort) =>
            void onChange({ sort: sort === defaultSort ? undefined : sort } as FeedbackSearch)
          }
        />
      </div>
    </search>
  );
}

function SortMenu({ value, onChange }: { value: Sort; onChange: (sort: Sort) => void }) {
  const { common, feedback } = useTexts();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          aria-label={common.labeled(feedback.sort, feedback.sorts[value])}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {feedback.sorts[value]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sorts.map((sort) => (
          <Menu.Item
            key={sort}
            rightSection={sort === value ? <IconCheck size={16} aria-hidden /> : null}
            onClick={() => onChange(sort)}
          >
            {feedback.sorts[sort]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
