// What every use case of a visitor checks within its transaction.

import type { Comment } from '../../../domain/feedback/comment.ts';
import { isShown, type Post } from '../../../domain/feedback/post.ts';
import { forbidden, notFound } from '../../../domain/kernel/failure.ts';
import type { User } from '../../../domain/people/user.ts';
import type { Change, VisitorCaller } from '../../kernel/change.ts';
import { together } from '../../kernel/together.ts';

/** The person, unless they are banned. */
export async function visitorIn(write: Change, { workspaceId, userId }: VisitorCaller): Promise<User> {
  const [user, ban] = await together(
    write.users.find(workspaceId, userId),
    write.bans.find(workspaceId, userId),
  );
  if (user === undefined || ban !== undefined) throw forbidden("You can't write here.");
  return user;
}

/** A post that visitors see. Any other is not found, whatever the reason. */
export async function shownPost(write: Change, workspaceId: string, id: string): Promise<Post> {
  const post = await write.posts.find(workspaceId, id);
  if (post === undefined || !isShown(post)) throw notFound('Post');
  return post;
}

/** A comment that visitors see, and its post. */
export async function shownComment(
  write: Change,
  workspaceId: string,
  id: string,
): Promise<{ comment: Comment; post: Post }> {
  const comment = await write.comments.find(workspaceId, id);
  const post = comment && (await write.posts.find(workspaceId, comment.postId));
  if (comment === undefined || comment.isDeleted || !comment.isPublic || post === undefined || !isShown(post))
    throw notFound('Comment');
  return { comment, post };
}

/** The same, if the person sent it on the site: what others wrote in their name is not theirs to change. */
export async function ownPost(write: Change, visitor: VisitorCaller, id: string): Promise<Post> {
  const { workspaceId, userId } = visitor;
  const post = await shownPost(write, workspaceId, id);
  const sent = { postId: id, commentId: null };
  if (post.authorId !== userId || !(await write.submissions.isSentBy(workspaceId, userId, sent)))
    throw notFound('Post');
  return post;
}

export async function ownComment(
  write: Change,
  visitor: VisitorCaller,
  id: string,
): Promise<{ comment: Comment; post: Post }> {
  const { workspaceId, userId } = visitor;
  const found = await shownComment(write, workspaceId, id);
  const sent = { postId: found.post.id, commentId: id };
  if (found.comment.userId !== userId || !(await write.submissions.isSentBy(workspaceId, userId, sent)))
    throw notFound('Comment');
  return found;
}
