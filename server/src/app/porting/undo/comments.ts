// Undoes comments on posts that existed before. Replies go before the comment that they answer; a comment that someone
// else has answered leaves a stub, as when it is deleted.

import {
  type Comment,
  counts,
  countsInPublic,
  type Replies,
  stub,
} from '../../../domain/feedback/comment.ts';
import type { JournalEntry } from '../../../domain/porting/import.ts';
import { tidyStubs } from '../../feedback/comments/comment-stubs.ts';
import { seenOnPosts } from '../seen-posts.ts';
import type { UndoRun, UndoStep, UndoWork } from './run.ts';

const commentsAtOnce = 250;

export async function undoComments(run: UndoRun): Promise<void> {
  // Replies may come later in the journal than their parent, which then takes another turn.
  while ((await run.each('comment', commentsAtOnce, undoLeaves(run))) > 0);
  await run.each('comment', commentsAtOnce, undoAnswered(run));
}

/** Removes comments without replies, or whose replies are removed with them. Others stay in the journal. */
const undoLeaves =
  (run: UndoRun): UndoWork =>
  async (step) => {
    const { candidates, dealtWith } = await candidatesOf(run, step);
    const replies = await step.write.imports.repliesTo(run.workspaceId, candidates);
    const removable = withoutOthers(candidates, replies);
    await removeAll(run, step, removable);
    const ids = new Set(removable.map(({ id }) => id));
    return [...dealtWith, ...step.entries.filter(({ objectId }) => ids.has(objectId))];
  };

/** What is left after that has been answered by others. */
const undoAnswered =
  (run: UndoRun): UndoWork =>
  async (step) => {
    const { write, now, count, undone } = step;
    const { workspaceId } = run;
    const { candidates } = await candidatesOf(run, step);
    const replies = await write.imports.repliesTo(workspaceId, candidates);
    const publicly = new Set(replies.flatMap(({ parentId, isPrivate }) => (isPrivate ? [] : parentId)));
    const repliesOf = ({ id }: Comment): Replies => (publicly.has(id) ? 'public' : 'private');
    const live = candidates.filter(({ isDeleted }) => !isDeleted);
    await removeFiles(step, workspaceId, live);
    await write.comments.updateMany(
      workspaceId,
      live.map((comment) => stub(comment, repliesOf(comment), now)),
    );
    for (const { id, postId } of live) undone('comment', { id, postId });
    await recount(run, step, live);
    count('comments', { removed: live.length });
    return undefined;
  };

/** The comments that are there and unchanged, and the entries of the others. Stubs have no author anymore. */
async function candidatesOf(
  { workspaceId, progress, unedited }: UndoRun,
  { write, entries, objectIds, count }: UndoStep,
): Promise<{ candidates: Comment[]; dealtWith: JournalEntry[] }> {
  const found = await write.comments.commentsOf(workspaceId, objectIds);
  const isEdited = ({ version, isDeleted }: Comment) =>
    version > unedited.version && !isDeleted && !progress.isFaithful;
  const kept = [...found.values()].filter(isEdited);
  count('comments', { kept: kept.length });
  const dealtWith = entries.filter(({ objectId }) => {
    const comment = found.get(objectId);
    return comment === undefined || isEdited(comment);
  });
  return { candidates: [...found.values()].filter((comment) => !isEdited(comment)), dealtWith };
}

/** Those whose replies, and the replies to these, are all among them. */
export function withoutOthers<Item extends { id: string }>(
  candidates: readonly Item[],
  replies: readonly { id: string; parentId: string }[],
): Item[] {
  const removable = new Set(candidates.map(({ id }) => id));
  const parentOf = new Map(replies.map(({ id, parentId }) => [id, parentId]));
  for (const { id, parentId } of replies) {
    if (removable.has(id)) continue;
    for (let above: string | undefined = parentId; above !== undefined; above = parentOf.get(above))
      if (!removable.delete(above)) break;
  }
  return candidates.filter(({ id }) => removable.has(id));
}

async function removeFiles(
  { write, count, removeFiles }: UndoStep,
  workspaceId: string,
  comments: readonly Comment[],
): Promise<void> {
  const ids = comments.flatMap(({ id, attachmentsCount }) => (attachmentsCount > 0 ? [id] : []));
  if (ids.length === 0) return;
  const fileKeys = await write.imports.removeFilesOfComments(workspaceId, ids);
  count('attachments', { removed: fileKeys.length });
  removeFiles(fileKeys);
}

async function removeAll(run: UndoRun, step: UndoStep, comments: readonly Comment[]): Promise<void> {
  const { write, count, undone } = step;
  const { workspaceId, deps } = run;
  await removeFiles(step, workspaceId, comments);
  await write.imports.removeComments(
    workspaceId,
    comments.map(({ id }) => id),
  );
  for (const { id, postId } of comments) undone('comment', { id, postId });
  await recount(run, step, comments);
  count('comments', { removed: comments.length });
  // A deleted comment whose last reply has gone goes too.
  const parentIds = comments.flatMap(({ parentId }) => parentId ?? []);
  const parents = await write.comments.commentsOf(workspaceId, parentIds);
  const recorded = {
    deleted: (_kind: 'comment', { id, postId }: Comment) => undone('comment', { id, postId }),
    updated: () => undefined,
  };
  for (const { id, isDeleted } of parents.values())
    if (isDeleted) await tidyStubs(deps, { ...write, ...recorded }, workspaceId, id);
}

async function recount(
  { workspaceId }: UndoRun,
  { write, now }: UndoStep,
  comments: readonly Comment[],
): Promise<void> {
  const differences = new Map<string, { comments: number; publicComments: number }>();
  for (const comment of comments.filter((one) => counts(one) || countsInPublic(one))) {
    const before = differences.get(comment.postId) ?? { comments: 0, publicComments: 0 };
    differences.set(comment.postId, {
      comments: before.comments - Number(counts(comment)),
      publicComments: before.publicComments - Number(countsInPublic(comment)),
    });
  }
  await write.imports.addToCounts(workspaceId, differences, now);
  await seenOnPosts(
    write,
    workspaceId,
    comments.filter(countsInPublic).map(({ postId }) => postId),
  );
}
