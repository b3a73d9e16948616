// Post types: create, edit, reorder and delete them.

import type { PostType } from '@earshot/client';
import {
  usePostTypes,
  useRemovePostType,
  useReorderPostTypes,
  useSavePostType,
} from '../../../data/catalog.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { CatalogModal } from './catalog-modal.tsx';
import { type EditorProps, SortableCatalogPage } from './sortable-catalog-page.tsx';

export function PostTypesPage() {
  const { postTypes: texts } = useSettingsTexts();
  return (
    <SortableCatalogPage
      texts={texts}
      query={usePostTypes()}
      reorder={useReorderPostTypes()}
      remove={useRemovePostType()}
      Editor={PostTypeModal}
    />
  );
}

function PostTypeModal({ item: type, onClose }: EditorProps<PostType>) {
  const { postTypes: texts } = useSettingsTexts();
  return (
    <CatalogModal
      title={type === undefined ? texts.create : texts.edit}
      takenText={texts.taken}
      item={type}
      defaultLabel={texts.isDefault}
      saving={useSavePostType()}
      bodyOf={({ isDefault, ...fields }) => ({ before: type, ...fields, ...(isDefault && { isDefault }) })}
      onClose={onClose}
    />
  );
}
