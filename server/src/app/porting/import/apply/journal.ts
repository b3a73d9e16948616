// Where an import remembers which object stands for which record.

import { hash } from 'node:crypto';
import type { JournalEntry, JournalKind } from '../../../../domain/porting/import.ts';
import type { IdentifiedTable } from '../../../../ports/porting/porting-store.ts';
import type { Reader } from '../../../../ports/store.ts';
import { Turn } from '../../turns.ts';
import type { Journal, ObjectKind } from '../plan/step.ts';

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
  submission: 'submissions',
};

/** Named by very many records, and few enough to be remembered. */
const remembered: ReadonlySet<JournalKind> = new Set(['user', 'status', 'postType', 'tag']);
/** About 5 MB. */
const maxRemembered = 20_000;

/**
 * The journal of one run. People are not deleted while an import runs, since only the undo of another one would; after
 * an interruption, it may have happened.
 */
export function storedJournal(workspaceId: string, importId: string, isResumed: boolean): Journal {
  const memory = new Map<string, JournalEntry>();
  const remember = (kind: JournalKind, entries: ReadonlyMap<string, JournalEntry>) => {
    if (memory.size + entries.size > maxRemembered) memory.clear();
    for (const [id, entry] of entries) memory.set(`${kind} ${id}`, entry);
  };
  const stored = async (
    read: Reader,
    kind: JournalKind,
    sourceIds: readonly string[],
  ): Promise<Map<string, JournalEntry>> => {
    if (sourceIds.length === 0) return new Map();
    const idOf = new Map<string, string>();
    const turn = new Turn();
    for (const id of sourceIds) {
      if (turn.isOver) await turn.end();
      idOf.set(sealed(id), id);
    }
    const found = await read.imports.journalOf(workspaceId, importId, kind, [...idOf.keys()]);
    return new Map([...found].map(([key, entry]) => [idOf.get(key) ?? key, entry]));
  };
  return {
    async find(read, kind, sourceIds) {
      if (!remembered.has(kind)) return stored(read, kind, sourceIds);
      const known = new Map<string, JournalEntry>();
      const missing: string[] = [];
      for (const id of sourceIds) {
        const entry = memory.get(`${kind} ${id}`);
        if (entry === undefined) missing.push(id);
        else known.set(id, entry);
      }
      const found = await stored(read, kind, missing);
      remember(kind, found);
      for (const [id, entry] of found) known.set(id, entry);
      return known;
    },
    existing: async (read, kind, objectIds) =>
      kind === 'user' && !isResumed
        ? new Set(objectIds)
        : read.imports.existing(workspaceId, tableOf[kind], objectIds),
  };
}
