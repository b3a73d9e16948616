// The pickers of posts by name. Loaded on demand.

import { MergePicker } from './merge-picker.tsx';
import { OwnerPicker } from './owner-picker.tsx';
import type { PickerName, PickerProps } from './picker.ts';
import { StatusPicker } from './status-picker.tsx';
import { TagPicker } from './tag-picker.tsx';
import { TypePicker } from './type-picker.tsx';

const pickers = {
  status: StatusPicker,
  owner: OwnerPicker,
  tags: TagPicker,
  type: TypePicker,
  merge: MergePicker,
};

export function PostPicker({ name, ...props }: PickerProps & { name: PickerName }) {
  const Picker = pickers[name];
  return <Picker {...props} />;
}
