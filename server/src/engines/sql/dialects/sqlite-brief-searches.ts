// Leaves out of a search what would take long (see brief-searches.ts). FTS5 can't be told to stop: where common words
// are rarely together, it goes through all entries of the rarest one, tens of milliseconds for 100,000 posts, and no
// other request is answered meanwhile.

import { sql } from 'kysely';
import { firstOf, prepared } from '../kernel/prepared.ts';
import type { Db } from '../kernel/tables.ts';
import { maxEntries } from './brief-searches.ts';
import type { TextIndexNames } from './sqlite-text-plan.ts';

/** Most words of a title have fewer entries than this, and of the others it tells which one is the rarest. */
const sampledEntries = 256;

/** Of these searches, each a list of words as the index holds them, those that go through few entries. */
export type BriefSearches = (db: Db, searches: readonly string[][]) => Promise<string[][]>;

export function briefSearches({ index, indexColumn, rowId }: TextIndexNames): BriefSearches {
  const nthNewest = prepared((db: Db, { word, skip }: { word: string; skip: number }) =>
    sql<{ rowId: string }>`
      select cast(${rowId} as text) as "rowId" from ${index} where ${indexColumn} match ${word}
      order by ${rowId} desc limit 1 offset ${skip}`.compile(db),
  );
  /** The row id of the nth newest entry of a word. */
  const entryOf = async (db: Db, word: string, nth: number): Promise<bigint | undefined> => {
    const entry = await firstOf(nthNewest(db, { word, skip: nth - 1 }));
    return entry && BigInt(entry.rowId);
  };

  return async (db, searches) => {
    const max = Math.floor(maxEntries / searches.length);
    const sample = Math.min(sampledEntries, max);
    const samples = new Map<string, bigint | undefined>();
    /** The word whose sample reaches back farthest; undefined if one has fewer entries than that. */
    const rarestOf = async (words: readonly string[]): Promise<string | undefined> => {
      let rarest: { word: string; reach: bigint } | undefined;
      // Long words are usually rare.
      for (const word of words.toSorted((one, other) => other.length - one.length)) {
        if (!samples.has(word)) samples.set(word, await entryOf(db, word, sample));
        const reach = samples.get(word);
        if (reach === undefined) return undefined;
        if (rarest === undefined || reach < rarest.reach) rarest = { word, reach };
      }
      return rarest?.word;
    };
    const brief: string[][] = [];
    for (const words of searches) {
      // Every entry of a single word is a match.
      const rarest = words.length < 2 ? undefined : await rarestOf(words);
      if (rarest === undefined || (await entryOf(db, rarest, max)) === undefined) brief.push(words);
    }
    return brief;
  };
}
