import { execFileSync } from 'node:child_process';
import { rename, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { findTool } from '../../../../scripts/tools.mjs';
import {
  application,
  chosenKeys,
  cleanUpAfterEach,
  newDirectory,
  type Serving,
  serve,
  statusOf,
} from '../processes.ts';

const prlimit = findTool('prlimit');

/** Limits the process's file size, to simulate a full disk. */
const letWrite = ({ child }: Serving, isAllowed: boolean) =>
  execFileSync(prlimit ?? 'prlimit', [
    '--pid',
    String(child.pid),
    `--fsize=${isAllowed ? 'unlimited' : 0}:unlimited`,
  ]);

const readyz = async ({ address }: Serving) => {
  const answer = await fetch(`${address}/readyz`);
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    requestId: answer.headers.get('x-request-id'),
    body: (await answer.json()) as {
      data?: unknown;
      error?: { code: string; message: string; status: number };
    },
  };
};

const becomes = (serving: Serving, status: number) =>
  vi.waitFor(async () => expect((await readyz(serving)).status).toBe(status), {
    timeout: 60_000,
    interval: 100,
  });

describe('/readyz on SQLite', () => {
  cleanUpAfterEach();

  it.skipIf(prlimit === undefined)(
    'is 503 and names the failed part while nothing can be written, then 200 again',
    async () => {
      const serving = await serve(join(await newDirectory(), 'data'), chosenKeys);
      await becomes(serving, 200);
      letWrite(serving, false);
      await becomes(serving, 503);
      expect(await readyz(serving)).toEqual({
        status: 503,
        retryAfter: '2',
        requestId: expect.stringMatching(/^req_/),
        body: {
          error: {
            code: 'UNAVAILABLE',
            status: 503,
            message: expect.stringMatching(
              /^Not ready: the (?:database|data directory) cannot be written to\.$/,
            ),
          },
        },
      });
      expect(await statusOf(application(serving.address).posts.create({ title: 'No room' }))).toBe(503);
      expect((await fetch(`${serving.address}/healthz`)).status).toBe(200);

      letWrite(serving, true);
      await becomes(serving, 200);
      expect(await statusOf(application(serving.address).posts.create({ title: 'Room' }))).toBe(201);
    },
  );

  it('is 503 while the database file is missing', async () => {
    const dataDir = join(await newDirectory(), 'data');
    const serving = await serve(dataDir, chosenKeys);
    await becomes(serving, 200);
    await rename(join(dataDir, 'earshot.db'), join(dataDir, 'elsewhere.db'));
    await becomes(serving, 503);
    expect((await readyz(serving)).body.error?.message).toBe('Not ready: the database cannot be written to.');
    await rename(join(dataDir, 'elsewhere.db'), join(dataDir, 'earshot.db'));
    await becomes(serving, 200);
  });

  it('is 503 when the database file is cut off', async () => {
    const dataDir = join(await newDirectory(), 'data');
    // A stop copies the log into the file, so that there is something to cut off.
    const first = await serve(dataDir, chosenKeys);
    first.child.kill('SIGTERM');
    await first.exited;
    const serving = await serve(dataDir, chosenKeys);
    await becomes(serving, 200);
    await truncate(join(dataDir, 'earshot.db'), 4096);
    await becomes(serving, 503);
    expect((await fetch(`${serving.address}/healthz`)).status).toBe(200);
  });
});
