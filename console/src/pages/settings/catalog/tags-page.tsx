// Tags: create, edit and delete them.

import type { Tag } from '@earshot/client';
import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useRemoveTag, useSaveTag, useTags } from '../../../data/catalog.ts';
import { useSession } from '../../../data/session.ts';
import { ConfirmModal } from '../../../parts/forms/confirm-modal.tsx';
import { IconSearch, IconTag } from '../../../parts/icons.tsx';
import { useNotify } from '../../../parts/states/notify.tsx';
import { EmptyState } from '../../../parts/states/states.tsx';
import surface from '../../../parts/surface.module.css';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { SettingsList } from '../settings-list.tsx';
import { CatalogModal } from './catalog-modal.tsx';
import { CatalogRow } from './catalog-row.tsx';

type Open = { what: 'edit'; tag?: Tag } | { what: 'remove'; tag: Tag };

export function TagsPage() {
  const { tags: texts } = useSettingsTexts();
  const query = useTags();
  const [open, setOpen] = useState<Open | null>(null);
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  return (
    <>
      <SettingsList
        texts={texts}
        createLabel={texts.create}
        query={query}
        onCreate={() => setOpen({ what: 'edit' })}
      >
        {(all) =>
          all.length === 0 ? (
            <EmptyState Icon={IconTag} title={texts.emptyTitle}>
              {texts.emptyText}
            </EmptyState>
          ) : (
            <>
              <TextInput
                mb="md"
                aria-label={texts.search}
                placeholder={texts.search}
                leftSection={<IconSearch size={16} aria-hidden />}
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
              />
              <div className={surface.frame}>
                {all
                  .filter(({ name }) => name.toLowerCase().includes(wanted))
                  .map((tag) => (
                    <div key={tag.id} className={surface.row}>
                      <CatalogRow
                        item={tag}
                        onEdit={() => setOpen({ what: 'edit', tag })}
                        onRemove={() => setOpen({ what: 'remove', tag })}
                      />
                    </div>
                  ))}
              </div>
            </>
          )
        }
      </SettingsList>
      {open?.what === 'edit' && <EditTag tag={open.tag} onClose={() => setOpen(null)} />}
      {open?.what === 'remove' && <RemoveTag tag={open.tag} onClose={() => setOpen(null)} />}
    </>
  );
}

function EditTag({ tag, onClose }: { tag?: Tag | undefined; onClose: () => void }) {
  const { tags: texts } = useSettingsTexts();
  const { siteUrl } = useSession();
  const [isPublic, setPublic] = useState(tag?.isPublic ?? false);
  return (
    <CatalogModal
      title={tag === undefined ? texts.create : texts.edit}
      takenText={texts.taken}
      item={tag}
      saving={useSaveTag()}
      bodyOf={({ name, color }) => ({ before: tag, name, color: color === '' ? null : color, isPublic })}
      onClose={onClose}
    >
      {(siteUrl !== null || isPublic) && (
        <Switch
          label={texts.isPublic}
          checked={isPublic}
          onChange={(event) => setPublic(event.currentTarget.checked)}
        />
      )}
    </CatalogModal>
  );
}

function RemoveTag({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const settings = useSettingsTexts();
  const { common } = useTexts();
  const notify = useNotify();
  const remove = useRemoveTag();
  const confirm = () =>
    remove.mutate(tag.id, {
      onSuccess: () => {
        notify.done(settings.catalog.removed(tag.name));
        onClose();
      },
      onError: notify.failed,
    });
  return (
    <ConfirmModal
      opened
      title={settings.catalog.removeTitle(tag.name)}
      confirmLabel={common.delete}
      isPending={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {settings.tags.removeText}
    </ConfirmModal>
  );
}
