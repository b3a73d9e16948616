// Remembers where rows of a list are: the sort key of every 2,000th row. A deep page is then read from the nearest of
// them instead of being counted from the beginning (ADR 0059).

import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { SortKey } from '../../domain/page.ts';

/** Rows from one remembered position to the next, and rows skipped by one query. */
export const rowsPerPosition = 2000;
/** In all lists together: a few megabytes. */
const maxPositions = 20_000;

/** Reads the sort key of the row `rowsPerPosition` after another, or after the beginning. */
export type NextPosition = (after: SortKey | undefined) => Promise<SortKey | undefined>;

export interface Positions {
  /**
   * The sort key of the last of the first `count * rowsPerPosition` rows; undefined if the list is shorter. `list` names
   * its contents and order. What was learned at one revision of the workspace says nothing about another.
   */
  find(list: string, revision: number, count: number, next: NextPosition): Promise<SortKey | undefined>;
}

/** What is known of a list at a revision. */
interface Known {
  revision: number;
  keys: SortKey[];
  /** Whether there is no further position. */
  isComplete: boolean;
  /** The query for the next position, which everyone who needs it waits for. */
  step: Promise<void> | undefined;
}

export function positions(): Positions {
  const lists = new LRUCache<string, Known>({
    maxSize: maxPositions,
    sizeCalculation: ({ keys }) => 1 + keys.length,
  });

  const knownOf = (list: string, revision: number): Known => {
    const known = lists.get(list);
    if (known?.revision === revision) return known;
    const unknown: Known = { revision, keys: [], isComplete: false, step: undefined };
    // A request that is overtaken by a change keeps what it learns to itself.
    if (known === undefined || known.revision < revision) lists.set(list, unknown);
    return unknown;
  };

  const advance = async (list: string, known: Known, next: NextPosition): Promise<void> => {
    const key = await next(known.keys.at(-1));
    if (key === undefined) known.isComplete = true;
    else known.keys.push(key);
    if (lists.peek(list) === known) {
      // The cache takes the size of an entry when it is set.
      lists.delete(list);
      lists.set(list, known);
    }
    await setImmediate();
  };

  return {
    async find(list, revision, count, next) {
      const known = knownOf(list, revision);
      while (known.keys.length < count && !known.isComplete) {
        known.step ??= advance(list, known, next).finally(() => {
          known.step = undefined;
        });
        await known.step;
      }
      return known.keys[count - 1];
    },
  };
}
