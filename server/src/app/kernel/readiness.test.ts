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
  const failures: { database?: Error; directory?: Error } = {};
  const check = readiness({
    started: Promise.resolve(),
    store: {
      async ping() {
        counted.pings += 1;
      },
      async probe() {
        counted.probes += 1;
        if (failures.database !== undefined) throw failures.database;
      },
    },
    directories: [
      {
        name: 'the directory',
        async probe() {
          counted.directoryProbes += 1;
          if (failures.directory !== undefined) throw failures.directory;
        },
      },
    ],
    clock,
    ...changes,
  });
  // `started` is observed one microtask later.
  await Promise.resolve();
  return { check, clock, counted, failures };
}

const notReady = (why: string) =>
  expect.objectContaining({ code: 'UNAVAILABLE', message: `Not ready: ${why}.` });

describe('readiness', () => {
  it('fails until startup is complete', async () => {
    let markStarted: () => void = () => undefined;
    const started = new Promise<void>((resolve) => {
      markStarted = resolve;
    });
    const { check, counted } = await readinessOf({ started });
    await expect(check()).rejects.toEqual(notReady('the server is still starting'));
    expect(counted.pings).toBe(0);
    markStarted();
    await started;
    await expect(check()).resolves.toBeUndefined();
  });

  it('asks the database every time, but writes at most once in five seconds', async () => {
    const { check, clock, counted } = await readinessOf();
    await Promise.all(Array.from({ length: 20 }, check));
    expect(counted).toEqual({ pings: expect.any(Number), probes: 1, directoryProbes: 1 });
    clock.advance(4_999);
    await check();
    expect(counted.probes).toBe(1);
    clock.advance(1);
    await Promise.all([check(), check()]);
    expect(counted).toMatchObject({ probes: 2, directoryProbes: 2 });
    expect(counted.pings).toBeGreaterThanOrEqual(3);
  });

  it('keeps probing when the clock is set back', async () => {
    const { check, clock, counted } = await readinessOf();
    await check();
    clock.advance(-3_600_000);
    await check();
    expect(counted.probes).toBe(2);
  });

  it('names the failed part, and notices its recovery within a second', async () => {
    const { check, clock, counted, failures } = await readinessOf();
    failures.directory = new Error('ENOSPC');
    await expect(check()).rejects.toEqual(notReady('the directory cannot be written to'));
    await expect(check()).rejects.toEqual(notReady('the directory cannot be written to'));
    expect(counted.directoryProbes).toBe(1);
    delete failures.directory;
    clock.advance(1_000);
    await expect(check()).resolves.toBeUndefined();

    failures.database = new Error('read-only');
    clock.advance(5_000);
    await expect(check()).rejects.toEqual(notReady('the database cannot be written to'));
  });

  it('fails when the database does not respond', async () => {
    const { check } = await readinessOf({
      store: { ping: () => Promise.reject(new Error('gone')), probe: async () => undefined },
    });
    await expect(check()).rejects.toEqual(notReady('the database does not answer'));
  });
});
