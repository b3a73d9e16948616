// The status, the type and the owner that a request gives to a post, and how many posts the first two have.

import { isSlug } from '../../domain/catalog/ordered.ts';
import type { Status } from '../../domain/catalog/status.ts';
import type { Post } from '../../domain/feedback/post.ts';
import { badField } from '../../domain/kernel/failure.ts';
import type { Reader } from '../../ports/store.ts';
import { findNamed } from '../kernel/by-slug.ts';
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
  const { postTypeId: named } = edit;
  const id =
    named !== undefined && isSlug(named) ? await checkedType(write, workspaceId, named, edit) : named;
  return (await write.postTypes.addToPostsCount(workspaceId, id, 1)) ?? noSuchType(edit);
}

export async function countedStatus(
  write: Change,
  workspaceId: string,
  { statusId: named }: Named,
): Promise<string> {
  const id =
    named !== undefined && isSlug(named) ? (await checkedStatus(write, workspaceId, named)).id : named;
  return (await write.statuses.addToPostsCount(workspaceId, id, 1)) ?? noSuchStatus();
}

export async function checkedType(
  write: Change,
  workspaceId: string,
  named: string,
  edit: Named,
): Promise<string> {
  return (await findNamed(write.postTypes, workspaceId, named))?.id ?? noSuchType(edit);
}

export async function checkedStatus(write: Change, workspaceId: string, named: string): Promise<Status> {
  return (await findNamed(write.statuses, workspaceId, named)) ?? noSuchStatus();
}

function noSuchType({ postTypeField = 'postTypeId' }: Named): never {
  throw badField(postTypeField, 'names no post type of this workspace.');
}

function noSuchStatus(): never {
  throw badField('statusId', 'names no status of this workspace.');
}

/** Refuses whoever is not a member. A transaction that has locked the workspace knows until its end who is. */
export async function checkedOwner(
  read: Pick<Reader, 'memberships'>,
  workspaceId: string,
  ownerId: string | null,
): Promise<string | null> {
  if (ownerId !== null && (await read.memberships.find(workspaceId, ownerId)) === undefined)
    throw badField('ownerId', 'names no member of this workspace.');
  return ownerId;
}
