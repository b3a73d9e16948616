// What one filter can be set to, in a popover: choices to check, found by typing if there are many, or a day.

import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { startTransition, useEffect, useOptimistic, useRef, useState } from 'react';
import type { FilterName } from '../../../data/feedback/feedback-search.ts';
import { usePeople, useSomePeople } from '../../../data/people.ts';
import { ColorDot } from '../../../parts/color-dot.tsx';
import { matchesOf } from '../../../parts/forms/type-ahead.ts';
import { useListTexts } from '../../../texts/list.ts';
import { useTexts } from '../../../texts/texts.tsx';
import classes from './filters.module.css';
import { type FilterChoice, isSingle, useFilterChoices, useFilterLabels } from './use-filters.ts';

interface Choosing {
  name: FilterName;
  value: readonly string[];
  /** Resolves when `value` has changed. */
  onChange: (ids: string[]) => Promise<void>;
}

export function FilterChoices(props: Choosing) {
  const { common } = useTexts();
  const { name, value, onChange } = props;
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.querySelector('input')?.focus(), []);
  const Body = name === 'since' || name === 'before' ? Day : name === 'author' ? People : Known;
  return (
    <div ref={root}>
      <Body {...props} />
      {value.length > 0 && (
        <Button mt="sm" size="compact-sm" variant="subtle" fullWidth onClick={() => void onChange([])}>
          {common.clear}
        </Button>
      )}
    </div>
  );
}

function Day({ name, value, onChange }: Choosing) {
  const labels = useFilterLabels();
  return (
    <TextInput
      type="date"
      label={labels[name]}
      value={value[0] ?? ''}
      onChange={({ currentTarget: { value: day } }) => void onChange(day === '' ? [] : [day])}
    />
  );
}

function Known(props: Choosing) {
  const all = useFilterChoices({ withTags: props.name === 'tag' })[props.name] ?? [];
  const [typed, setTyped] = useState('');
  return (
    <Boxes
      {...props}
      choices={matchesOf(all, typed)}
      typed={isLong(all) ? typed : undefined}
      onType={setTyped}
    />
  );
}

const isLong = ({ length }: readonly unknown[]): boolean => length > 8;

/** Found on the server; those that are chosen stay in sight. */
function People(props: Choosing) {
  const { feedback } = useTexts();
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), 200);
  const found = usePeople(asked).data?.pages[0]?.items ?? [];
  const chosen = useSomePeople(props.value).filter(({ id }) => !found.some((one) => one.id === id));
  const choices = [...chosen, ...found].map(({ id, name, email }) => ({
    id,
    name: name ?? email ?? feedback.anonymous,
  }));
  return <Boxes {...props} choices={choices} typed={typed} onType={setTyped} />;
}

function Boxes(
  props: Choosing & {
    choices: readonly FilterChoice[];
    /** Undefined if there are too few to search. */
    typed: string | undefined;
    onType: (typed: string) => void;
  },
) {
  const { name, choices, typed } = props;
  const { filters: texts } = useListTexts();
  const labels = useFilterLabels();
  // A box is checked immediately, while the page still loads: the next click builds on it.
  const [value, setValue] = useOptimistic(props.value);
  const choose = (ids: string[]) =>
    startTransition(async () => {
      setValue(ids);
      await props.onChange(ids);
    });
  return (
    <>
      {typed !== undefined && (
        <TextInput
          size="sm"
          mb="xs"
          aria-label={texts.find}
          placeholder={texts.find}
          value={typed}
          onChange={(event) => props.onType(event.currentTarget.value)}
        />
      )}
      <Checkbox.Group
        value={[...value]}
        onChange={(ids) => choose(isSingle[name] ? ids.slice(-1) : ids)}
        aria-label={labels[name]}
      >
        <Stack gap="xs" className={classes.choices}>
          {choices.map(({ id, name: label, color }) => (
            <Checkbox
              key={id}
              value={id}
              label={
                <span className={classes.choice}>
                  {color != null && <ColorDot color={color} />} <bdi>{label}</bdi>
                </span>
              }
            />
          ))}
          {choices.length === 0 && (
            <Text size="sm" c="dimmed" role="status">
              {texts.none}
            </Text>
          )}
        </Stack>
      </Checkbox.Group>
    </>
  );
}
