// Finds similar posts, ranked by the words their titles share. A search takes several turns of the event loop, so it
// comes before a transaction, which then looks only at what was committed since (ADR 0017).

import { setImmediate } from 'node:timers/promises';
import type { SimilarPost } from '../../domain/feedback/post.ts';
import { similarityTo } from '../../domain/feedback/similarity.ts';
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
/** How many of the newest posts are compared for each combination of words. */
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
    const words = wordsOf(title);
    return ranked(store.read, workspaceId, words, await candidatesFor(store.read, workspaceId, words), max);
  },
});

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
): Promise<Candidates> {
  const found: Candidates = new Map();
  if (words.length === 0) return found;
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
  return found;
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

/** Two shared words say more than one. Adjacent words come first, since they form phrases. */
const pairsOf = (words: readonly string[]): string[][] =>
  words.slice(1).map((word, index) => [words[index] ?? word, word]);
