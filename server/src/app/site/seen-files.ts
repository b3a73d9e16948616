// Whether visitors may see a file: if they may see what it belongs to, judged on each request.

import { countsInPublic } from '../../domain/feedback/comment.ts';
import { isPublic, type Post } from '../../domain/feedback/post.ts';
import type { Attachment } from '../../domain/files/attachment.ts';
import type { Reader } from '../../ports/store.ts';

export const isOfPublic = (post: Post | undefined): post is Post => post !== undefined && isPublic(post);

export async function isSeen(
  read: Reader,
  workspaceId: string,
  { postId, changelogId, commentId }: Attachment,
): Promise<boolean> {
  if (changelogId !== null)
    return (await read.changelogs.find(workspaceId, changelogId))?.state === 'published';
  if (postId !== null) return isOfPublic(await read.posts.find(workspaceId, postId));
  if (commentId === null) return false;
  const comment = await read.comments.find(workspaceId, commentId);
  if (comment === undefined || !countsInPublic(comment)) return false;
  return isOfPublic(await read.posts.find(workspaceId, comment.postId));
}
