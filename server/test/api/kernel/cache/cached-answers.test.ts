// Caches are never stale: reads of two servers, interleaved with writes of both and of the command line's store, always
// give what an uncached read gives.

import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engines, openEngines, openMigrated } from '../../../../src/compose/engines.ts';
import { operatorOf } from '../../../../src/compose/operator.ts';
import { compose, type Program } from '../../../../src/compose/program.ts';
import { readConfig } from '../../../../src/config.ts';
import { type Answer, type CallerClient, callerClient } from '../../../support/caller.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';

interface Key {
  id: string;
  secret: string;
  isUsable: boolean;
}

/** Everything a step needs: numbers choose among what exists at that time. */
interface Step {
  what:
    | 'create'
    | 'edit'
    | 'remove'
    | 'vote'
    | 'batch'
    | 'create key'
    | 'revoke key'
    | 'expire key'
    | 'use key';
  node: number;
  path: number;
  choice: number;
  isConcurrent: boolean;
}

const steps = fc.array(
  fc.record<Step>({
    what: fc.constantFrom(
      'create',
      'edit',
      'remove',
      'vote',
      'batch',
      'create key',
      'revoke key',
      'expire key',
      'use key',
    ),
    node: fc.nat(1),
    path: fc.nat(20),
    choice: fc.nat(1000),
    isConcurrent: fc.boolean(),
  }),
  { minLength: 5, maxLength: 20 },
);

const hourMs = 3_600_000;

describe('cached answers', () => {
  let program: TestProgram;
  /** Another server on the same engines, and the store of a command that runs next to them. */
  let other: Program & { engines: Engines };
  let command: Engines;
  let nodes: readonly Program['app'][];
  const postIds: string[] = [];
  const keys: Key[] = [];
  /** The body of every ETag that was sent. */
  const bodies = new Map<string, string>();

  beforeAll(async () => {
    program = await startProgram();
    const config = readConfig({ RATE_LIMIT_READ: '0', RATE_LIMIT_WRITE: '0', ...program.environment });
    const engines = await openEngines(config);
    const surroundings = {
      config,
      engines,
      clock: program.clock,
      log: pino({ level: 'silent' }),
      version: '0.0.0-test',
      publicUrl: () => 'http://earshot.test',
      pagesDir: 'no-pages',
    };
    other = { ...(await compose(surroundings)), engines };
    await other.app.ready();
    command = await openMigrated(config);
    nodes = [program.app, other.app];
    keys.push({ id: '', secret: program.secrets.live, isUsable: true });
    for (const title of ['First', 'Second']) postIds.push(await created(program.live, title));
  });

  afterAll(async () => {
    await other.app.close();
    await other.idle();
    await other.engines.store.close();
    await command.store.close();
    await program.close();
  });

  const created = async (client: CallerClient, title: string): Promise<string> =>
    (await client.post('/posts', { title })).body.data.id;

  const clientOn = (node: number, secret = program.secrets.live): CallerClient =>
    callerClient(nodes[node] ?? program.app, secret);

  const postAt = (choice: number): string => postIds[choice % postIds.length] ?? '';

  const pathAt = (choice: number): string =>
    [
      '/posts',
      '/posts?limit=1&sortBy=votes',
      '/posts?filters=search:first',
      `/posts/${postAt(choice)}`,
      `/posts/${postAt(choice)}/votes`,
      `/posts/${postAt(choice)}?include=voters`,
      '/statuses',
      '/users',
    ][choice % 8] ?? '/posts';

  /** Parts of a batch use no cached answer, and this key is always valid. */
  const uncached = async (node: number, path: string): Promise<{ status: number; body: unknown }> => {
    const answer = await clientOn(node).post('/batch', { operations: [{ method: 'GET', path }] });
    return answer.body.data.results[0];
  };

  const changes: Record<Exclude<Step['what'], 'use key'>, (step: Step) => Promise<void>> = {
    async create({ node, choice }) {
      postIds.push(await created(clientOn(node), `First of ${choice}`));
    },
    async edit({ node, choice }) {
      await clientOn(node).patch(`/posts/${postAt(choice)}`, { title: `Edited ${choice}` });
    },
    async remove({ node, choice }) {
      const [id] = postIds.length > 2 ? postIds.splice(choice % postIds.length, 1) : [];
      if (id !== undefined) await clientOn(node).delete(`/posts/${id}`);
    },
    async vote({ node, choice }) {
      const user = { email: `person${choice % 5}@example.com` };
      await clientOn(node).post(`/posts/${postAt(choice)}/votes`, { user });
    },
    async batch({ node, choice }) {
      const path = `/posts/${postAt(choice)}`;
      const operations = [{ method: 'PATCH', path, body: { title: `In a batch ${choice}` } }];
      await clientOn(node).post('/batch', { atomic: choice % 2 === 0, operations });
    },
    async 'create key'({ choice }) {
      const operator = operatorOf(command.store, program.clock);
      const expiresAt = choice % 2 === 0 ? { expiresAt: program.clock.now() + hourMs } : {};
      const wanted = { mode: 'live' as const, name: `key ${choice}`, ...expiresAt };
      const { key, secret } = await operator.createKey(program.workspaceId, wanted);
      keys.push({ id: key.id, secret, isUsable: true });
    },
    async 'revoke key'({ choice }) {
      const key = keys[choice % keys.length];
      if (key === undefined || key.id === '') return;
      await operatorOf(command.store, program.clock).revokeKey(program.workspaceId, key.id);
      key.isUsable = false;
    },
    async 'expire key'() {
      const listed = await command.store.read.apiKeys.list(program.workspaceId);
      program.clock.advance(hourMs);
      for (const key of keys) {
        const expiresAt = listed.find(({ id }) => id === key.id)?.expiresAt ?? null;
        if (expiresAt !== null && expiresAt <= program.clock.now()) key.isUsable = false;
      }
    },
  };

  /** A read with any key, sometimes with the ETag of an earlier one. */
  const read = async (node: number, path: string, key: Key, etag?: string): Promise<Answer> =>
    clientOn(node, key.secret).get(path, etag === undefined ? undefined : { 'if-none-match': etag });

  /** What the client has after this answer: its own copy if that is still current. */
  const bodyAfter = ({ status, headers, text }: Answer): string => {
    const { etag = '' } = headers;
    if (status === 304) return bodies.get(etag) ?? 'a 304 for an unknown tag';
    if (status === 200) bodies.set(etag, text);
    return text;
  };

  const check = async ({ node, path: chosen, choice }: Step): Promise<void> => {
    const path = pathAt(chosen);
    for (const each of [node, 1 - node]) {
      const expected = await uncached(each, path);
      const known = await read(each, path, { id: '', secret: program.secrets.live, isUsable: true });
      expect(JSON.parse(bodyAfter(known))).toEqual(expected.body);
      const again = await read(each, path, keys[0] as Key, known.headers.etag);
      expect(again.status).toBe(known.headers.etag === undefined ? known.status : 304);
      expect(JSON.parse(bodyAfter(again))).toEqual(expected.body);
      const key = keys[choice % keys.length] as Key;
      const byKey = await read(each, path, key);
      expect(byKey.status).toBe(key.isUsable ? expected.status : 401);
      if (key.isUsable) expect(JSON.parse(bodyAfter(byKey))).toEqual(expected.body);
    }
  };

  /** Voters are read after their post, and posts after they were found: in the middle of a write they may be newer. */
  const readApart = (body: unknown, isSearch: boolean): { voters: unknown; rest: unknown } => {
    const { data: { voters, posts = [], ...data } = {} } = body as {
      data?: { voters?: unknown; posts?: { id: string }[] };
    };
    if (isSearch) return { voters: [], rest: { ...data, found: posts.map(({ id }) => id) } };
    return voters === undefined ? { voters: [], rest: body } : { voters, rest: data };
  };

  const expectEither = (states: readonly unknown[], body: unknown, isSearch: boolean): void => {
    const { voters, rest } = readApart(body, isSearch);
    expect(states.map((state) => readApart(state, isSearch).rest)).toContainEqual(rest);
    expect(states.map((state) => readApart(state, isSearch).voters)).toContainEqual(voters);
  };

  /** Reads during a write give the state before or after it. */
  const checkDuring = async (step: Step, change: (step: Step) => Promise<void>): Promise<void> => {
    const path = pathAt(step.path);
    const nodeNumbers = [0, 1];
    const before = await Promise.all(nodeNumbers.map((node) => uncached(node, path)));
    const reads = nodeNumbers.map((node) => read(node, path, keys[0] as Key));
    const [answers] = await Promise.all([Promise.all(reads), change(step)]);
    const after = await Promise.all(nodeNumbers.map((node) => uncached(node, path)));
    for (const node of nodeNumbers) {
      const states = [before[node]?.body, after[node]?.body];
      expectEither(states, JSON.parse(bodyAfter(answers[node] as Answer)), path.includes('search:'));
    }
  };

  it('equal uncached ones on every server, whoever writes', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        for (const step of sequence) {
          const change = step.what === 'use key' ? undefined : changes[step.what];
          const isRead = change === undefined || step.what.endsWith('key');
          if (step.isConcurrent && !isRead) await checkDuring(step, change);
          else await change?.(step);
          await check(step);
        }
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });

  it('end with their key: the next request on any server is refused', async () => {
    const operator = operatorOf(command.store, program.clock);
    const { key, secret } = await operator.createKey(program.workspaceId, {
      mode: 'live',
      name: 'to revoke',
    });
    const statuses = () =>
      Promise.all([0, 1].map(async (node) => (await clientOn(node, secret).get('/posts')).status));
    for (let times = 0; times < 2; times += 1) expect(await statuses()).toEqual([200, 200]);
    await operator.revokeKey(program.workspaceId, key.id);
    expect(await statuses()).toEqual([401, 401]);
  });

  it('show no visitor what is internal by now, although many others ask for the same page', async () => {
    const [first, second] = [clientOn(0), clientOn(1)] as const;
    const id = (await first.post('/posts', { title: 'Later', visibility: 'public' })).body.data.id;
    await first.patch('/site', { visibility: 'public' });
    const visit = async (node: number, path: string) =>
      (await nodes[node]?.inject({ method: 'GET', url: `/p/default${path}` }))?.statusCode;
    let isOver = false;
    const crowd = nodes.flatMap((_, node) =>
      Array.from({ length: 8 }, async () => {
        while (!isOver) await visit(node, `/posts/${id}`);
      }),
    );
    try {
      for (let times = 0; times < 5; times += 1) {
        for (const [visibility, status] of [['internal', 404] as const, ['public', 200] as const]) {
          await first.patch(`/posts/${id}`, { visibility });
          expect(await Promise.all([visit(0, `/posts/${id}`), visit(1, `/posts/${id}`)])).toEqual([
            status,
            status,
          ]);
        }
        for (const [visibility, status] of [['off', 404] as const, ['public', 200] as const]) {
          await second.patch('/site', { visibility });
          expect(await Promise.all([visit(0, ''), visit(1, '')])).toEqual([status, status]);
        }
      }
    } finally {
      isOver = true;
      await Promise.all(crowd);
    }
  });
});
