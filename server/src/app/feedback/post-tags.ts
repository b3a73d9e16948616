// Finds the tags of a post, given by name or id.

import { badField } from '../../domain/failure.ts';
import { looksLikeId } from '../../domain/id.ts';
import { maxTagsPerPost, newTag, type Tag, tagName } from '../../domain/tag.ts';
import type { Change, Deps } from '../kernel/change.ts';

/** The ids of these tags, each once; unknown names are created. */
export async function tagIdsOf(
  deps: Deps,
  write: Change,
  workspaceId: string,
  tags: readonly string[],
): Promise<string[]> {
  if (tags.length > maxTagsPerPost) throw badField('tags', `must hold at most ${maxTagsPerPost} tags.`);
  const ids: string[] = [];
  for (const tag of tags) ids.push((await tagOf(deps, write, workspaceId, tag)).id);
  return [...new Set(ids)];
}

async function tagOf(deps: Deps, write: Change, workspaceId: string, idOrName: string): Promise<Tag> {
  if (looksLikeId('tag', idOrName)) {
    const tag = await write.tags.find(workspaceId, idOrName);
    if (tag === undefined) throw badField('tags', `names no tag of this workspace: "${idOrName}".`);
    return tag;
  }
  const name = tagName(idOrName);
  const known = await write.tags.findByName(workspaceId, name);
  if (known !== undefined) return known;
  const tag = newTag({ id: deps.mintId('tag'), name }, deps.clock.now());
  await write.tags.insert(workspaceId, tag);
  write.created('tag', tag);
  return tag;
}
