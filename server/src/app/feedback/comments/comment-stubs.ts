// Stubs: what is left of a deleted comment while it has replies.

import { setImmediate } from 'node:timers/promises';
import { type Comment, type CommentView, stub } from '../../../domain/feedback/comment.ts';
import { mentionedIn } from '../../../domain/feedback/comment-text.ts';
import type { Change, Deps } from '../../kernel/change.ts';

interface StubRecording {
  deleted(kind: 'comment', comment: CommentView): void;
  updated(kind: 'comment', before: Comment, after: CommentView): void;
}

/** Removes the comment, or leaves a stub if it has replies. Then removes or hides the stubs above it. */
export async function removeComment(
  deps: Deps,
  write: Change,
  workspaceId: string,
  comment: Comment,
): Promise<void> {
  const replies = await write.comments.repliesOf(workspaceId, comment.postId, comment.id);
  if (replies === 'none') await write.comments.remove(workspaceId, comment.id);
  else await write.comments.update(workspaceId, stub(comment, replies, deps.clock.now()));
  if (mentionedIn(comment).size > 0)
    await write.comments.setMentions(
      workspaceId,
      [{ commentId: comment.id, postId: comment.postId, memberIds: [] }],
      deps.clock.now(),
    );
  await tidyStubs(deps, write, workspaceId, comment.parentId);
}

/**
 * Call after a reply was removed or hidden, with its parent. A stub without replies goes, as does its parent if that
 * is a stub too, and so on; a stub with only private replies becomes private.
 */
export async function tidyStubs(
  deps: Pick<Deps, 'clock'>,
  write: Pick<Change, 'comments'> & StubRecording,
  workspaceId: string,
  parentId: string | null,
): Promise<void> {
  for (let id = parentId; id !== null; ) {
    const before = await write.comments.find(workspaceId, id);
    if (before === undefined || !before.isDeleted) return;
    const replies = await write.comments.repliesOf(workspaceId, before.postId, id);
    if (replies === 'none') {
      await write.comments.remove(workspaceId, id);
      write.deleted('comment', { ...before, author: null });
    } else {
      const after = stub(before, replies, deps.clock.now());
      if (after === before) return;
      await write.comments.update(workspaceId, after);
      write.updated('comment', before, { ...after, author: null });
    }
    id = before.parentId;
    // Threads can be arbitrarily deep.
    await setImmediate();
  }
}
