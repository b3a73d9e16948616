import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { type ReadinessDeps, readiness } from './readiness.ts';

interface Counted {
  pings: number;
  probes: number;
  directoryProbes: number;
}

async function readinessOf(changes: Partial<ReadinessDeps> = {}) {
  const clock = fakeClock();
  const counted: Counted = { pings: 0, probes: 0, directoryProbes: 0 };
  const faults: { database?: Error; directory?: Error } = {};
  const ask = readiness({
    started: Promise.resolve(),
    store: {
      async ping() {
        counted.pings += 1;
      },
      async probe() {
        counted.probes += 1;
        if (faults.database !== undefined) throw faults.database;
      },
    },
    directories: [
      {
        name: 'the directory',
        async probe() {
          counted.directoryProbes += 1;
          if (faults.directory !== undefined) throw faults.directory;
        },
      },
    ],
    clock,
    ...changes,
  });
  // It hears of a start that is over in the next turn.
  await Promise.resolve();
  return { ask, clock, counted, faults };
}

const refusal = (why: string) =>
  expect.objectContaining({ code: 'UNAVAILABLE', message: `Not ready: ${why}.` });

describe('readiness', () => {
  it('is refused until the start is done', async () => {
    let markStarted: () => void = () => undefined;
    const started = new Promise<void>((resolve) => {
      markStarted = resolve;
    });
    const { ask, counted } = await readinessOf({ started });
    await expect(ask()).rejects.toEqual(refusal('the server is still starting'));
    expect(counted.pings).toBe(0);
    markStarted();
    await started;
    await expect(ask()).resolves.toBeUndefined();
  });

  it('asks the database every time, and writes at most once in five seconds however many ask', async () => {
    const { ask, clock, counted } = await readinessOf();
    await Promise.all(Array.from({ length: 20 }, ask));
    expect(counted).toEqual({ pings: expect.any(Number), probes: 1, directoryProbes: 1 });
    clock.advance(4_999);
    await ask();
    expect(counted.probes).toBe(1);
    clock.advance(1);
    await Promise.all([ask(), ask()]);
    expect(counted).toMatchObject({ probes: 2, directoryProbes: 2 });
    expect(counted.pings).toBeGreaterThanOrEqual(3);
  });

  it('goes on probing when the clock is set back', async () => {
    const { ask, clock, counted } = await readinessOf();
    await ask();
    clock.advance(-3_600_000);
    await ask();
    expect(counted.probes).toBe(2);
  });

  it('names the part that failed, and notices within a second that it is well again', async () => {
    const { ask, clock, counted, faults } = await readinessOf();
    faults.directory = new Error('ENOSPC');
    await expect(ask()).rejects.toEqual(refusal('the directory cannot be written to'));
    await expect(ask()).rejects.toEqual(refusal('the directory cannot be written to'));
    expect(counted.directoryProbes).toBe(1);
    delete faults.directory;
    clock.advance(1_000);
    await expect(ask()).resolves.toBeUndefined();

    faults.database = new Error('read-only');
    clock.advance(5_000);
    await expect(ask()).rejects.toEqual(refusal('the database cannot be written to'));
  });

  it('is refused when the database does not answer', async () => {
    const { ask } = await readinessOf({
      store: { ping: () => Promise.reject(new Error('gone')), probe: async () => undefined },
    });
    await expect(ask()).rejects.toEqual(refusal('the database does not answer'));
  });
});
