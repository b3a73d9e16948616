// Several nodes as one: three processes of the built program on PostgreSQL, Redis and S3, behind nginx, under load
// while nodes die, stop and restart.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Earshot } from '../../../../client/src/index.ts';
import { serverDatabase } from '../../support/database.ts';
import { newEngines, type TestEngines, urlOfTest } from '../../support/servers/engines.ts';
import { createDatabase, execute } from '../../support/servers/postgres.ts';
import { application, cleanUpAfterEach, liveKey, newDirectory, serve, statusOf } from '../processes.ts';
import { nginxIsMissing } from './balancer.ts';
import { type Node, type Nodes, startNodes } from './cluster.ts';
import { digestOf, type Exchange, startLoad } from './load.ts';

const slow = 240_000;

describe.skipIf(nginxIsMissing)('three nodes behind a load balancer', () => {
  let engines: TestEngines;
  let running: Nodes | undefined;
  cleanUpAfterEach();
  beforeEach(async () => {
    engines = await newEngines();
  });
  afterEach(async () => {
    await running?.balancer.close();
    running = undefined;
    await engines.close();
  });

  const start = async (more: Record<string, string> = {}) => {
    running = await startNodes({ ...engines.environment, ...more }, 3);
    return running;
  };
  const count = (query: string) => Number(engines.database.rows(query)[0]?.count);

  it(
    'lose no acknowledged write when one is killed and another stops, and only the killed one fails requests',
    async ({ annotate }) => {
      const { balancer, nodes } = await start();
      const [killed, stopped] = nodes;
      const load = startLoad(balancer.address, liveKey, 8);
      await load.goesOn(2);
      killed.serving.child.kill('SIGKILL');
      await killed.serving.exited;
      await load.goesOn(2);
      await killed.restart();
      await load.goesOn(1);
      stopped.serving.child.kill('SIGTERM');
      expect(await stopped.serving.exited).toEqual({ code: 0, signal: null });
      await load.goesOn(2);
      await stopped.restart();
      await load.goesOn(1);
      const { made, uncertain, exchanges, failed } = await load.stop();

      await annotate(
        `${exchanges.length} requests, ${made.length} posts acknowledged, ${failed.length} calls failed`,
      );
      const isOn = ({ name }: Node, { nodes }: Exchange) => nodes.includes(name);
      const broken = exchanges.filter(({ status }) => status === undefined || status >= 500);
      expect(broken.filter((exchange) => !isOn(killed, exchange))).toEqual([]);
      // Reads go to the next node, including those on the killed one.
      expect(broken.filter(({ method }) => method === 'GET')).toEqual([]);
      // A retry of an interrupted write may find its key claimed for a while; nothing else is rejected.
      const refused = exchanges.filter(({ status = 0 }) => status >= 400 && status < 500 && status !== 409);
      expect(refused).toEqual([]);
      const elsewhere = failed.filter(({ exchanges }) => !exchanges.some((one) => isOn(killed, one)));
      expect(elsewhere).toEqual([]);
      // The client retries requests with an Idempotency-Key until they succeed.
      expect(failed.filter(({ what }) => !what.startsWith('plain'))).toEqual([]);

      const client = new Earshot({ apiKey: liveKey, baseUrl: balancer.address });
      const found = new Map<string, string[]>();
      for await (const { id, title } of client.posts.list())
        found.set(title, [...(found.get(title) ?? []), id]);
      expect(made.length).toBeGreaterThan(8 * 8);
      expect(made.filter(({ id, title }) => found.get(title)?.join() !== id)).toEqual([]);
      // Failed writes may have happened, but never twice.
      expect(uncertain.filter((title) => (found.get(title)?.length ?? 0) > 1)).toEqual([]);
      expect(found.size).toBeLessThanOrEqual(made.length + uncertain.length);
      for (const { id, votes, comments, files } of made.filter(({ isUncertain }) => !isUncertain)) {
        const post = await client.posts.get(id);
        expect([id, post.votesCount, post.commentsCount]).toEqual([id, votes, comments]);
        for (const [url, digest] of files)
          expect(digestOf(new Uint8Array(await (await fetch(url)).arrayBuffer()))).toBe(digest);
      }
      for (const [counter, table] of [
        ['votes_count', 'votes'],
        ['comments_count', 'comments'],
      ])
        expect(
          count(`select count(*) from posts where ${counter} <>
          (select count(*) from ${table} where ${table}.post_id = posts.id)`),
        ).toBe(0);
      expect(count('select sum(posts_count) as count from statuses')).toBe(
        count('select count(*) from posts'),
      );
    },
    slow,
  );

  it(
    'share rate limits, and a dying node opens no new window',
    async () => {
      const { balancer, nodes } = await start({ RATE_LIMIT_READ: '40', RATE_LIMIT_WRITE: '20' });
      const addresses = [balancer.address, ...nodes.map(({ serving }) => serving.address)];
      const at = (turn: number) => addresses[turn % addresses.length] ?? '';
      const reads = Array.from({ length: 120 }, (_, turn) => statusOf(application(at(turn)).me()));
      const writes = Array.from({ length: 60 }, (_, turn) =>
        statusOf(application(at(turn)).posts.create({ title: 'x' })),
      );
      expect((await Promise.all(reads)).sort()).toEqual([...Array(40).fill(200), ...Array(80).fill(429)]);
      expect((await Promise.all(writes)).sort()).toEqual([...Array(20).fill(201), ...Array(40).fill(429)]);
      expect(count('select count(*) from posts')).toBe(20);

      nodes[0].serving.child.kill('SIGKILL');
      await nodes[0].serving.exited;
      await nodes[0].restart();
      for (const address of [balancer.address, ...nodes.map(({ serving }) => serving.address)])
        expect(await statusOf(application(address).me())).toBe(429);
    },
    slow,
  );

  it(
    'publish each scheduled changelog exactly once',
    async () => {
      const { nodes } = await start();
      const schedule = async (turn: number) => {
        const { id } = await application(nodes[turn % 3]?.serving.address ?? '').changelogs.create({
          title: `Release ${turn}`,
          state: 'scheduled',
          publishedAt: '2190-01-01T00:00:00Z',
        });
        return id;
      };
      const made = await Promise.all(Array.from({ length: 30 }, (_, turn) => schedule(turn)));
      await execute(engines.environment.DATABASE_URL ?? '', 'update changelogs set published_at = 1');
      // Scheduling wakes the node that handles it, and all three find the same changelogs due.
      const later = await Promise.all([0, 1, 2].map(schedule));
      const left = () => count("select count(*) from changelogs where state <> 'published'");
      await vi.waitFor(() => expect(left()).toBe(later.length), { timeout: 60_000, interval: 200 });
      for (const { serving } of nodes) {
        serving.child.kill('SIGTERM');
        await serving.exited;
        expect(serving.stderr()).not.toMatch(/publishing failed|sweeping failed/);
      }
      const told = engines.database.rows("select object_id from ledger where type = 'changelog.published'");
      const ids = told.map(({ object_id }) => String(object_id));
      expect(ids.sort()).toEqual(made.sort());
    },
    slow,
  );
});

describe.skipIf(nginxIsMissing)('two nodes behind a load balancer', () => {
  let engines: TestEngines;
  let running: Nodes<2> | undefined;
  cleanUpAfterEach();
  beforeEach(async () => {
    engines = await newEngines();
  });
  afterEach(async () => {
    await running?.balancer.close();
    running = undefined;
    await engines.close();
  });

  it(
    'fail no request in a rolling restart that waits for each node to be ready',
    async ({ annotate }) => {
      running = await startNodes(engines.environment, 2);
      const load = startLoad(running.balancer.address, liveKey, 8);
      await load.goesOn(1);
      for (let round = 0; round < 2; round += 1) {
        for (const node of running.nodes) {
          node.serving.child.kill('SIGTERM');
          expect(await node.serving.exited).toEqual({ code: 0, signal: null });
          await node.restart();
          while ((await fetch(`${node.serving.address}/readyz`)).status !== 200);
        }
      }
      await load.goesOn(1);
      const { made, uncertain, exchanges, failed } = await load.stop();
      await annotate(`${exchanges.length} requests, ${made.length} posts, ${failed.length} calls failed`);
      expect(exchanges.filter(({ status = 0 }) => status < 200 || status >= 300)).toEqual([]);
      expect([failed, uncertain]).toEqual([[], []]);
      expect(made.length).toBeGreaterThan(8 * 2);
    },
    slow,
  );
});

describe('ten nodes that start together on an empty database', () => {
  cleanUpAfterEach();

  it(
    'migrate once, create the first keys once, and all serve',
    async () => {
      const database = await createDatabase(urlOfTest);
      try {
        const dataDir = await newDirectory();
        const environment = { DATABASE_URL: database.url, DATABASE_POOL: '2' };
        const nodes = await Promise.all(Array.from({ length: 10 }, () => serve(dataDir, environment)));
        const keysOf = (printed: string) => [...printed.matchAll(/sk_live_es_\w+/g)].map(([key]) => key);
        const keys = new Set(nodes.flatMap(({ stdout }) => keysOf(stdout())));
        expect(keys.size).toBe(1);
        const [key = ''] = keys;
        for (const { address } of nodes) expect(await statusOf(application(address, key).me())).toBe(200);
        expect(nodes.filter(({ stderr }) => stderr().includes('"migrated"'))).toHaveLength(1);
        const outside = serverDatabase(database.url);
        expect(outside.rows('select slug from workspaces')).toEqual([{ slug: 'default' }]);
        expect(outside.rows('select mode from api_keys order by mode')).toEqual([
          { mode: 'live' },
          { mode: 'test' },
        ]);
        for (const { child } of nodes) child.kill('SIGKILL');
        await Promise.all(nodes.map(({ exited }) => exited));
      } finally {
        await database.drop();
      }
    },
    slow,
  );
});
