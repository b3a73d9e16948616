// Turns the rows of a workspace into the records of the format.

import { documentOf } from '../../../domain/feedback/comment-text.ts';
import type { Follower } from '../../../domain/feedback/follower.ts';
import type { SortKey } from '../../../domain/kernel/page.ts';
import { addressHash, isListed, type Suppression, userHash } from '../../../domain/mail/suppression.ts';
import type { RecordOf, Resource, SuppressionRecord } from '../../../domain/porting/records.ts';
import type { ExportedRows } from '../../../ports/porting/porting-store.ts';
import type { Snapshot } from '../../../ports/store.ts';
import { postKey, rowsOf, userKey } from './rows.ts';

type Pages<R extends Resource> = AsyncGenerator<RecordOf<R>[]>;

const byId = ({ id }: { id: string }): SortKey => [id];
const byUser = ({ userId }: { userId: string }): SortKey => [userId];
const byPostAndUser = ({ postId, userId }: { postId: string; userId: string }): SortKey => [postId, userId];

const byOriginAndUser = ({ originId, userId }: Follower): SortKey => [originId, userId];

/** Pages are small where a row can hold a long text. */
const manyRows = 500;
const someRows = 200;
const fewRows = 50;

async function* mapped<Name extends keyof ExportedRows, Item>(
  snapshot: Snapshot,
  workspaceId: string,
  name: Name,
  keyOf: (row: ExportedRows[Name]) => SortKey,
  take: number,
  toItem: (row: ExportedRows[Name]) => Item,
): AsyncGenerator<Item[]> {
  for await (const page of rowsOf(snapshot, workspaceId, name, keyOf, take)) yield page.map(toItem);
}

const same = <Item>(row: Item): Item => row;

const writers: { [R in Resource]: (snapshot: Snapshot, workspaceId: string) => Pages<R> } = {
  postTypes: (snapshot, id) => mapped(snapshot, id, 'postTypes', byId, manyRows, same),
  statuses: (snapshot, id) => mapped(snapshot, id, 'statuses', byId, manyRows, same),
  tags: (snapshot, id) => mapped(snapshot, id, 'tags', byId, manyRows, same),
  users: (snapshot, id) => mapped(snapshot, id, 'users', userKey, manyRows, same),
  posts,
  comments: (snapshot, id) =>
    mapped(snapshot, id, 'comments', byId, someRows, (comment) => ({
      ...comment,
      document: comment.document === null ? null : documentOf(comment),
    })),
  votes,
  followers: (snapshot, id) =>
    mapped(snapshot, id, 'followers', byOriginAndUser, manyRows, ({ originId, ...follower }) => ({
      ...follower,
      mergedFromId: originId === follower.postId ? null : originId,
    })),
  statusChanges: (snapshot, id) => mapped(snapshot, id, 'statusChanges', byId, manyRows, same),
  changelogs,
  submissions: (snapshot, id) => mapped(snapshot, id, 'submissions', byId, someRows, same),
  bans: (snapshot, id) => mapped(snapshot, id, 'bans', byUser, manyRows, same),
  mailSettings: (snapshot, id) => mapped(snapshot, id, 'mailSettings', byUser, manyRows, same),
  suppressions,
  attachments: (snapshot, id) =>
    mapped(snapshot, id, 'attachments', byId, manyRows, ({ fileKey: _, ...row }) => ({ ...row, url: null })),
};

async function* posts(snapshot: Snapshot, workspaceId: string): Pages<'posts'> {
  for await (const page of rowsOf(snapshot, workspaceId, 'posts', postKey, fewRows)) {
    const tagsOf = await snapshot.read.tags.tagsOf(
      workspaceId,
      page.map(({ id }) => id),
    );
    const owners = await snapshot.read.memberships.membersOf(
      workspaceId,
      page.flatMap(({ ownerId }) => ownerId ?? []),
    );
    yield page.map((post) => ({
      ...post,
      ownerEmail: owners.get(post.ownerId ?? '')?.email ?? null,
      tagIds: (tagsOf.get(post.id) ?? []).map(({ id }) => id),
      mergeIntoId: null,
    }));
  }
}

async function* votes(snapshot: Snapshot, workspaceId: string): Pages<'votes'> {
  yield* mapped(snapshot, workspaceId, 'votes', byPostAndUser, manyRows, (vote) => ({
    ...vote,
    isSetAside: false,
  }));
  yield* mapped(snapshot, workspaceId, 'setAsideVotes', byPostAndUser, manyRows, (vote) => ({
    ...vote,
    recordedAt: null,
    mergedFromId: null,
    isSetAside: true,
  }));
}

async function* changelogs(snapshot: Snapshot, workspaceId: string): Pages<'changelogs'> {
  for await (const page of rowsOf(snapshot, workspaceId, 'changelogs', byId, fewRows)) {
    const linked = await snapshot.read.changelogs.linkedPostIdsOf(
      workspaceId,
      page.map(({ id }) => id),
    );
    yield page.map((changelog) => ({ ...changelog, linkedPostIds: linked.get(changelog.id) ?? [] }));
  }
}

const suppressionRecord = (
  { scope, reason, createdAt }: Suppression,
  who: Pick<SuppressionRecord, 'email' | 'userId'>,
): SuppressionRecord => ({ ...who, scope, reason, createdAt });

/**
 * The hashes mean nothing in another workspace, so each needs a name: the address that is kept with it, or that of
 * a person who has it now, or the person themselves. Of people who were deleted nothing is left that has one.
 */
async function* suppressions(snapshot: Snapshot, workspaceId: string): Pages<'suppressions'> {
  let hasUnlisted = false;
  for await (const page of rowsOf(snapshot, workspaceId, 'suppressions', byId, manyRows)) {
    const listed = page.filter(isListed);
    hasUnlisted ||= listed.length < page.length;
    yield listed.map((each) => suppressionRecord(each, { email: each.address, userId: null }));
  }
  const key = await snapshot.read.suppressions.keyOf(workspaceId);
  if (!hasUnlisted || key === undefined) return;
  for await (const page of rowsOf(snapshot, workspaceId, 'users', userKey, manyRows)) {
    const named = new Map<string, Pick<SuppressionRecord, 'email' | 'userId'>>(
      page.flatMap(({ id, email, isErased }) => [
        ...(isErased ? [] : [[userHash(key, id), { email: null, userId: id }] as const]),
        ...(email === null ? [] : [[addressHash(key, email), { email, userId: null }] as const]),
      ]),
    );
    const found = await snapshot.read.suppressions.ofHashes(workspaceId, [...named.keys()]);
    yield found.flatMap((each) => {
      const who = named.get(each.hash);
      return who === undefined || isListed(each) ? [] : suppressionRecord(each, who);
    });
  }
}

export const recordsOf = <R extends Resource>(
  snapshot: Snapshot,
  workspaceId: string,
  resource: R,
): Pages<R> => writers[resource](snapshot, workspaceId);
