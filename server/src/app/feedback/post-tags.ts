// Finds the tags of a post, given by name or id.

import { maxTagsPerPost, newTag, type Tag, tagName } from '../../domain/catalog/tag.ts';
import { badField } from '../../domain/kernel/failure.ts';
import { looksLikeId } from '../../domain/kernel/id.ts';
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

/** These tags, each once; unknown names are created. They have passed `checkTags`. */
export async function namedTags(
  deps: Deps,
  write: Change,
  workspaceId: string,
  idsOrNames: readonly string[],
): Promise<Tag[]> {
  const tags = new Map<string, Tag>();
  for (const idOrName of idsOrNames) {
    const tag = await tagOf(deps, write, workspaceId, idOrName);
    tags.set(tag.id, tags.get(tag.id) ?? tag);
  }
  return [...tags.values()];
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
