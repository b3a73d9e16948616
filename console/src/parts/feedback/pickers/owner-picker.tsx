// Changes who looks after one or many posts.

import { useMembers } from '../../../data/settings/members.ts';
import { usePostTexts } from '../../../texts/post.ts';
import { ChoicePopover } from '../../forms/choice-popover.tsx';
import { useFieldChange } from '../use-field-change.ts';
import { noOwner, useOwners } from '../use-owners.ts';
import { type PickerProps, sharedBy, usePickerTitle } from './picker.ts';

export function OwnerPicker({ posts, anchor, onPicked, onClose }: PickerProps) {
  const { pickers } = usePostTexts();
  const { changeOwner } = useFieldChange();
  const currentId = sharedBy(posts, ({ ownerId }) => ownerId ?? noOwner);
  return (
    <ChoicePopover
      anchor={anchor}
      onClose={onClose}
      title={usePickerTitle('owner', posts)}
      hint={pickers.findOwner}
      noneText={pickers.noMatch}
      query={useMembers()}
      choices={useOwners()}
      isCurrent={({ id }) => id === currentId}
      isAllowed={({ id }) => id !== currentId}
      onPick={({ id }) => {
        changeOwner(posts, id === noOwner ? null : id);
        onPicked('owner');
        onClose();
      }}
    />
  );
}
