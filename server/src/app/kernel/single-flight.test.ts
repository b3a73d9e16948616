import { describe, expect, it } from 'vitest';
import { singleFlight } from './single-flight.ts';

interface Asked {
  key: string;
  answer(value: string): void;
  fail(error: Error): void;
}

function world() {
  const asked: Asked[] = [];
  const ask = singleFlight(
    (key) =>
      new Promise<string>((answer, fail) => {
        asked.push({ key, answer, fail });
      }),
  );
  return { asked, ask };
}

/** Lets everything happen that waits for nothing outside. */
const nextTick = () => new Promise((resolve) => setImmediate(resolve));

describe('a question that many have at once', () => {
  it('is put at once when it is not under way', () => {
    const { asked, ask } = world();
    void ask('a');
    void ask('b');
    expect(asked.map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it('is put once more for all who came while it was under way, and never answered from before', async () => {
    const { asked, ask } = world();
    const first = ask('a');
    const later = [ask('a'), ask('a'), ask('a')];
    await nextTick();
    expect(asked).toHaveLength(1);
    asked[0]?.answer('old');
    expect(await first).toBe('old');
    await nextTick();
    expect(asked).toHaveLength(2);
    const latest = ask('a');
    asked[1]?.answer('new');
    expect(await Promise.all(later)).toEqual(['new', 'new', 'new']);
    await nextTick();
    expect(asked).toHaveLength(3);
    asked[2]?.answer('newest');
    expect(await latest).toBe('newest');
  });

  it('is put again after a failure, which only those hear who asked it', async () => {
    const { asked, ask } = world();
    const first = ask('a');
    const second = ask('a');
    asked[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await nextTick();
    asked[1]?.answer('back');
    expect(await second).toBe('back');
    await nextTick();
    void ask('a');
    expect(asked).toHaveLength(3);
  });
});
