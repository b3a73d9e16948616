// What a change of comments means for their post: its counts, and whether visitors of the public site notice.

import { type Comment, counts, countsInPublic, looksDifferent } from '../../../domain/feedback/comment.ts';
import { isShown, type Post } from '../../../domain/feedback/post.ts';
import type { Instant } from '../../../domain/kernel/clock.ts';
import type { Change } from '../../kernel/change.ts';
import { noteNameShown } from '../../people/shown-names.ts';

/** A new comment has no `before`, and a removed one no `after`. */
export interface ChangedComment {
  before: Comment | undefined;
  after: Comment | undefined;
  hasOtherFiles?: boolean;
}

export const differenceOf = (
  changed: readonly ChangedComment[],
  isCounted: (comment: Comment) => boolean = counts,
): number => {
  const one = (comment: Comment | undefined) => Number(comment !== undefined && isCounted(comment));
  return changed.reduce((sum, { before, after }) => sum + one(after) - one(before), 0);
};

const isReassigned = ({ before, after }: ChangedComment): boolean =>
  before !== undefined &&
  after !== undefined &&
  countsInPublic(before) &&
  countsInPublic(after) &&
  before.userId !== after.userId;

const isNoticed = ({ before, after, hasOtherFiles = false }: ChangedComment): boolean =>
  looksDifferent(before, after) || (hasOtherFiles && after !== undefined && countsInPublic(after));

/** Call once the comments are written. `post` may be left out if no visitor sees any of them. */
export async function recount(
  write: Change,
  workspaceId: string,
  postId: string,
  post: Post | undefined,
  changed: readonly ChangedComment[],
  at: Instant,
): Promise<void> {
  const isSeen = post !== undefined && isShown(post) && changed.some(isNoticed);
  // Said before anything is waited for: the change may be over by then.
  if (isSeen) write.visitorsSee();
  else if (post !== undefined && isShown(post) && changed.some(isReassigned))
    await noteNameShown(write, workspaceId);
  const comments = differenceOf(changed);
  const publicComments = differenceOf(changed, countsInPublic);
  if (comments !== 0 || publicComments !== 0)
    await write.posts.addToCounts(
      workspaceId,
      postId,
      { comments, publicComments },
      comments === 0 ? undefined : at,
    );
  if (isSeen) await write.posts.touchPublic(workspaceId, postId, at);
}
