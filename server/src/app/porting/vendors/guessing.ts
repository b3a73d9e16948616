// Guesses which service wrote some files, for a hint when nothing of them could be imported as those of another one.

import type { ImportSource } from '../../../domain/porting/import.ts';
import { type Json, jsonItems } from './json-items.ts';
import type { VendorFiles } from './vendor.ts';

/** What only the posts of this service have. */
const marks: readonly [ImportSource, (post: Json) => boolean][] = [
  ['canny', (post) => 'board' in post],
  ['fider', (post) => 'user_id' in post],
  ['featurebase', (post) => 'boardId' in post],
];

/** The names that the list of posts has in an answer of the three. */
const lists = ['posts', 'items', 'data'];

export async function likelySource(files: VendorFiles): Promise<ImportSource | undefined> {
  const named = (name: string) => files.names.find((each) => each === name || each.endsWith(`/${name}`));
  const posts = named('posts.json');
  if (posts !== undefined) {
    for await (const { item } of jsonItems(files, posts, lists))
      return marks.find(([, has]) => has(item))?.[0];
    return undefined;
  }
  if (named('notes.json') !== undefined) return 'productboard';
  return named('post_votes.csv') === undefined ? undefined : 'quackback';
}
