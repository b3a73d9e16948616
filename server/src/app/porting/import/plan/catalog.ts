// Imports post types, statuses and tags. In an empty workspace they replace the defaults; otherwise those with the same
// slug or name are used, and the others are added.

import { ownSlugOfName, slugOfName } from '../../../../domain/catalog/ordered.ts';
import { newPostType } from '../../../../domain/catalog/post-type.ts';
import { newStatus } from '../../../../domain/catalog/status.ts';
import { newTag } from '../../../../domain/catalog/tag.ts';
import { nameKey } from '../../../../domain/kernel/text.ts';
import type { JournalEntry } from '../../../../domain/porting/import.ts';
import type { PostTypeRecord, StatusRecord, TagRecord } from '../../../../domain/porting/records.ts';
import type { Reader, Writer } from '../../../../ports/store.ts';
import type { Numbered } from '../read/records.ts';
import {
  datesOf,
  emptyStep,
  type ImportContext,
  keptId,
  note,
  type Plan,
  type Step,
  unknownOf,
} from './step.ts';

export interface CatalogBatch {
  postTypes: Numbered<PostTypeRecord>[];
  statuses: Numbered<StatusRecord>[];
}

/** Replaces the catalog of an empty workspace, or adds to it. */
export async function planCatalog(
  context: ImportContext,
  read: Reader,
  batch: CatalogBatch,
): Promise<{
  postTypes: Step<PostTypeRecord>;
  statuses: Step<StatusRecord>;
  notes: JournalEntry[];
  apply(write: Writer): Promise<void>;
}> {
  const { workspaceId } = context;
  const isReplaced =
    context.isFaithful &&
    batch.postTypes.length > 0 &&
    batch.statuses.length > 0 &&
    (await read.imports.isUnused(workspaceId)) &&
    // Unless an earlier run has done it.
    (
      await context.journal.find(
        read,
        'status',
        batch.statuses.map(({ record }) => record.id),
      )
    ).size === 0;
  const types = await planOrdered(context, read, 'postType', batch.postTypes, {
    known: isReplaced ? [] : await read.postTypes.list(workspaceId),
    isReplaced,
  });
  const statuses = await planOrdered(context, read, 'status', batch.statuses, {
    known: isReplaced ? [] : await read.statuses.list(workspaceId),
    isReplaced,
  });
  return {
    postTypes: types.step,
    statuses: statuses.step,
    notes: [...types.step.notes, ...statuses.step.notes],
    async apply(write) {
      if (isReplaced) await write.imports.clearCatalog(workspaceId);
      for (const { record, ...given } of types.added)
        await write.postTypes.insert(
          workspaceId,
          newPostType({ ...given, ...datesOf(context, record) }, context.now),
        );
      for (const { record, ...given } of statuses.added) {
        const nextStatusIds = record.nextStatusIds?.flatMap((id) => statuses.objects.get(id) ?? []) ?? null;
        const own = {
          category: record.category ?? 'reviewing',
          nextStatusIds,
          notifyFollowers: record.notifyFollowers,
        };
        await write.statuses.insert(
          workspaceId,
          newStatus({ ...given, ...own, ...datesOf(context, record) }, context.now),
        );
      }
    },
  };
}

interface Known {
  id: string;
  name: string;
  slug: string;
}

async function planOrdered<Item extends PostTypeRecord>(
  context: ImportContext,
  read: Reader,
  kind: 'postType' | 'status',
  batch: readonly Numbered<Item>[],
  { known, isReplaced }: { known: readonly Known[]; isReplaced: boolean },
) {
  const step = emptyStep<Item>();
  const objects = new Map<string, string>();
  const ids = new Set(known.map(({ id }) => id));
  const idOfSlug = new Map(known.map(({ id, slug }) => [slug, id]));
  const idOfName = new Map(known.map(({ id, name }) => [nameKey(name), id]));
  const unknown = await unknownOf(context, read, kind, batch, step);
  for (const [id, { objectId }] of await context.journal.find(
    read,
    kind,
    batch.map(({ record }) => record.id),
  ))
    objects.set(id, objectId);
  const sorted = [...unknown].sort((a, b) => a.record.position - b.record.position || a.line - b.line);
  const defaultId = isReplaced
    ? (sorted.find(({ record }) => record.isDefault) ?? sorted[0])?.record.id
    : undefined;
  let position = known.length;
  const added = sorted.flatMap(({ record }) => {
    const { name, color } = record;
    const ownSlug = record.slug ?? ownSlugOfName(name);
    const same = ownSlug === undefined ? idOfName.get(nameKey(name)) : idOfSlug.get(ownSlug);
    const found = ids.has(record.id) ? record.id : same;
    const id = found ?? keptId(context, kind, record.id);
    objects.set(record.id, id);
    note(step, kind, record.id, id, found === undefined);
    if (found !== undefined) return [];
    const slug = ownSlug ?? freeSlug(name, id, idOfSlug);
    idOfSlug.set(slug, id);
    idOfName.set(nameKey(name), id);
    position += 1;
    const isDefault = record.id === defaultId;
    return { id, name, slug, position: position - 1, isDefault, ...(color !== null && { color }), record };
  });
  return { step, objects, added };
}

/** A slug for a name that has none of its own. */
function freeSlug(name: string, id: string, taken: ReadonlyMap<string, string>): string {
  const fromId = id.replaceAll('_', '-');
  const slug = slugOfName(name, fromId);
  return taken.has(slug) ? fromId : slug;
}

export const planTags: Plan<TagRecord> = async (context, read, batch) => {
  const step = emptyStep<TagRecord>();
  const { workspaceId } = context;
  const unknown = await unknownOf(context, read, 'tag', batch, step);
  const existing = await read.imports.existing(
    workspaceId,
    'tags',
    unknown.map(({ record }) => record.id),
  );
  const idOfName = new Map<string, string>();
  for (const { record } of unknown) {
    const found = await read.tags.findByName(workspaceId, record.name);
    if (found !== undefined) idOfName.set(nameKey(record.name), found.id);
  }
  const added = unknown.flatMap(({ record }) => {
    const found = existing.has(record.id) ? record.id : idOfName.get(nameKey(record.name));
    const id = found ?? keptId(context, 'tag', record.id);
    note(step, 'tag', record.id, id, found === undefined);
    if (found !== undefined) return [];
    idOfName.set(nameKey(record.name), id);
    const { name, color, isPublic } = record;
    return newTag({ id, name, color, isPublic, ...datesOf(context, record) }, context.now);
  });
  step.apply = async (write) => {
    for (const tag of added) await write.tags.insert(workspaceId, tag);
  };
  return step;
};
