// Finds similar posts, ranked by the words their titles share.

import { setImmediate } from 'node:timers/promises';
import type { SimilarPost } from '../../domain/post.ts';
import { maxSearchWords, searchWords } from '../../domain/search-words.ts';
import { similarityTo } from '../../domain/similarity.ts';
import type { Reader } from '../../ports/store.ts';
import type { Caller, Deps } from '../kernel/change.ts';

export interface Duplicates {
  /** The posts most similar to a title, best match first. */
  similarTo(caller: Caller, title: string, max: number): Promise<SimilarPost[]>;
}

/** Minimum score to be listed as similar. */
const leastSimilar = 0.4;
/** Minimum score to count as a duplicate when the caller asks to act on duplicates. */
export const sameFrom = 0.8;
/** How many of the newest posts are compared for each combination of words. */
const candidatesEach = 60;

export const duplicates = ({ store }: Deps): Duplicates => ({
  similarTo: ({ workspaceId }, title, max) => similarPosts(store.read, workspaceId, title, max),
});

export async function similarPosts(
  { posts }: Pick<Reader, 'posts'>,
  workspaceId: string,
  title: string,
  max: number,
): Promise<SimilarPost[]> {
  const words = searchWords(title, maxSearchWords);
  if (words.length === 0) return [];
  const found = new Map<string, string[]>();
  const addCandidates = async (searches: string[][]): Promise<number> => {
    // There can be up to 18 queries: yield to the event loop between them.
    await setImmediate();
    const candidates = await posts.titleWords(workspaceId, searches, candidatesEach);
    for (const candidate of candidates) found.set(candidate.id, candidate.words);
    return candidates.length;
  };
  const common = new Set<string>();
  for (const word of words) if ((await addCandidates([[word]])) === candidatesEach) common.add(word);
  // All posts with one of the other words are candidates already.
  for (const combinations of [[words], pairsOf(words)]) {
    const searches = combinations.filter((each) => each.every((word) => common.has(word)));
    if (searches.length > 0) await addCandidates(searches);
  }
  const similarity = similarityTo(words);
  const ranked = [...found]
    .map(([id, known]) => ({ id, similarity: similarity(known) }))
    .filter(({ similarity }) => similarity >= leastSimilar)
    .sort((one, other) => other.similarity - one.similarity || (one.id < other.id ? 1 : -1))
    .slice(0, max);
  const ofIds = await posts.postsOf(
    workspaceId,
    ranked.map(({ id }) => id),
  );
  return ranked.flatMap(({ id, similarity }) => {
    const post = ofIds.get(id);
    return post === undefined ? [] : [{ post, similarity }];
  });
}

/** Two shared words say more than one. Adjacent words come first, since they form phrases. */
const pairsOf = (words: readonly string[]): string[][] =>
  words.slice(1).map((word, index) => [words[index] ?? word, word]);
