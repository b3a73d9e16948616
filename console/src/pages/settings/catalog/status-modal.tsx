// Creates or edits a status: its name, category and allowed next statuses.

import type { Status } from '@earshot/client';
import { Checkbox, Select, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { useSaveStatus } from '../../../data/catalog.ts';
import { useSession } from '../../../data/session.ts';
import { ColorLabel } from '../../../parts/color-dot.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { CatalogModal } from './catalog-modal.tsx';
import type { EditorProps } from './sortable-catalog-page.tsx';

const categories = ['reviewing', 'unstarted', 'active', 'completed', 'canceled'] as const;

export function StatusModal({ item: status, all, onClose }: EditorProps<Status>) {
  const settings = useSettingsTexts();
  const { telling } = useTexts();
  const { statuses: texts } = settings;
  const { hasMail } = useSession();
  const [notifyFollowers, setNotify] = useState(status?.notifyFollowers ?? false);
  const [category, setCategory] = useState<Status['category']>(status?.category ?? 'unstarted');
  const [next, setNext] = useState<string[] | null>(status?.nextStatusIds ?? null);
  return (
    <CatalogModal
      title={status === undefined ? texts.create : texts.edit}
      takenText={texts.taken}
      item={status}
      defaultLabel={texts.isDefault}
      saving={useSaveStatus()}
      bodyOf={({ isDefault, ...fields }) => ({
        before: status,
        ...fields,
        category,
        nextStatusIds: next,
        notifyFollowers,
        ...(isDefault && { isDefault }),
      })}
      onClose={onClose}
    >
      <Select
        label={texts.category}
        description={texts.categoryHint}
        value={category}
        onChange={(value) => setCategory((value ?? 'unstarted') as Status['category'])}
        data={categories.map((value) => ({ value, label: texts.categories[value] }))}
      />
      <Switch
        label={telling.publicFollowers}
        description={hasMail ? texts.notifyHint : telling.setUp}
        checked={notifyFollowers}
        onChange={(event) => setNotify(event.currentTarget.checked)}
      />
      <Switch
        label={texts.anyNext}
        checked={next === null}
        onChange={(event) => setNext(event.currentTarget.checked ? null : [])}
      />
      {next !== null && (
        <Checkbox.Group label={texts.next} description={texts.nextHint} value={next} onChange={setNext}>
          <Stack gap="xs" mt="xs">
            {all
              .filter(({ id }) => id !== status?.id)
              .map(({ id, name, color }) => (
                <Checkbox key={id} value={id} label={<ColorLabel color={color} name={name} />} />
              ))}
          </Stack>
        </Checkbox.Group>
      )}
    </CatalogModal>
  );
}
