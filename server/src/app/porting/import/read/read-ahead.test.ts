import { describe, expect, it } from 'vitest';
import { readAhead } from './read-ahead.ts';

describe('reading ahead', () => {
  /** Numbers up to a limit, and what happened to them. */
  const numbers = (limit: number, failure?: Error) => {
    const log: string[] = [];
    async function* all(): AsyncGenerator<number> {
      try {
        for (let number = 1; number <= limit; number += 1) {
          log.push(`read ${number}`);
          yield number;
        }
        if (failure !== undefined) throw failure;
      } finally {
        log.push('closed');
      }
    }
    return { log, items: readAhead(all()) };
  };

  it('reads one item ahead, and keeps the order', async () => {
    const { log, items } = numbers(3);
    for await (const number of items) log.push(`use ${number}`);
    expect(log).toEqual(['read 1', 'read 2', 'use 1', 'read 3', 'use 2', 'closed', 'use 3']);
  });

  it('fails only after what was read before is used', async () => {
    const failure = new Error('damaged');
    const { log, items } = numbers(2, failure);
    const use = async () => {
      for await (const number of items) log.push(`use ${number}`);
    };
    await expect(use()).rejects.toBe(failure);
    expect(log).toEqual(['read 1', 'read 2', 'use 1', 'closed', 'use 2']);
  });

  it('closes what it reads from if it is left early', async () => {
    const { log, items } = numbers(5);
    for await (const number of items) if (number === 2) break;
    expect(log).toEqual(['read 1', 'read 2', 'read 3', 'closed']);
  });
});
