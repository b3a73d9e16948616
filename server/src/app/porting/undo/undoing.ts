// Undoes an import: removes what it added, in small transactions. What someone has changed or used since stays, unless
// it belongs to a post that goes. It can be interrupted anywhere, and continues when it is run again.
//
// Objects that go have no events of their own: there is one at the end. They are listed as deleted.

import { restoredType } from '../../../domain/events/ledger.ts';
import { isPublic } from '../../../domain/feedback/post.ts';
import type { Instant } from '../../../domain/kernel/clock.ts';
import { type Import, type JournalEntry, uneditedSince, voteOfKey } from '../../../domain/porting/import.ts';
import type { LedgerReader } from '../../../ports/events/ledger-store.ts';
import type { PostSize } from '../../../ports/porting/undo-store.ts';
import { unmergePost } from '../../feedback/merging.ts';
import { change } from '../../kernel/change.ts';
import { announceEnd, hasChanged } from '../import/report.ts';
import type { ImportDeps, JobOrder } from '../import/start.ts';
import { seenOnPosts } from '../seen-posts.ts';
import { undoCatalog } from './catalog.ts';
import { undoComments } from './comments.ts';
import { UndoRun, type UndoWork } from './run.ts';

const rowsAtOnce = 250;
/** Posts, votes and comments of a transaction; a post with more has one of its own, as if it were deleted. */
const maxWeight = 2_000;

/** Runs an undo that belongs to this process. */
export async function undoImport(
  deps: ImportDeps,
  order: JobOrder,
  progress: Import,
  owner: string,
): Promise<Import> {
  const advancedBy = await advancedSince(deps.store.read.ledger, order.workspaceId, progress.createdAt);
  const run = new UndoRun(deps, order, progress, owner, uneditedSince(progress, advancedBy));
  // Before the posts, with which they would go without being counted.
  await run.each('submission', rowsAtOnce, undoSubmissions(run));
  // Posts that don't fit in a step wait for another turn.
  while ((await run.each('post', rowsAtOnce, undoPosts(run))) > 0);
  await run.each('vote', rowsAtOnce, undoVotes(run));
  await run.each('follower', rowsAtOnce, undoFollowers(run));
  await run.each('statusChange', rowsAtOnce, async ({ write, objectIds, count }) => {
    const postIds = await write.imports.removeStatusChanges(run.workspaceId, objectIds);
    await seenOnPosts(write, run.workspaceId, postIds);
    count('statusChanges', { removed: postIds.length });
    return undefined;
  });
  await undoComments(run);
  await run.each('changelog', rowsAtOnce, undoChangelogs(run));
  await run.each('attachment', rowsAtOnce, async ({ write, objectIds, count, removeFiles }) => {
    const removed = await write.imports.removeAttachments(run.workspaceId, objectIds);
    await seenOnPosts(
      write,
      run.workspaceId,
      removed.flatMap(({ postId }) => postId ?? []),
    );
    count('attachments', { removed: removed.length });
    removeFiles(removed.map(({ fileKey }) => fileKey));
    return undefined;
  });
  await run.each('ban', rowsAtOnce, async ({ write, objectIds, count }) => {
    count('bans', { removed: await write.imports.removeBans(run.workspaceId, objectIds, run.endedAt) });
    return undefined;
  });
  await run.each('suppression', rowsAtOnce, undoSuppressions(run));
  await run.each('tag', rowsAtOnce, undoUnused(run, 'tag'));
  await run.each('user', rowsAtOnce, undoUnused(run, 'user'));
  await undoCatalog(run);
  await run.clearJournal();
  return end(run);
}

/** Restoring a backup advances versions as far as the sequence numbers of the ledger. */
async function advancedSince(ledger: LedgerReader, workspaceId: string, since: Instant): Promise<number> {
  const slice = { take: maxRestores, skip: 0, after: undefined };
  const restores = await ledger.audit(workspaceId, { actions: [restoredType], updatedSince: since, slice });
  let advancedBy = 0;
  for (const { sequence } of restores)
    advancedBy += sequence - (await ledger.lastBefore(workspaceId, sequence));
  return advancedBy;
}

/** An import can be undone for a month only. */
const maxRestores = 1_000;

/** Merges are undone first: so the votes and comments of other posts go back to those. */
const undoPosts =
  (run: UndoRun): UndoWork =>
  async ({ write, now, entries, undone, count, removeFiles, objectIds }) => {
    const { workspaceId } = run;
    const chosen = lightest(await write.imports.postSizes(workspaceId, objectIds));
    const ids = chosen.map(({ id }) => id);
    const targets = await write.imports.mergedIntoAny(workspaceId, ids);
    const sources = chosen.flatMap(({ id, mergedIntoId }) => (mergedIntoId === null ? [] : id));
    for (const id of new Set([...sources, ...targets])) await unmergePost(write, workspaceId, id, now);
    const removed = await write.imports.removePosts(workspaceId, ids);
    if (removed.posts.some(isPublic)) write.visitorsSee();
    for (const [id, posts] of countedBy(removed.posts, ({ statusId }) => statusId))
      await write.statuses.addToPostsCount(workspaceId, id, -posts);
    for (const [id, posts] of countedBy(removed.posts, ({ postTypeId }) => postTypeId))
      await write.postTypes.addToPostsCount(workspaceId, id, -posts);
    for (const id of ids) undone('post', { id });
    count('posts', { removed: removed.posts.length });
    for (const resource of ['votes', 'comments', 'followers', 'statusChanges', 'attachments'] as const)
      if (removed[resource] > 0) count(resource, { removed: removed[resource] });
    removeFiles(removed.fileKeys);
    const last = ids.at(-1);
    // Entries after the last chosen post wait for the next step; without any, all are gone already.
    return last === undefined ? undefined : upTo(entries, last);
  };

/** The first posts whose votes and comments fit in a transaction; at least one. */
function lightest(sizes: readonly PostSize[]): PostSize[] {
  let weight = 0;
  return sizes.filter(({ votesCount, importedVotes, commentsCount }, index) => {
    weight += 1 + Math.max(0, votesCount - importedVotes) + commentsCount;
    return index === 0 || weight <= maxWeight;
  });
}

const upTo = (entries: readonly JournalEntry[], lastId: string): JournalEntry[] =>
  entries.slice(0, entries.findIndex(({ objectId }) => objectId === lastId) + 1);

/** Votes on posts that existed before. */
const undoVotes =
  (run: UndoRun): UndoWork =>
  async ({ write, now, objectIds, undone, count }) => {
    const { workspaceId } = run;
    const { shown, setAside, promoted } = await write.imports.removeVotes(
      workspaceId,
      objectIds.map(voteOfKey),
      run.endedAt,
    );
    const differences = new Map<string, { votes: number; comments: number }>();
    for (const [id, votes] of countedBy(shown, ({ postId }) => postId))
      differences.set(id, { votes: (promoted.get(id) ?? 0) - votes, comments: 0 });
    await write.imports.addToCounts(workspaceId, differences, now);
    await seenOnPosts(write, workspaceId, differences.keys());
    for (const { postId, userId } of shown) undone('vote', { id: postId, postId, userId });
    count('votes', { removed: shown.length + setAside });
    return undefined;
  };

/** Of posts that existed before. */
const undoFollowers =
  ({ workspaceId, endedAt }: UndoRun): UndoWork =>
  async ({ write, objectIds, count }) => {
    const given = objectIds.map(voteOfKey);
    count('followers', { removed: await write.imports.removeFollowers(workspaceId, given, endedAt) });
    return undefined;
  };

const undoChangelogs =
  (run: UndoRun): UndoWork =>
  async ({ write, objectIds, undone, count, removeFiles }) => {
    const { workspaceId, unedited } = run;
    const there = await write.imports.existing(workspaceId, 'changelogs', objectIds);
    const removed = await write.imports.removeUneditedChangelogs(workspaceId, objectIds, unedited);
    if (removed.entries.some(({ state }) => state === 'published')) write.visitorsSee();
    for (const { id } of removed.entries) undone('changelog', { id });
    count('changelogs', { removed: removed.entries.length, kept: there.size - removed.entries.length });
    if (removed.fileKeys.length > 0) count('attachments', { removed: removed.fileKeys.length });
    removeFiles(removed.fileKeys);
    return undefined;
  };

/** What has been decided since stays, like its author. */
const undoSubmissions =
  ({ workspaceId, unedited }: UndoRun): UndoWork =>
  async ({ write: { imports }, objectIds, count }) => {
    const there = await imports.existing(workspaceId, 'submissions', objectIds);
    const removed = await imports.removeUndecidedSubmissions(workspaceId, objectIds, unedited);
    count('submissions', { removed, kept: there.size - removed });
    return undefined;
  };

/** What was reported here since, or said by the person, stays. */
const undoSuppressions =
  ({ workspaceId }: UndoRun): UndoWork =>
  async ({ write: { imports }, objectIds, count }) => {
    const there = await imports.existing(workspaceId, 'suppressions', objectIds);
    const removed = await imports.removeImportedSuppressions(workspaceId, objectIds);
    count('suppressions', { removed, kept: there.size - removed });
    return undefined;
  };

const undoUnused =
  (run: UndoRun, kind: 'tag' | 'user'): UndoWork =>
  async ({ write, objectIds, undone, count }) => {
    const { workspaceId, unedited } = run;
    const { imports } = write;
    const resource = `${kind}s` as const;
    const there = await imports.existing(workspaceId, resource, objectIds);
    const removed =
      kind === 'tag'
        ? await imports.removeUnusedTags(workspaceId, objectIds, unedited)
        : await imports.removeUnusedUsers(workspaceId, objectIds, unedited);
    for (const id of removed) undone(kind, { id });
    count(resource, { removed: removed.length, kept: there.size - removed.length });
    return undefined;
  };

function countedBy<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
}

async function end(run: UndoRun): Promise<Import> {
  const { deps, order, progress } = run;
  const now = deps.clock.now();
  const ended: Import = { ...progress, state: 'undone', done: progress.total, updatedAt: now };
  if (hasChanged(ended))
    await change(deps, order, async (write) => {
      await run.store(write, ended);
      await announceEnd(write, order.workspaceId, ended);
    });
  else await run.transact((write) => run.store(write, ended));
  return ended;
}
