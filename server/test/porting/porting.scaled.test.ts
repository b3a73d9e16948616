import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../support/program.ts';
import { exported, imported } from './ported.ts';
import { actions, fill, newWorkspace, seen, unmergeAll } from './world.ts';

/** The clocks of the two programs differ. */
const timeless = (all: unknown): unknown =>
  JSON.parse(JSON.stringify(all), (key, value) => (key === 'updatedAt' ? undefined : value));

describe('an export imported into an empty workspace on another engine', () => {
  let embedded: TestProgram;
  let servers: TestProgram;
  let directory: string;
  beforeAll(async () => {
    const none = { DATABASE_URL: '', REDIS_URL: '', S3_BUCKET: '', S3_ENDPOINT: '' };
    embedded = await startProgram({ environment: none });
    servers = await startProgram();
    directory = await mkdtemp(join(tmpdir(), 'earshot-porting-'));
  });
  afterAll(async () => {
    await embedded.close();
    await servers.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('equals the original through the API, whatever it holds', async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(actions, fc.boolean(), async (all, isForward) => {
        runs += 1;
        const [from, to] = isForward ? [embedded, servers] : [servers, embedded];
        const original = await newWorkspace(from);
        await fill(original, all);
        const path = join(directory, runs % 2 === 0 ? `${runs}.zip` : `${runs}`);
        await exported(original, path);
        const copy = await newWorkspace(to);
        // The original's last changes must not be in the future.
        to.clock.jump(Math.max(0, from.clock.now() - to.clock.now()));
        const { report } = await imported(copy, path);
        expect(report.errors).toEqual([]);
        const before = await seen(original);
        expect(await seen(copy)).toEqual(before);
        for (const workspace of [original, copy]) await unmergeAll(workspace, before.threads);
        expect(timeless(await seen(copy))).toEqual(timeless(await seen(original)));
      }),
      { numRuns: 6, endOnFailure: true },
    );
  }, 240_000);
});
