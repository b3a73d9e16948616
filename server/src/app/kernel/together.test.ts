import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { together, withAlongside } from './together.ts';

const later = async <T>(value: T): Promise<T> => {
  await setImmediate();
  return value;
};

async function failing(message: string, after: Promise<unknown> = setImmediate()): Promise<never> {
  await after;
  throw new Error(message);
}

describe('together', () => {
  it('gives all results, in order', async () => {
    expect(await together(later(1), Promise.resolve('two'))).toEqual([1, 'two']);
  });

  it('waits for the rest when one fails, and throws the first failure by position', async () => {
    const ended: string[] = [];
    const slow = failing(
      'slow',
      setImmediate().then(() => setImmediate()),
    ).finally(() => ended.push('slow'));
    await expect(together(slow, failing('quick'))).rejects.toThrow('slow');
    expect(ended).toEqual(['slow']);
  });
});

describe('work with more work alongside', () => {
  it('ends after all of it', async () => {
    const ended: string[] = [];
    const result = await withAlongside(async (alongside) => {
      alongside(later(0).then(() => ended.push('other')));
      return 'result';
    });
    expect([result, ended]).toEqual(['result', ['other']]);
  });

  it('fails if the work alongside does, even before the work ends', async () => {
    const working = withAlongside(async (alongside) => {
      alongside(Promise.reject(new Error('alongside')));
      await setImmediate();
    });
    await expect(working).rejects.toThrow('alongside');
  });

  it('fails with the failure of the work itself, but not before the rest has ended', async () => {
    const ended: string[] = [];
    const working = withAlongside(async (alongside) => {
      alongside(later(0).then(() => ended.push('other')));
      throw new Error('itself');
    });
    await expect(working).rejects.toThrow('itself');
    expect(ended).toEqual(['other']);
  });
});
