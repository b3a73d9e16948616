// Puts tags on one or many posts, and takes them off. Enter takes one and closes; clicks take as many as wanted.

import { useState } from 'react';
import { useTags } from '../../../data/catalog.ts';
import { usePostTexts } from '../../../texts/post.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { ChoicePopover, type PopoverPlace } from '../../forms/choice-popover.tsx';
import { isSameName } from '../../forms/type-ahead.ts';
import { type TagEdit, useFieldChange } from '../use-field-change.ts';
import { type PickerProps, usePickerTitle } from './picker.ts';

export function TagChoices(
  props: PopoverPlace & {
    title: string;
    /** Whether the tag is there, on every post. */
    isThere: (name: string) => boolean;
    onEdit: (edit: TagEdit) => void;
  },
) {
  const { post: texts } = useTexts();
  const { pickers } = usePostTexts();
  const query = useTags();
  const { onClose, onEdit, isThere } = props;
  const edit = (name: string, isByKey: boolean) => {
    onEdit(isThere(name) ? { remove: name } : { add: name });
    if (isByKey) onClose();
  };
  return (
    <ChoicePopover
      anchor={props.anchor}
      onClose={onClose}
      title={props.title}
      hint={pickers.findTag}
      noneText={pickers.noMatch}
      query={query}
      choices={query.data ?? []}
      isFirstPreselected={false}
      isCurrent={({ name }) => isThere(name)}
      create={{ label: texts.createTag, onCreate: edit }}
      onPick={({ name }, isByKey) => edit(name, isByKey)}
    />
  );
}

export function TagPicker({ posts, anchor, onPicked, onClose }: PickerProps) {
  const { changeTags, tagsAfter } = useFieldChange();
  /** With the tags as they become. */
  const [now, setNow] = useState(posts);
  const edit = (change: TagEdit) => {
    changeTags(now, change);
    setNow(now.map((post) => ({ ...post, tags: tagsAfter(post, change) })));
    onPicked('tags');
  };
  return (
    <TagChoices
      anchor={anchor}
      onClose={onClose}
      title={usePickerTitle('tags', posts)}
      isThere={(name) => now.every(({ tags }) => tags.some((tag) => isSameName(tag.name, name)))}
      onEdit={edit}
    />
  );
}
