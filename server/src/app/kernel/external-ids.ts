// External ids: the caller's own ids, unique among the objects of one kind in a workspace.

import { badField, conflict } from '../../domain/kernel/failure.ts';
import { type IdKind, looksLikeId } from '../../domain/kernel/id.ts';
import { externalIdText } from '../../domain/kernel/text.ts';
import type { Reader } from '../../ports/store.ts';

/** Those of the texts that are ids of objects of the workspace. Most texts look like none, and cost nothing. */
export async function ownIdsAmong(
  { users, posts, comments }: Pick<Reader, 'users' | 'posts' | 'comments'>,
  workspaceId: string,
  texts: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  const add = async (kind: IdKind, find: (ids: string[]) => Promise<ReadonlyMap<string, unknown>>) => {
    const ids = texts.filter((text) => looksLikeId(kind, text));
    if (ids.length > 0) for (const id of (await find(ids)).keys()) found.add(id);
  };
  await add('user', (ids) => users.usersOf(workspaceId, ids));
  await add('post', (ids) => posts.postsOf(workspaceId, ids));
  await add('comment', (ids) => comments.commentsOf(workspaceId, ids));
  return found;
}

/** One of our ids in place of the caller's own would silently create a second object. */
export function refuseOwnId(ownIds: ReadonlySet<string>, text: string, field = 'externalId'): void {
  if (!ownIds.has(text)) return;
  const [, prefix = ''] = /([^.]+)ExternalId$/.exec(field) ?? [];
  const instead = prefix === '' ? 'id' : `${prefix}Id`;
  throw badField(field, `is the ID of an existing object; use "${instead}" instead.`);
}

/** Checks an external id that an object is about to get; null clears it. `ownerId` may have it already. */
export async function freeExternalId(
  read: Reader,
  workspaceId: string,
  thing: string,
  find: (externalId: string) => Promise<{ id: string } | undefined>,
  text: string | null,
  ownerId?: string,
): Promise<string | null> {
  if (text === null) return null;
  const externalId = externalIdText(text);
  const owner = await find(externalId);
  if (owner !== undefined && owner.id !== ownerId) {
    throw conflict(`A ${thing} with the externalId "${externalId}" exists already.`);
  }
  if (owner === undefined) refuseOwnId(await ownIdsAmong(read, workspaceId, [externalId]), externalId);
  return externalId;
}
