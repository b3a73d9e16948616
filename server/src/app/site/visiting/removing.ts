// What visitors take back: their posts and comments, and what waits.

import type { Post } from '../../../domain/feedback/post.ts';
import { conflict, notFound } from '../../../domain/kernel/failure.ts';
import { takeComment } from '../../feedback/comments/comment-writing.ts';
import { removePost } from '../../feedback/post-removal.ts';
import type { PostWriting } from '../../feedback/post-writing.ts';
import { type Change, change, type Deps, type VisitorCaller } from '../../kernel/change.ts';
import { disownPost } from './publishing.ts';
import { ownComment, ownPost, visitorIn } from './visitor.ts';

export interface Removing {
  /** Once others have voted or commented, the author goes and the post stays. */
  removePost(visitor: VisitorCaller, id: string): Promise<void>;
  removeComment(visitor: VisitorCaller, id: string): Promise<void>;
  /** Takes back what waits, or forgets what was rejected. */
  withdraw(visitor: VisitorCaller, submissionId: string): Promise<void>;
}

export function removing(deps: Deps, writing: PostWriting): Removing {
  return {
    removePost: (visitor, id) =>
      change(deps, visitor, async (write) => {
        const { workspaceId, userId } = visitor;
        await visitorIn(write, visitor);
        const post = await ownPost(write, visitor, id);
        await write.submissions.removeSent(workspaceId, userId, { postId: id, commentId: null });
        if (await othersTookPart(write, visitor, post))
          return disownPost(deps, writing, write, visitor, post, {});
        // Visitors don't see the notes of the team: to them the post is gone in either case.
        const said = await write.publicContent.othersSaid(workspaceId, id, userId);
        if (said === 'internally')
          return disownPost(deps, writing, write, visitor, post, { visibility: 'internal' });
        return removePost(deps, write, workspaceId, post);
      }),

    removeComment: (visitor, id) =>
      change(deps, visitor, async (write) => {
        const { workspaceId, userId } = visitor;
        await visitorIn(write, visitor);
        const { comment } = await ownComment(write, visitor, id);
        await write.submissions.removeSent(workspaceId, userId, { postId: comment.postId, commentId: id });
        await takeComment(deps, write, workspaceId, comment);
      }),

    withdraw: (visitor, submissionId) =>
      change(deps, visitor, async (write) => {
        const { workspaceId, userId } = visitor;
        await visitorIn(write, visitor);
        const submission = await write.submissions.find(workspaceId, submissionId);
        if (submission === undefined || submission.userId !== userId) throw notFound('Submission');
        if (submission.state === 'approved') throw conflict('This was approved already.');
        await write.submissions.remove(workspaceId, submissionId);
        write.record('submission.withdrawn', submissionId);
      }),
  };
}

/** Whether visitors see votes or comments of others on the post. What they don't see decides nothing here. */
export async function othersTookPart(
  write: Change,
  { workspaceId, userId }: VisitorCaller,
  post: Post,
): Promise<boolean> {
  const voted = await write.votes.votedOf(workspaceId, userId, [post.id]);
  if (post.votesCount > voted.size) return true;
  return (await write.publicContent.othersSaid(workspaceId, post.id, userId)) === 'publicly';
}
