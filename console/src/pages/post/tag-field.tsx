// Tags by name. Enter takes the best match of what was typed; a new tag is created only by picking the line that says so.

import { Pill, PillsInput } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTags } from '../../data/catalog.ts';
import classes from '../../parts/forms/choices.module.css';
import { isSameName, matchesOf } from '../../parts/forms/type-ahead.ts';
import { useListbox } from '../../parts/forms/use-listbox.ts';
import { IconPlus } from '../../parts/icons.tsx';
import { useTexts } from '../../texts/texts.tsx';

const maxOffered = 20;

export function TagField(props: { label: string; value: string[]; onChange: (tags: string[]) => void }) {
  const { post: texts } = useTexts();
  const { value, onChange } = props;
  const id = useId();
  const known = useTags().data;
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const name = typed.trim();
  const free = (known ?? []).filter((tag) => !value.includes(tag.name));
  const offered = matchesOf(free, typed).slice(0, maxOffered);
  const isNew =
    known !== undefined &&
    name !== '' &&
    ![...known.map((tag) => tag.name), ...value].some((one) => isSameName(one, name));
  const count = isOpen ? offered.length + (isNew ? 1 : 0) : 0;
  const add = (index: number) => {
    onChange([...value, offered[index]?.name ?? name]);
    setTyped('');
    setOpen(false);
  };
  const choices = useListbox({
    typed,
    count,
    preselected: name !== '' && offered.length > 0 ? 0 : -1,
    onPick: add,
  });
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false);
    if (event.key === 'ArrowDown') setOpen(true);
    if (event.key === 'Backspace' && typed === '' && value.length > 0) onChange(value.slice(0, -1));
    choices.field.onKeyDown(event);
  };
  return (
    <div>
      <PillsInput label={props.label} id={id} onClick={() => setOpen(true)}>
        <Pill.Group>
          {value.map((tag) => (
            <Pill
              key={tag}
              dir="auto"
              withRemoveButton
              onRemove={() => onChange(value.filter((one) => one !== tag))}
            >
              {tag}
            </Pill>
          ))}
          <PillsInput.Field
            {...choices.field}
            onKeyDown={press}
            id={id}
            miw={60}
            maxLength={64}
            placeholder={value.length === 0 ? texts.addTag : ''}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setOpen(true);
            }}
            onBlur={() => setOpen(false)}
          />
        </Pill.Group>
      </PillsInput>
      {count > 0 && (
        <ul className={`${classes.list} ${classes.below}`} aria-label={props.label} {...choices.list}>
          {[...offered.entries()].map(([index, tag]) => (
            <li key={tag.id} className={classes.choice} {...choices.option(index)}>
              <bdi>{tag.name}</bdi>
            </li>
          ))}
          {isNew && (
            <li className={classes.choice} {...choices.option(offered.length)}>
              <span>{texts.createTag(name)}</span>
              <IconPlus size={14} aria-hidden />
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
