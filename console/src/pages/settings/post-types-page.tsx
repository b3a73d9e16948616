// Post types: what kinds of feedback there are.

import type { PostType } from '@earshot/client';
import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { usePostTypes, useRemovePostType, useReorderPostTypes, useSavePostType } from '../../data/catalog.ts';
import { useMayAdminister } from '../../data/session.ts';
import { useNotify } from '../../parts/notify.tsx';
import { OrderedRows } from '../../parts/ordered-rows.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Answered } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { CatalogRow } from './catalog-row.tsx';
import { type NameAndColor, NameColorModal } from './name-color-modal.tsx';
import { RemoveOrdered } from './remove-ordered.tsx';

type Open = { what: 'edit'; type?: PostType } | { what: 'remove'; type: PostType };

export function PostTypesPage() {
  const { postTypes: texts } = useTexts().settings;
  const query = usePostTypes();
  const reorder = useReorderPostTypes();
  const notify = useNotify();
  const mayAdminister = useMayAdminister();
  const [open, setOpen] = useState<Open | null>(null);
  return (
    <PageFrame
      title={texts.title}
      width="narrow"
      actions={
        mayAdminister && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ what: 'edit' })}>
            {texts.create}
          </Button>
        )
      }
    >
      <Text c="dimmed" size="sm" mt={-12} mb="lg">
        {texts.text}
      </Text>
      <Answered query={query}>
        {(all) => (
          <>
            <OrderedRows
              things={all}
              onReorder={mayAdminister ? (ids) => reorder.mutate(ids, { onError: notify.failed }) : undefined}
            >
              {(type) => (
                <CatalogRow
                  thing={type}
                  onEdit={() => setOpen({ what: 'edit', type })}
                  onRemove={() => setOpen({ what: 'remove', type })}
                />
              )}
            </OrderedRows>
            {open?.what === 'edit' && <EditType type={open.type} onClose={() => setOpen(null)} />}
            {open?.what === 'remove' && (
              <RemoveType type={open.type} all={all} onClose={() => setOpen(null)} />
            )}
          </>
        )}
      </Answered>
    </PageFrame>
  );
}

function EditType({ type, onClose }: { type?: PostType | undefined; onClose: () => void }) {
  const { postTypes: texts, catalog } = useTexts().settings;
  const notify = useNotify();
  const save = useSavePostType();
  const submit = ({ name, color, isDefault }: NameAndColor) =>
    save.mutate(
      { id: type?.id, name, color, ...(isDefault && { isDefault }) },
      {
        onSuccess: () => {
          notify.done(catalog.saved(name));
          onClose();
        },
      },
    );
  return (
    <NameColorModal
      title={type === undefined ? texts.create : texts.edit}
      thing={type}
      defaultLabel={texts.isDefault}
      error={save.error}
      isPending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

function RemoveType(props: { type: PostType; all: readonly PostType[]; onClose: () => void }) {
  const { catalog } = useTexts().settings;
  const notify = useNotify();
  const remove = useRemovePostType();
  const { type } = props;
  const confirm = (moveTo: string | undefined) =>
    remove.mutate(
      { id: type.id, moveTo },
      {
        onSuccess: () => {
          notify.done(catalog.removed(type.name));
          props.onClose();
        },
        onError: notify.failed,
      },
    );
  return (
    <RemoveOrdered
      thing={type}
      others={props.all.filter(({ id }) => id !== type.id)}
      isPending={remove.isPending}
      onConfirm={confirm}
      onClose={props.onClose}
    />
  );
}
