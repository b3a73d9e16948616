// Choices in a popover at any place of the page, found by typing: Enter takes the best match of what was typed. What is
// new is created by the last line, which is never preselected. Few choices can also be taken by digit.

import { Kbd, Popover, Text, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useLayoutEffect, useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { IconCheck, IconPlus } from '../icons.tsx';
import { QueryResult, type QueryState, RowsSkeleton } from '../states/states.tsx';
import classes from './choices.module.css';
import { takeEarlyKeys } from './early-keys.ts';
import { isSameName, matchesOf } from './type-ahead.ts';
import { useFocusReturn } from './use-focus-return.ts';
import { useListbox } from './use-listbox.ts';

export interface Choice {
  id: string;
  name: string;
}

export interface PopoverPlace {
  /** What it opens at. */
  anchor: Element;
  onClose: () => void;
}

const maxShown = 50;
const isDigit = (key: string): boolean => /^[1-9]$/.test(key);

export function ChoicePopover<T extends Choice>(
  props: PopoverPlace & {
    title: string;
    /** What can be typed. */
    hint: string;
    noneText: string;
    width?: number;
    query: QueryState<unknown>;
    choices: readonly T[];
    /** Those that are there already are marked. */
    isCurrent: (choice: T) => boolean;
    isAllowed?: (choice: T) => boolean;
    /** Whether Enter takes the first one while nothing is typed. */
    isFirstPreselected?: boolean;
    /** There are only a few: they have digits, and the keyboard of a phone doesn't cover them. */
    isShort?: boolean;
    /** If the choices are found elsewhere: called with what is typed. */
    onType?: (typed: string) => void;
    /** The choices are not yet those for what was typed. */
    isOutdated?: boolean;
    create?: { label: (name: string) => string; onCreate: (name: string, isByKey: boolean) => void };
    onPick: (choice: T, isByKey: boolean) => void;
    render?: (choice: T) => ReactNode;
    mark?: (choice: T) => ReactNode;
    /** Below the choices: what goes with them. `take` takes the highlighted one. */
    children?: (take: () => void) => ReactNode;
  },
) {
  const { choices: all, isAllowed = () => true, isShort = false, create, query, onType } = props;
  const { common } = useTexts();
  useFocusReturn();
  const [typed, setTyped] = useState('');
  // The keyboard of a phone would cover the choices.
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const shown = (onType === undefined ? matchesOf(all, typed) : all).slice(0, maxShown);
  const name = typed.trim();
  const isNew =
    create !== undefined &&
    query.data !== undefined &&
    name !== '' &&
    !all.some((choice) => isSameName(choice.name, name));
  const isPickable = (index: number) => {
    const choice = shown[index];
    return choice === undefined ? isNew && index === shown.length : isAllowed(choice);
  };
  const isLoading = (query.data === undefined && query.error === null) || props.isOutdated === true;
  const firstOf = () => {
    if (isLoading) return -1;
    // What was typed names one choice: if that one is not allowed, Enter takes no other.
    if (name !== '') return Math.min(0, shown.length - 1);
    return props.isFirstPreselected === false ? -1 : shown.findIndex((choice) => isAllowed(choice));
  };
  const pick = (index: number, isByKey: boolean) => {
    const choice = shown[index];
    if (choice !== undefined) props.onPick(choice, isByKey);
    else create?.onCreate(name, isByKey);
    if (!isByKey) type('');
  };
  const list = useListbox({
    typed,
    count: shown.length + (isNew ? 1 : 0),
    preselected: firstOf(),
    isPickable,
    onPick: pick,
  });
  /** A digit, or Enter, pressed while the choices load. It counts as soon as they are there. */
  const [early, setEarly] = useState<string>();
  const type = (text: string) => {
    setEarly(undefined);
    setTyped(text);
    onType?.(text);
  };
  const takeDigit = (digit: string) => {
    const index = Number(digit) - 1;
    if (index < shown.length && isPickable(index)) pick(index, true);
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const { key } = event;
    const isByDigit = isShort && typed === '' && isDigit(key);
    if (!isByDigit && !(isLoading && key === 'Enter')) return list.field.onKeyDown(event);
    event.preventDefault();
    if (isLoading) setEarly(key);
    else takeDigit(key);
  };
  useEffect(() => {
    if (early === undefined || isLoading) return;
    setEarly(undefined);
    if (early === 'Enter') list.take();
    else takeDigit(early);
  });
  // Not with the first render: it may be shown a while later, and keys may be pressed until then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: What was pressed before it was there is taken once.
  useLayoutEffect(() => {
    const { text, isSubmitted } = takeEarlyKeys();
    const isByDigit = isShort && isDigit(text);
    if (text !== '' && !isByDigit) type(text);
    if (isByDigit || isSubmitted) setEarly(isByDigit ? text : 'Enter');
  }, []);
  const take = () => (isLoading ? setEarly('Enter') : list.take());
  return (
    <AnchoredPopover {...props} title={props.title} width={props.width ?? 280}>
      <TextInput
        {...list.field}
        onKeyDown={press}
        // Both: the focus is trapped a moment after it opens, and the next key may be pressed before.
        autoFocus
        data-autofocus
        size="sm"
        mb={4}
        inputMode={isTouch && isShort ? 'none' : 'text'}
        aria-label={props.hint}
        placeholder={props.hint}
        maxLength={64}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <QueryResult query={query} skeleton={<RowsSkeleton rows={4} height={32} />}>
        {() =>
          shown.length === 0 && !isNew ? (
            <Text size="sm" c="dimmed" px="sm" py={6} role="status">
              {isLoading ? common.loading : props.noneText}
            </Text>
          ) : (
            <ul className={`${classes.list} ${classes.scroll}`} aria-label={props.title} {...list.list}>
              {shown.map((choice, index) => (
                <li key={choice.id} className={classes.choice} {...list.option(index)}>
                  {props.render?.(choice) ?? <bdi>{choice.name}</bdi>}
                  {props.mark?.(choice)}
                  {props.isCurrent(choice) ? (
                    <IconCheck size={16} aria-label={common.current} />
                  ) : (
                    isShort && typed === '' && index < 9 && <Kbd size="xs">{index + 1}</Kbd>
                  )}
                </li>
              ))}
              {isNew && (
                <li className={classes.choice} {...list.option(shown.length)}>
                  <span>{create.label(name)}</span>
                  <IconPlus size={14} aria-hidden />
                </li>
              )}
            </ul>
          )
        }
      </QueryResult>
      {props.children?.(take)}
    </AnchoredPopover>
  );
}

/** A popover that is mounted only while it is open. */
function AnchoredPopover(props: PopoverPlace & { title: string; width: number; children: ReactNode }) {
  const { anchor, onClose } = props;
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    onClose();
  };
  return (
    <Popover
      opened
      width={props.width}
      position="bottom-start"
      offset={4}
      shadow="md"
      trapFocus
      withRoles={false}
      closeOnEscape={false}
      // The keys go to it even if what it is about is scrolled out of sight.
      hideDetached={false}
      onDismiss={onClose}
    >
      <Popover.Target>
        <Reach element={anchor} />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={props.title}
        p={6}
        maw="calc(100vw - 16px)"
        onKeyDown={press}
        // Escape closes the popover, not a sheet below it.
        data-mantine-stop-propagation
      >
        {props.children}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Stands for an element that is rendered elsewhere. */
function Reach({ ref, element }: { ref?: Ref<Element>; element: Element }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(element);
    return () => {
      if (typeof ref === 'function') ref(null);
    };
  }, [ref, element]);
  return null;
}
