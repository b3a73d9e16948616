// The status and the type that a request gives to a post, and how many posts they have.

import { badField } from '../../domain/failure.ts';
import type { Post } from '../../domain/post.ts';
import type { Change } from '../kernel/change.ts';

interface Named {
  postTypeId?: string | undefined;
  /** The field that named the post type, for error messages. */
  postTypeField?: 'postTypeId' | 'typeId' | undefined;
  statusId?: string | undefined;
}

export async function moveType(write: Change, workspaceId: string, before: Post, after: Post): Promise<void> {
  if (before.postTypeId === after.postTypeId) return;
  await write.postTypes.addToPostsCount(workspaceId, before.postTypeId, -1);
  await write.postTypes.addToPostsCount(workspaceId, after.postTypeId, 1);
}

/** Counts a new post on its type; defaults to the workspace's default. */
export async function countedType(write: Change, workspaceId: string, edit: Named): Promise<string> {
  const id = await write.postTypes.addToPostsCount(workspaceId, edit.postTypeId, 1);
  return id ?? noSuchType(edit);
}

export async function countedStatus(
  write: Change,
  workspaceId: string,
  { statusId }: Named,
): Promise<string> {
  return (await write.statuses.addToPostsCount(workspaceId, statusId, 1)) ?? noSuchStatus();
}

export async function checkedType(
  write: Change,
  workspaceId: string,
  id: string,
  edit: Named,
): Promise<string> {
  return (await write.postTypes.find(workspaceId, id))?.id ?? noSuchType(edit);
}

export async function checkedStatus(write: Change, workspaceId: string, id: string): Promise<string> {
  return (await write.statuses.find(workspaceId, id))?.id ?? noSuchStatus();
}

function noSuchType({ postTypeField = 'postTypeId' }: Named): never {
  throw badField(postTypeField, 'names no post type of this workspace.');
}

function noSuchStatus(): never {
  throw badField('statusId', 'names no status of this workspace.');
}
