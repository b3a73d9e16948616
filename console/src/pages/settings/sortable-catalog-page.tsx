// What statuses and post types share: a list whose order is theirs to choose, and posts that go elsewhere when one
// of them is deleted.

import { type ReactNode, useState } from 'react';
import type { Removal } from '../../data/catalog.ts';
import { useMayAdminister } from '../../data/session.ts';
import { useNotify } from '../../parts/notify.tsx';
import { OrderedRows } from '../../parts/sortable-rows.tsx';
import type { Asked } from '../../parts/states.tsx';
import { CatalogRow } from './catalog-row.tsx';
import { type RemovalTexts, RemoveOrdered } from './delete-catalog-item.tsx';
import { SettingsList } from './settings-list.tsx';

interface Ordered {
  id: string;
  name: string;
  color: string;
  isDefault: boolean;
  postsCount: number;
}

interface Change<Input> {
  mutate: (input: Input, on: { onSuccess?: () => void; onError: (error: unknown) => void }) => void;
  isPending: boolean;
}

type Open<T> = { what: 'edit'; thing: T | undefined } | { what: 'remove'; thing: T };

export interface EditorProps<T> {
  /** Undefined: a new one. */
  thing: T | undefined;
  all: readonly T[];
  onClose: () => void;
}

export function OrderedPage<T extends Ordered>(props: {
  texts: RemovalTexts & { title: string; text: string; create: string; defaultStays: string };
  query: Asked<T[]>;
  reorder: Change<string[]>;
  remove: Change<Removal>;
  /** What a row says beside the name and the number of posts. */
  details?: (thing: T, all: readonly T[]) => ReactNode;
  Editor: (props: EditorProps<T>) => ReactNode;
}) {
  const { texts, reorder, Editor } = props;
  const notify = useNotify();
  const mayAdminister = useMayAdminister();
  const [open, setOpen] = useState<Open<T> | null>(null);
  const close = () => setOpen(null);
  const edit = (thing: T | undefined) => setOpen({ what: 'edit', thing });
  return (
    <SettingsList
      texts={texts}
      createLabel={texts.create}
      query={props.query}
      onCreate={() => edit(undefined)}
    >
      {(all) => (
        <>
          <OrderedRows
            things={all}
            onReorder={mayAdminister ? (ids) => reorder.mutate(ids, { onError: notify.failed }) : undefined}
          >
            {(thing) => (
              <CatalogRow
                thing={thing}
                extra={props.details?.(thing, all)}
                staysBecause={thing.isDefault ? texts.defaultStays : undefined}
                onEdit={() => edit(thing)}
                onRemove={() => setOpen({ what: 'remove', thing })}
              />
            )}
          </OrderedRows>
          {open?.what === 'edit' && <Editor thing={open.thing} all={all} onClose={close} />}
          {open?.what === 'remove' && (
            <RemoveOrdered texts={texts} thing={open.thing} all={all} remove={props.remove} onClose={close} />
          )}
        </>
      )}
    </SettingsList>
  );
}
