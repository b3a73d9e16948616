// A list of choices that is operated from a text field: arrow keys move, Enter takes the highlighted choice. The field
// keeps the focus.

import { type KeyboardEvent, useEffect, useId, useState } from 'react';

export function useListbox(props: {
  /** What is in the field. The highlight returns to the preselected choice whenever it changes. */
  typed: string;
  count: number;
  /** The index of the choice that Enter takes without any arrow key; -1 for none. */
  preselected: number;
  isPickable?: (index: number) => boolean;
  onPick: (index: number, isByKey: boolean) => void;
}) {
  const { typed, count, preselected, isPickable = () => true, onPick } = props;
  const id = useId();
  const [moved, setMoved] = useState<{ typed: string; index: number }>();
  const active = moved?.typed === typed && moved.index < count ? moved.index : preselected;
  const optionId = (index: number) => `${id}-${index}`;
  const activeId = active < 0 ? undefined : optionId(active);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const move = (step: 1 | -1) => {
    const from = active < 0 && step < 0 ? 0 : active;
    const order = [...Array(count).keys()].map((turn) => (from + step * (turn + 1) + count * 2) % count);
    const index = order.find(isPickable);
    if (index !== undefined) setMoved({ typed, index });
  };
  const pick = (index: number, isByKey: boolean) => {
    if (index >= 0 && isPickable(index)) onPick(index, isByKey);
  };
  const take = () => pick(active, true);
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and arrow keys belong to the input method while it composes.
    if (event.nativeEvent.isComposing) return;
    const act = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: take,
    }[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return {
    /** Takes the highlighted choice. */
    take,
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': count > 0,
      'aria-controls': count > 0 ? id : undefined,
      'aria-activedescendant': activeId,
      autoComplete: 'off',
      onKeyDown,
    } as const,
    list: {
      id,
      role: 'listbox',
      // A click must not take the focus from the field.
      onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    } as const,
    option: (index: number) =>
      ({
        id: optionId(index),
        role: 'option',
        'aria-selected': index === active,
        'aria-disabled': isPickable(index) ? undefined : true,
        onClick: () => pick(index, false),
      }) as const,
  };
}
