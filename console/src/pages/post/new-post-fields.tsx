// The type, status and tags of a new post: buttons that look like fields, and open the same choices as on a post.

import { InputBase } from '@mantine/core';
import { useState } from 'react';
import { usePostTypes, useStatuses } from '../../data/catalog.ts';
import { StatusChoices } from '../../parts/feedback/pickers/status-picker.tsx';
import { TagChoices } from '../../parts/feedback/pickers/tag-picker.tsx';
import { TypeChoices } from '../../parts/feedback/pickers/type-picker.tsx';
import { isSameName } from '../../parts/forms/type-ahead.ts';
import { usePostTexts } from '../../texts/post.ts';
import { useTexts } from '../../texts/texts.tsx';

export interface Chosen {
  /** Undefined for the default ones. */
  typeId?: string;
  statusId?: string;
  tags: readonly string[];
}

type Opened = { field: 'type' | 'status' | 'tags'; anchor: Element };

const defaultOf = <T extends { isDefault: boolean }>(all: readonly T[]) =>
  all.find(({ isDefault }) => isDefault);

export function NewPostFields(props: { chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  const { chosen, onChange } = props;
  const { post: texts } = useTexts();
  const { pickers, fields } = usePostTexts();
  const [opened, setOpened] = useState<Opened>();
  const types = usePostTypes().data ?? [];
  const statuses = useStatuses().data ?? [];
  const type = types.find(({ id }) => id === chosen.typeId) ?? defaultOf(types);
  const status = statuses.find(({ id }) => id === chosen.statusId) ?? defaultOf(statuses);
  const close = () => setOpened(undefined);
  const pick = (part: Partial<Chosen>) => {
    onChange({ ...chosen, ...part });
    close();
  };
  const place = (field: Opened['field']) =>
    opened?.field === field
      ? { anchor: opened.anchor, onClose: close, title: pickers.titles[field] }
      : undefined;
  const [typePlace, statusPlace, tagsPlace] = [place('type'), place('status'), place('tags')];
  const open = (field: Opened['field']) => (anchor: Element) => setOpened({ field, anchor });
  return (
    <>
      <FieldButton label={texts.type} value={type?.name ?? '–'} onOpen={open('type')} />
      <FieldButton label={texts.status} value={status?.name ?? '–'} onOpen={open('status')} />
      <FieldButton
        label={texts.tags}
        value={chosen.tags.length === 0 ? fields.noTags : chosen.tags.join(', ')}
        onOpen={open('tags')}
      />
      {typePlace !== undefined && (
        <TypeChoices {...typePlace} currentId={type?.id} onPick={(typeId) => pick({ typeId })} />
      )}
      {statusPlace !== undefined && (
        <StatusChoices
          {...statusPlace}
          isAllowed={({ id }) => id !== status?.id}
          currentId={status?.id}
          onPick={({ id }) => pick({ statusId: id })}
        />
      )}
      {tagsPlace !== undefined && (
        <TagChoices
          {...tagsPlace}
          isThere={(name) => chosen.tags.some((tag) => isSameName(tag, name))}
          onEdit={(edit) =>
            onChange({
              ...chosen,
              tags:
                'add' in edit
                  ? [...chosen.tags, edit.add]
                  : chosen.tags.filter((tag) => !isSameName(tag, edit.remove)),
            })
          }
        />
      )}
    </>
  );
}

function FieldButton(props: { label: string; value: string; onOpen: (anchor: Element) => void }) {
  const { fields } = usePostTexts();
  return (
    <InputBase
      component="button"
      type="button"
      pointer
      label={props.label}
      aria-label={fields.changeOf(props.label, props.value)}
      aria-haspopup="dialog"
      onClick={(event) => props.onOpen(event.currentTarget)}
    >
      <bdi>{props.value}</bdi>
    </InputBase>
  );
}
