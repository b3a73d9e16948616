// Changes the type of one or many posts.

import { usePostTypes } from '../../../data/catalog.ts';
import { usePostTexts } from '../../../texts/post.ts';
import { ColorLabel } from '../../color-dot.tsx';
import { ChoicePopover, type PopoverPlace } from '../../forms/choice-popover.tsx';
import { useFieldChange } from '../use-field-change.ts';
import { type PickerProps, sharedBy, usePickerTitle } from './picker.ts';

export function TypeChoices(
  props: PopoverPlace & { title: string; currentId: string | undefined; onPick: (id: string) => void },
) {
  const { pickers } = usePostTexts();
  const query = usePostTypes();
  return (
    <ChoicePopover
      anchor={props.anchor}
      onClose={props.onClose}
      title={props.title}
      hint={pickers.findType}
      noneText={pickers.noMatch}
      query={query}
      choices={query.data ?? []}
      isShort
      isCurrent={({ id }) => id === props.currentId}
      isAllowed={({ id }) => id !== props.currentId}
      render={({ color, name }) => <ColorLabel color={color} name={name} />}
      onPick={({ id }) => props.onPick(id)}
    />
  );
}

export function TypePicker({ posts, anchor, onPicked, onClose }: PickerProps) {
  const { changeType } = useFieldChange();
  return (
    <TypeChoices
      anchor={anchor}
      onClose={onClose}
      title={usePickerTitle('type', posts)}
      currentId={sharedBy(posts, ({ postTypeId }) => postTypeId)}
      onPick={(id) => {
        changeType(posts, id);
        onPicked('type');
        onClose();
      }}
    />
  );
}
