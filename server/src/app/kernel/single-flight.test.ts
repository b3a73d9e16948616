import { describe, expect, it } from 'vitest';
import { singleFlight } from './single-flight.ts';

interface Call {
  key: string;
  resolve(value: string): void;
  fail(error: Error): void;
}

function setUp() {
  const calls: Call[] = [];
  const run = singleFlight(
    (key) =>
      new Promise<string>((resolve, fail) => {
        calls.push({ key, resolve, fail });
      }),
  );
  return { calls, run };
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

describe('singleFlight', () => {
  it('calls immediately when no call is in flight', () => {
    const { calls, run } = setUp();
    void run('a');
    void run('b');
    expect(calls.map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it('shares one new call among callers who arrived during another, and never an older result', async () => {
    const { calls, run } = setUp();
    const first = run('a');
    const later = [run('a'), run('a'), run('a')];
    await nextTick();
    expect(calls).toHaveLength(1);
    calls[0]?.resolve('old');
    expect(await first).toBe('old');
    await nextTick();
    expect(calls).toHaveLength(2);
    const latest = run('a');
    calls[1]?.resolve('new');
    expect(await Promise.all(later)).toEqual(['new', 'new', 'new']);
    await nextTick();
    expect(calls).toHaveLength(3);
    calls[2]?.resolve('newest');
    expect(await latest).toBe('newest');
  });

  it('calls again after a failure, which only its own callers see', async () => {
    const { calls, run } = setUp();
    const first = run('a');
    const second = run('a');
    calls[0]?.fail(new Error('down'));
    await expect(first).rejects.toThrow('down');
    await nextTick();
    calls[1]?.resolve('back');
    expect(await second).toBe('back');
    await nextTick();
    void run('a');
    expect(calls).toHaveLength(3);
  });
});
