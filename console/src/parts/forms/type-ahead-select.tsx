// A select that is filtered by typing: Enter takes the best match.

import { type ComboboxItem, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { matchesOf } from './type-ahead.ts';

export function TypeAheadSelect(props: {
  label: string;
  choices: readonly { id: string; name: string }[];
  value: string | null;
  onChange: (id: string) => void;
}) {
  const { choices, onChange, ...shown } = props;
  // The keyboard of a phone would cover the choices.
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const select = (event: { currentTarget: HTMLInputElement }) => event.currentTarget.select();
  return (
    <Select
      {...shown}
      data={choices.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => id !== null && onChange(id)}
      searchable={!isTouch}
      selectFirstOptionOnChange
      filter={({ options, search }) =>
        matchesOf(
          (options as ComboboxItem[]).map((option) => ({ ...option, name: option.label })),
          search,
        )
      }
      // What is typed replaces the value instead of being appended to it.
      onFocus={select}
      onClick={select}
    />
  );
}
