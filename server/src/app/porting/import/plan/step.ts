// What the steps of an import share. A step plans one batch of records of one resource with lookups only, and applies
// the plan in a transaction; a dry run stops after the plan.

import { createHash } from 'node:crypto';
import type { Visibility } from '../../../../domain/feedback/post.ts';
import type { Instant } from '../../../../domain/kernel/clock.ts';
import { Failure } from '../../../../domain/kernel/failure.ts';
import { type IdKind, idPrefixes, isTestId, looksLikeId, type MintId } from '../../../../domain/kernel/id.ts';
import type { JournalEntry, JournalKind } from '../../../../domain/porting/import.ts';
import type { Reader } from '../../../../ports/store.ts';
import type { SeenWriter } from '../../../kernel/change.ts';
import { type LineError, lineOf, type Numbered } from '../read/records.ts';

/** Kinds that records of others refer to. */
export type ObjectKind = Exclude<JournalKind, 'vote' | 'follower' | 'statusChange' | 'ban' | 'suppression'>;

/** The import that a step belongs to. */
export interface ImportContext {
  workspaceId: string;
  importId: string;
  /** The workspace's own user, here and in the source. */
  ownUserId: string;
  sourceUserId: string;
  /** The workspace was empty: versions and times of updates are kept as well. */
  isFaithful: boolean;
  /** An earlier run of the same import was interrupted, so that the journal knows some of the records. */
  isResumed: boolean;
  /** Of posts, and of comments on public posts, whose record doesn't say. */
  visibility: Visibility;
  publishesComments: boolean;
  mintId: MintId;
  now: Instant;
  journal: Journal;
}

export interface Journal {
  find(
    read: Reader,
    kind: ObjectKind | 'vote' | 'follower' | 'ban' | 'suppression',
    sourceIds: readonly string[],
  ): Promise<Map<string, JournalEntry>>;
  /** Which of these objects are still there: others in the workspace may delete them during an import. */
  existing(read: Reader, kind: ObjectKind, objectIds: readonly string[]): Promise<Set<string>>;
}

export interface Step<Item> {
  created: number;
  found: number;
  /** Of the created posts. */
  publicPosts: number;
  errors: LineError[];
  /** What was left out of records that were imported. */
  warnings: LineError[];
  /** Records to plan again later, because something that they name may still come. */
  deferred: Numbered<Item>[];
  notes: JournalEntry[];
  /** Records of the batch whose ID an earlier one has, by that ID: found if that one is imported. */
  repeats: Map<string, Numbered<unknown>[]>;
  /** May correct the numbers, if only the write shows what is new. */
  apply(write: SeenWriter): Promise<void>;
}

export type Plan<Item> = (
  context: ImportContext,
  read: Reader,
  batch: readonly Numbered<Item>[],
) => Promise<Step<Item>>;

export const emptyStep = <Item>(): Step<Item> => ({
  created: 0,
  found: 0,
  publicPosts: 0,
  errors: [],
  warnings: [],
  deferred: [],
  notes: [],
  repeats: new Map(),
  apply: async () => undefined,
});

/** The records that the journal does not know yet. The others are counted. */
export async function unknownOf<Item extends { id: string }>(
  context: ImportContext,
  read: Reader,
  kind: ObjectKind,
  batch: readonly Numbered<Item>[],
  step: Step<Item>,
): Promise<Numbered<Item>[]> {
  const ids = batch.map(({ record }) => record.id);
  const known = await context.journal.find(read, kind, ids);
  const seen = new Set<string>();
  return batch.filter((numbered) => {
    const { record } = numbered;
    const entry = known.get(record.id);
    const isRepeat = entry === undefined && seen.has(record.id);
    if (isRepeat) step.repeats.set(record.id, [...(step.repeats.get(record.id) ?? []), numbered]);
    seen.add(record.id);
    if (entry === undefined && !isRepeat) return true;
    if (context.isResumed && entry?.isNew === true) step.created += 1;
    else step.found += 1;
    return false;
  });
}

/** Notes which object stands for a record. */
export function note(
  step: Step<unknown>,
  kind: JournalKind,
  sourceId: string,
  objectId: string,
  isNew: boolean,
): void {
  step.notes.push({ kind, sourceId, objectId, isNew });
  if (isNew) step.created += 1;
  else step.found += 1;
}

/** Looks up the objects behind references of a batch. Those that are gone are left out. */
export const objectsFor = async (
  context: ImportContext,
  read: Reader,
  kind: ObjectKind,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> => objectIdsOf(await entriesFor(context, read, kind, ids));

export const objectIdsOf = (entries: ReadonlyMap<string, JournalEntry>): Map<string, string> =>
  new Map([...entries].map(([id, { objectId }]) => [id, objectId]));

/** Like `objectsFor`, with all that the journal says. */
export async function entriesFor(
  { journal }: ImportContext,
  read: Reader,
  kind: ObjectKind,
  ids: readonly (string | null)[],
): Promise<Map<string, JournalEntry>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const entries = await journal.find(read, kind, wanted);
  const objectIds = [...entries.values()].map(({ objectId }) => objectId);
  const existing = await journal.existing(read, kind, objectIds);
  return new Map([...entries].filter(([, { objectId }]) => existing.has(objectId)));
}

/** Where a vote, a comment or a follower belongs: a post that is merged here hands it on to its target. */
export function placed(
  record: { postId: string; mergedFromId: string | null },
  posts: ReadonlyMap<string, string>,
  mergedInto: ReadonlyMap<string, string>,
): { named: string; postId: string; mergedFromId: string | null } {
  const named = required(posts, record.postId, 'postId');
  const postId = mergedInto.get(named) ?? named;
  const origins = record.mergedFromId === null ? [] : [required(posts, record.mergedFromId, 'mergedFromId')];
  // An origin counts only if it is merged here as well: otherwise, unmerging could not lead back to it.
  const mergedFromId = [...origins, named].find((origin) => mergedInto.get(origin) === postId) ?? null;
  return { named, postId, mergedFromId };
}

/** Thrown by a record's own checks; the message becomes its line in the report. */
export class Refused extends Error {}

/** The object behind a reference; refuses the record if there is none. */
export function required(found: ReadonlyMap<string, string>, id: string, what: string): string {
  const objectId = found.get(id);
  if (objectId === undefined) throw new Refused(`"${what}" names nothing that was imported: "${id}".`);
  return objectId;
}

/** Runs the work for each record; refusals become errors of its line, and of those that repeat it. */
export function eachRecord<Item extends object>(
  step: Step<unknown>,
  batch: readonly Numbered<Item>[],
  work: (numbered: Numbered<Item>) => void,
): void {
  for (const numbered of batch) {
    try {
      work(numbered);
    } catch (error) {
      if (!(error instanceof Refused) && !(error instanceof Failure)) throw error;
      const { record } = numbered;
      const repeats = 'id' in record ? (step.repeats.get(String(record.id)) ?? []) : [];
      step.found -= repeats.length;
      for (const refused of [numbered, ...repeats])
        step.errors.push({ ...lineOf(refused), message: error.message });
    }
  }
}

/** Whether the ID is one of ours, so that it can be kept. */
export const isOurs = (kind: IdKind, id: string): boolean => looksLikeId(kind, id) && !isTestId(kind, id);

/** The source's ID if it is one of ours, otherwise a new one. */
export const keptId = ({ mintId }: ImportContext, kind: IdKind, id: string): string =>
  isOurs(kind, id) ? id : mintId(kind);

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * The source's ID if it is one of ours, otherwise one that is always the same for this record and workspace: for
 * kinds without an external ID, so that a second import finds the object.
 */
export function stableId(
  { workspaceId }: Pick<ImportContext, 'workspaceId'>,
  kind: 'statusChange' | 'changelog' | 'attachment' | 'comment' | 'submission',
  id: string,
): string {
  if (isOurs(kind, id)) return id;
  const digest = createHash('sha256')
    .update(JSON.stringify([workspaceId, kind, id]))
    .digest();
  const body = Array.from(
    { length: 26 },
    (_, index) => alphabet[(digest[index] ?? 0) & (index === 0 ? 7 : 31)],
  );
  return `${idPrefixes[kind]}_${body.join('')}`;
}

/** The caller's own ID of an object from another service: the ID that it had there. */
export const externalIdOf = (
  kind: IdKind,
  { id, externalId }: { id: string; externalId: string | null },
): string | null => externalId ?? (isOurs(kind, id) ? null : id);

/** Version and times of a new object. Delta sync must find what is added to a workspace that is in use. */
export function datesOf(
  { isFaithful, now }: ImportContext,
  record: { version: number; createdAt: Instant | null; updatedAt: Instant | null },
): { version: number; createdAt: Instant; updatedAt: Instant } {
  const createdAt = record.createdAt ?? now;
  if (!isFaithful) return { version: 1, createdAt, updatedAt: now };
  return { version: record.version, createdAt, updatedAt: record.updatedAt ?? createdAt };
}
