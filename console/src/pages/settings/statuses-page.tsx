// Statuses: their order, colours, meaning and allowed moves.

import type { Status } from '@earshot/client';
import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useRemoveStatus, useReorderStatuses, useStatuses } from '../../data/catalog.ts';
import { useMayAdminister } from '../../data/session.ts';
import { useFormats } from '../../parts/format.ts';
import { useNotify } from '../../parts/notify.tsx';
import { OrderedRows } from '../../parts/ordered-rows.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Answered } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { CatalogRow } from './catalog-row.tsx';
import { RemoveOrdered } from './remove-ordered.tsx';
import { StatusModal } from './status-modal.tsx';

type Open = { what: 'edit'; status?: Status } | { what: 'remove'; status: Status };

export function StatusesPage() {
  const { statuses: texts } = useTexts().settings;
  const query = useStatuses();
  const reorder = useReorderStatuses();
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
              {(status) => (
                <CatalogRow
                  thing={status}
                  extra={<Moves status={status} all={all} />}
                  onEdit={() => setOpen({ what: 'edit', status })}
                  onRemove={() => setOpen({ what: 'remove', status })}
                />
              )}
            </OrderedRows>
            {open?.what === 'edit' && (
              <StatusModal status={open.status} all={all} onClose={() => setOpen(null)} />
            )}
            {open?.what === 'remove' && (
              <RemoveStatus status={open.status} all={all} onClose={() => setOpen(null)} />
            )}
          </>
        )}
      </Answered>
    </PageFrame>
  );
}

function Moves({ status, all }: { status: Status; all: readonly Status[] }) {
  const { statuses: texts } = useTexts().settings;
  const formats = useFormats();
  const { category, nextStatusIds: next } = status;
  const names = all.filter(({ id }) => next?.includes(id)).map(({ name }) => name);
  const moves =
    next === null ? '' : ` · ${names.length === 0 ? texts.noMoves : texts.movesTo(formats.list(names))}`;
  return (
    <>
      {' · '}
      {texts.categories[category]}
      {moves}
    </>
  );
}

function RemoveStatus(props: { status: Status; all: readonly Status[]; onClose: () => void }) {
  const { catalog } = useTexts().settings;
  const notify = useNotify();
  const remove = useRemoveStatus();
  const { status } = props;
  const confirm = (moveTo: string | undefined) =>
    remove.mutate(
      { id: status.id, moveTo },
      {
        onSuccess: () => {
          notify.done(catalog.removed(status.name));
          props.onClose();
        },
        onError: notify.failed,
      },
    );
  return (
    <RemoveOrdered
      thing={status}
      others={props.all.filter(({ id }) => id !== status.id)}
      isPending={remove.isPending}
      onConfirm={confirm}
      onClose={props.onClose}
    />
  );
}
