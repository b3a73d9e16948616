// A server's cached answers while commands write to its database from processes of their own.

import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chosenKeys, cleanUpAfterEach, liveKey, newDirectory, run, serve } from '../processes.ts';

cleanUpAfterEach();

type Command = 'create a key' | 'revoke a key' | 'seed';

const sequences = fc.array(fc.constantFrom<Command>('create a key', 'revoke a key', 'seed'), {
  minLength: 4,
  maxLength: 5,
});

const paths = ['/posts', '/posts?sortBy=votes&limit=3', '/users', '/audit-log'];

it('are those of uncached reads, whatever commands write, and end with their key', async () => {
  const dataDir = join(await newDirectory(), 'data');
  const { address } = await serve(dataDir, chosenKeys);
  const keys: { id: string; secret: string; isUsable: boolean }[] = [];

  const call = async (path: string, secret: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${address}/v1${path}`, { headers, ...init });
    // biome-ignore lint/suspicious/noExplicitAny: bodies of several shapes.
    return { status: response.status, body: (await response.json()) as any };
  };

  /** Parts of a batch use no cached answers. */
  const uncached = async (): Promise<unknown[]> => {
    const operations = paths.map((path) => ({ method: 'GET', path }));
    const { body } = await call('/batch', liveKey, { operations });
    return body.data.results.map((result: { body: unknown }) => result.body);
  };
  const cached = async (): Promise<unknown[]> => {
    const answers: unknown[] = [];
    for (const path of paths) answers.push((await call(path, liveKey)).body);
    return answers;
  };

  /** Whatever is the same before and after must not have been different in between. */
  const compare = async (): Promise<void> => {
    const before = await uncached();
    const answers = await cached();
    const after = await uncached();
    const isEqual = (one: unknown, two: unknown) => JSON.stringify(one) === JSON.stringify(two);
    for (const [index, answer] of answers.entries())
      if (isEqual(before[index], after[index])) expect(answer).toEqual(after[index]);
  };

  /** Reads and writes through the API for as long as the command runs. */
  const during = async (args: string[]): Promise<string> => {
    const { child, exited, stdout } = run(args, { DATA_DIR: dataDir });
    for (let turn = 0; child.exitCode === null; turn += 1) {
      if (turn % 5 === 0) await call('/posts', liveKey, { title: `Written beside, ${turn}` });
      await compare();
    }
    expect(await exited).toEqual({ code: 0, signal: null });
    return stdout();
  };

  const commands: Record<Command, () => Promise<void>> = {
    async 'create a key'() {
      const name = `key ${keys.length}`;
      const secret = (await during(['keys', 'create', '--mode', 'live', '--name', name])).trim();
      const { body } = await call('/me', secret);
      keys.push({ id: body.data.key.id, secret, isUsable: true });
    },
    async 'revoke a key'() {
      const key = keys.find(({ isUsable }) => isUsable);
      if (key === undefined) return;
      await during(['keys', 'revoke', key.id]);
      key.isUsable = false;
    },
    async seed() {
      await during(['seed', '--posts', '20']);
    },
  };

  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      for (const command of ['create a key' as const, ...sequence]) {
        await commands[command]();
        for (const { secret, isUsable } of keys)
          expect((await call('/posts', secret)).status).toBe(isUsable ? 200 : 401);
        await compare();
      }
    }),
    { numRuns: 2, endOnFailure: true },
  );
});
