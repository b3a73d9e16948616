// Statuses: their order, color, category and allowed next statuses.

import type { Status } from '@earshot/client';
import { useRemoveStatus, useReorderStatuses, useStatuses } from '../../../data/catalog.ts';
import { useFormats } from '../../../parts/text/format.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { SortableCatalogPage } from './sortable-catalog-page.tsx';
import { StatusModal } from './status-modal.tsx';

export function StatusesPage() {
  const { statuses: texts } = useSettingsTexts();
  return (
    <SortableCatalogPage
      texts={texts}
      query={useStatuses()}
      reorder={useReorderStatuses()}
      remove={useRemoveStatus()}
      details={(status, all) => <NextStatuses status={status} all={all} />}
      Editor={StatusModal}
    />
  );
}

function NextStatuses({ status, all }: { status: Status; all: readonly Status[] }) {
  const settings = useSettingsTexts();
  const { telling } = useTexts();
  const { statuses: texts } = settings;
  const formats = useFormats();
  const { category, nextStatusIds: next } = status;
  const names = all.filter(({ id }) => next?.includes(id)).map(({ name }) => name);
  const shown =
    next === null ? '' : ` · ${names.length === 0 ? texts.isFinal : texts.nextOnly(formats.list(names))}`;
  return (
    <>
      {' · '}
      {texts.categories[category]}
      {shown}
      {status.notifyFollowers === true && ` · ${telling.tells}`}
    </>
  );
}
