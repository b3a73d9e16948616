// Finds what an import of posts or comments has here already: by ID, or by the ID that it had elsewhere.

import type { Reader } from '../../../../ports/store.ts';
import type { Numbered } from '../read/records.ts';
import { externalIdOf, type ImportContext, isOurs, type Step, stableId, unknownOf } from './step.ts';

interface Identified {
  id: string;
  externalId: string | null;
  isDeleted?: boolean;
}

/** A deleted comment has no external ID by which a second import could find it. */
export const matchableId = (context: ImportContext, { id, isDeleted }: Identified): string =>
  isDeleted === true ? stableId(context, 'comment', id) : id;

export interface Matched<Item> {
  /** The records that the journal doesn't know yet. */
  unknown: Numbered<Item>[];
  records: Item[];
  /** The object that a record stands for; undefined if it is new. */
  find(record: Item, externalId: string | null): string | undefined;
  /** Two records with the same external ID are the same object. */
  add(externalId: string | null, id: string): void;
}

export async function matchRecords<Item extends Identified>(
  context: ImportContext,
  read: Reader,
  kind: 'post' | 'comment',
  batch: readonly Numbered<Item>[],
  step: Step<Item>,
): Promise<Matched<Item>> {
  const { workspaceId } = context;
  const unknown = await unknownOf(context, read, kind, batch, step);
  const records = unknown.map(({ record }) => record);
  const existing = await read.imports.existing(
    workspaceId,
    `${kind}s`,
    records.map((record) => matchableId(context, record)).filter((id) => isOurs(kind, id)),
  );
  const externalIds = records.flatMap((record) => externalIdOf(kind, record) ?? []);
  const idOfExternalId = await read.imports.idsByExternalIds(workspaceId, `${kind}s`, externalIds);
  return {
    unknown,
    records,
    find(record, externalId) {
      const id = matchableId(context, record);
      if (existing.has(id)) return id;
      return externalId === null ? undefined : idOfExternalId.get(externalId);
    },
    add(externalId, id) {
      if (externalId !== null) idOfExternalId.set(externalId, id);
    },
  };
}
