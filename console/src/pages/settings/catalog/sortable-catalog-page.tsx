// What statuses and post types share: a sortable list, and moving posts when one is deleted.

import { type ReactNode, useState } from 'react';
import type { Removal } from '../../../data/catalog.ts';
import { useMayAdminister } from '../../../data/session.ts';
import { inOrder } from '../../../parts/forms/list-order.ts';
import { SortableRows } from '../../../parts/forms/sortable-rows.tsx';
import { useNotify } from '../../../parts/states/notify.tsx';
import type { QueryState } from '../../../parts/states/states.tsx';
import { SettingsList } from '../settings-list.tsx';
import { CatalogRow } from './catalog-row.tsx';
import { DeleteCatalogItem, type RemovalTexts } from './delete-catalog-item.tsx';

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
  variables?: Input | undefined;
}

type Open<T> = { what: 'edit'; item: T | undefined } | { what: 'remove'; item: T };

export interface EditorProps<T> {
  /** Undefined when creating a new one. */
  item: T | undefined;
  all: readonly T[];
  onClose: () => void;
}

export function SortableCatalogPage<T extends Ordered>(props: {
  texts: RemovalTexts & { title: string; text: string; create: string; defaultStays: string };
  query: QueryState<T[]>;
  reorder: Change<string[]>;
  remove: Change<Removal>;
  /** Shown after the number of posts. */
  details?: (item: T, all: readonly T[]) => ReactNode;
  Editor: (props: EditorProps<T>) => ReactNode;
}) {
  const { texts, reorder, Editor } = props;
  const notify = useNotify();
  const mayAdminister = useMayAdminister();
  const [open, setOpen] = useState<Open<T> | null>(null);
  const close = () => setOpen(null);
  const edit = (item: T | undefined) => setOpen({ what: 'edit', item });
  return (
    <SettingsList
      texts={texts}
      createLabel={texts.create}
      query={props.query}
      onCreate={() => edit(undefined)}
    >
      {(all) => (
        <>
          <SortableRows
            items={reorder.isPending ? inOrder(all, reorder.variables ?? []) : all}
            onReorder={mayAdminister ? (ids) => reorder.mutate(ids, { onError: notify.failed }) : undefined}
          >
            {(item) => (
              <CatalogRow
                item={item}
                extra={props.details?.(item, all)}
                staysBecause={item.isDefault ? texts.defaultStays : undefined}
                onEdit={() => edit(item)}
                onRemove={() => setOpen({ what: 'remove', item })}
              />
            )}
          </SortableRows>
          {open?.what === 'edit' && <Editor item={open.item} all={all} onClose={close} />}
          {open?.what === 'remove' && (
            <DeleteCatalogItem
              texts={texts}
              item={open.item}
              all={all}
              remove={props.remove}
              onClose={close}
            />
          )}
        </>
      )}
    </SettingsList>
  );
}
