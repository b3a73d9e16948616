// Where an import remembers which object stands for which record.

import { hash } from 'node:crypto';
import type { JournalEntry } from '../../domain/import.ts';
import type { IdentifiedTable } from '../../ports/porting-store.ts';
import type { Journal, ObjectKind } from './import-step.ts';

/** An ID of ours, or two of them. */
const ourShape = /^[a-z]+_[0-9a-z]{26}( [a-z]+_[0-9a-z]{26})?$/;

/**
 * How the journal names a record. The ID that a person has elsewhere may be their email address, and would outlast the
 * erasure of their data; a digest can be compared as well.
 */
const sealed = (sourceId: string): string =>
  ourShape.test(sourceId) ? sourceId : hash('sha256', sourceId, 'base64url');

export const sealedEntries = (entries: readonly JournalEntry[]): JournalEntry[] =>
  entries.map((entry) => ({ ...entry, sourceId: sealed(entry.sourceId) }));

const tableOf: Record<ObjectKind, IdentifiedTable> = {
  postType: 'postTypes',
  status: 'statuses',
  tag: 'tags',
  user: 'users',
  post: 'posts',
  comment: 'comments',
  changelog: 'changelogs',
  attachment: 'attachments',
};

export const storedJournal = (workspaceId: string, importId: string): Journal => ({
  async find(read, kind, sourceIds) {
    const idOf = new Map(sourceIds.map((id) => [sealed(id), id]));
    const found = await read.imports.journalOf(workspaceId, importId, kind, [...idOf.keys()]);
    return new Map([...found].map(([key, entry]) => [idOf.get(key) ?? key, entry]));
  },
  existing: (read, kind, objectIds) => read.imports.existing(workspaceId, tableOf[kind], objectIds),
});
