// Finds similar posts, ranked by the words their titles share. A search takes several turns of the event loop, so it
// comes before a transaction, which then looks only at what was committed since (ADR 0017).

import { setImmediate } from 'node:timers/promises';
import type { SimilarPost } from '../../domain/feedback/post.ts';
import { similarityAtBest, similarityTo } from '../../domain/feedback/similarity.ts';
import { badField, TransientFailure } from '../../domain/kernel/failure.ts';
import { maxSearchWords, searchWords } from '../../domain/kernel/search-words.ts';
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
/** How many posts are compared for each combination of words: those last added. */
const candidatesEach = 60;
/** How many posts may change between a search and its transaction, which reads all of them. */
const maxChanged = 2_000;

/** Search words of titles, by post. */
type Candidates = Map<string, string[]>;

/** What searches found, by the words of the title. */
export interface TitleSearches {
  /** The number of the last ledger entry before the searches. */
  after: number;
  found: Map<string, Candidates>;
}

/** Finds similar posts inside a transaction, without searching. */
export type FindSimilar = (
  read: Pick<Reader, 'posts' | 'ledger'>,
  workspaceId: string,
  title: string,
  max: number,
) => Promise<SimilarPost[]>;

/** `findSimilar`: set inside the transaction of a batch. */
export const duplicates = ({ store }: Deps, findSimilar?: FindSimilar): Duplicates => ({
  async similarTo({ workspaceId }, title, max) {
    if (findSimilar !== undefined) return findSimilar(store.read, workspaceId, title, max);
    return similarPosts(store.read, workspaceId, title, max);
  },
});

/** `areShown`: only posts that visitors see. */
export async function similarPosts(
  read: Pick<Reader, 'posts'>,
  workspaceId: string,
  title: string,
  max: number,
  areShown = false,
): Promise<SimilarPost[]> {
  const words = wordsOf(title);
  return ranked(read, workspaceId, words, await candidatesFor(read, workspaceId, words, areShown), max);
}

/** Searches for each title. Never inside a transaction: others would wait for it. */
export async function searchTitles(
  read: Pick<Reader, 'posts' | 'ledger'>,
  workspaceId: string,
  titles: readonly string[],
): Promise<TitleSearches> {
  const found: TitleSearches['found'] = new Map();
  if (titles.length === 0) return { after: 0, found };
  const after = await read.ledger.lastSequence(workspaceId);
  for (const title of titles) {
    const words = wordsOf(title);
    const key = words.join(' ');
    if (found.has(key)) continue;
    const similarity = similarityTo(words);
    const candidates = await candidatesFor(read, workspaceId, words);
    // The others can't become similar unless they change, and then they are compared again.
    found.set(key, new Map([...candidates].filter(([, known]) => similarity(known) >= leastSimilar)));
  }
  return { after, found };
}

/** For one attempt of one transaction: it remembers what the transaction itself has written. */
export function findSimilarSince(searches: TitleSearches): FindSimilar {
  const changed: Candidates = new Map();
  let { after } = searches;
  return async (read, workspaceId, title, max) => {
    const words = wordsOf(title);
    if (words.length === 0) return [];
    const found = searches.found.get(words.join(' '));
    if (found === undefined)
      throw badField('title', 'must not be a reference if an atomic batch compares it with other posts.');
    const last = await read.ledger.lastSequence(workspaceId);
    if (last > after) {
      const ids = await postsChanged(read, workspaceId, after, last);
      for (const post of await read.posts.titleWordsOf(workspaceId, ids)) changed.set(post.id, post.words);
      after = last;
    }
    return ranked(read, workspaceId, words, new Map([...found, ...changed]), max);
  };
}

/** Posts that were created or edited after one entry of the ledger, up to another. */
async function postsChanged(
  { ledger }: Pick<Reader, 'ledger'>,
  workspaceId: string,
  after: number,
  upTo: number,
): Promise<string[]> {
  const take = Math.min(upTo - after, maxChanged + 1);
  const slice = { after: undefined, take, skip: 0 };
  // One by one: a list of both would yield to the event loop, and others wait for this transaction.
  const created = await ledger.audit(workspaceId, { actions: ['post.created'], slice });
  const updated = await ledger.audit(workspaceId, { actions: ['post.updated'], slice });
  const entries = [...created, ...updated].filter(({ sequence }) => sequence > after);
  const ids = new Set(entries.map(({ objectId }) => objectId));
  if (ids.size > maxChanged)
    throw new TransientFailure('UNAVAILABLE', 'Too many posts are changing. Try again shortly.', 1_000);
  return [...ids];
}

const wordsOf = (title: string): string[] => searchWords(title.trim(), maxSearchWords);

async function candidatesFor(
  { posts }: Pick<Reader, 'posts'>,
  workspaceId: string,
  words: string[],
  areShown = false,
): Promise<Candidates> {
  const found: Candidates = new Map();
  if (words.length === 0) return found;
  const counts = await posts.countsOfWords(workspaceId, words, candidatesEach);
  const counted = words
    .map((word, index) => ({ word, count: counts[index] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => one.count - other.count);
  /** Searches that have found all there is. */
  const complete: string[][] = [];
  for (const search of searchesFor(words, counted)) {
    // More words would find some of the same.
    if (complete.some((fewer) => fewer.every((word) => search.includes(word)))) continue;
    // There can be 20 of them: others take their turns in between.
    await setImmediate();
    const some = await posts.titleWords(workspaceId, search, { max: candidatesEach, areShown });
    if (some.length < candidatesEach) complete.push(search);
    for (const { id, words: known } of some) found.set(id, known);
  }
  return found;
}

/** The words that candidates must have together. `counted`: the words that there are, the rarest first. */
function searchesFor(
  words: readonly string[],
  counted: readonly { word: string; count: number }[],
): string[][] {
  const isRare = ({ count }: { count: number }) => count < candidatesEach;
  const rare = counted.filter(isRare).map(({ word }) => [word]);
  const common = counted.filter((one) => !isRare(one)).map(({ word }) => word);
  // Of a word that a hundred titles have, the newest are hardly the most similar, unless little else is in the title.
  const alone = common.slice(0, 2).filter((word) => similarityAtBest(words, [word]) >= leastSimilar);
  const pairs = [common.slice(0, 2), [0, 2].flatMap((at) => common[at] ?? []), common.slice(1, 3)];
  const together = [
    ...pairs.filter(({ length }) => length > 1),
    ...(common.length > 2 ? [common.slice(0, 4)] : []),
  ];
  return [...rare, ...alone.map((word) => [word]), ...together];
}

async function ranked(
  { posts }: Pick<Reader, 'posts'>,
  workspaceId: string,
  words: readonly string[],
  found: Candidates,
  max: number,
): Promise<SimilarPost[]> {
  const similarity = similarityTo(words);
  const best = [...found]
    .map(([id, known]) => ({ id, similarity: similarity(known) }))
    .filter(({ similarity }) => similarity >= leastSimilar)
    .sort((one, other) => other.similarity - one.similarity || (one.id < other.id ? 1 : -1))
    .slice(0, max);
  const ofIds = await posts.postsOf(
    workspaceId,
    best.map(({ id }) => id),
  );
  return best.flatMap(({ id, similarity }) => {
    const post = ofIds.get(id);
    return post === undefined ? [] : [{ post, similarity }];
  });
}
