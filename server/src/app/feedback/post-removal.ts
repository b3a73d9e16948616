// Deletes one post within a transaction: shared by the API and the public site.

import { isPublic, type Post, type PostView } from '../../domain/feedback/post.ts';
import { removeAfterCommit } from '../files/attachments.ts';
import type { Change, Deps } from '../kernel/change.ts';
import { unmergeAll } from './merging.ts';
import { withIncludes } from './post-includes.ts';
import { shownAfterWrite } from './post-writing.ts';

/** Also its votes, comments and files. What was merged into it stands on its own again. */
export async function removePost(deps: Deps, write: Change, workspaceId: string, post: Post): Promise<void> {
  const { id } = post;
  await unmergeAll(deps, write, workspaceId, id);
  const [view]: PostView[] = await withIncludes(write, workspaceId, [{ ...post }], shownAfterWrite);
  const ofComments = await write.attachments.fileKeysOfComments(workspaceId, id);
  await write.posts.remove(workspaceId, id);
  await write.statuses.addToPostsCount(workspaceId, post.statusId, -1);
  await write.postTypes.addToPostsCount(workspaceId, post.postTypeId, -1);
  write.deleted('post', view ?? post);
  if (isPublic(post)) write.visitorsSee();
  const fileKeys = (view?.attachments ?? []).map(({ fileKey }) => fileKey);
  removeAfterCommit(deps, write, [...fileKeys, ...ofComments]);
}
