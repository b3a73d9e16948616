// Finds the tags of a post, given by name or id.

import { badField } from '../../domain/failure.ts';
import { looksLikeId } from '../../domain/id.ts';
import { maxTagsPerPost, newTag, type Tag, tagName } from '../../domain/tag.ts';
import type { Change, Deps } from '../kernel/change.ts';

/** Throws if the tags can't be set; creates none. */
export async function checkTags(
  write: Change,
  workspaceId: string,
  tags: readonly string[] = [],
): Promise<void> {
  if (tags.length > maxTagsPerPost) throw badField('tags', `must hold at most ${maxTagsPerPost} tags.`);
  for (const tag of tags) {
    if (looksLikeId('tag', tag)) await getTag(write, workspaceId, tag);
    else tagName(tag);
  }
}

/** The ids of these tags, each once; unknown names are created. The tags have passed `checkTags`. */
export async function tagIdsOf(
  deps: Deps,
  write: Change,
  workspaceId: string,
  tags: readonly string[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const tag of tags) ids.push((await tagOf(deps, write, workspaceId, tag)).id);
  return [...new Set(ids)];
}

async function tagOf(deps: Deps, write: Change, workspaceId: string, idOrName: string): Promise<Tag> {
  if (looksLikeId('tag', idOrName)) return getTag(write, workspaceId, idOrName);
  const name = tagName(idOrName);
  const known = await write.tags.findByName(workspaceId, name);
  if (known !== undefined) return known;
  const tag = newTag({ id: deps.mintId('tag'), name }, deps.clock.now());
  await write.tags.insert(workspaceId, tag);
  write.created('tag', tag);
  return tag;
}

async function getTag(write: Change, workspaceId: string, id: string): Promise<Tag> {
  const tag = await write.tags.find(workspaceId, id);
  if (tag === undefined) throw badField('tags', `names no tag of this workspace: "${id}".`);
  return tag;
}
