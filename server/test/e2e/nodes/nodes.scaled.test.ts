// Several nodes as one: three processes of the built program on PostgreSQL, Redis and S3, behind nginx, under load
// while nodes die, stop and restart.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Earshot } from '../../../../client/src/index.ts';
import { serverDatabase } from '../../support/database.ts';
import { newEngines, type TestEngines, urlOfTest } from '../../support/servers/engines.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { application, cleanUpAfterEach, liveKey, newDirectory, serve } from '../processes.ts';
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
      for (const node of running.nodes) {
        node.serving.child.kill('SIGTERM');
        expect(await node.serving.exited).toEqual({ code: 0, signal: null });
        await node.restart();
        while ((await fetch(`${node.serving.address}/readyz`)).status !== 200);
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
    "migrate once, create the first keys once, and all serve and see each other's writes",
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
        for (const [index, { address }] of nodes.entries())
          await application(address, key).posts.create({ title: `Of ${index}` });
        for (const { address } of nodes)
          expect(await application(address, key).posts.list().toArray()).toHaveLength(nodes.length);
        expect(existsSync(join(dataDir, 'earshot.db'))).toBe(false);
        expect(existsSync(join(dataDir, 'serve.lock'))).toBe(false);
        expect(nodes.filter(({ stderr }) => stderr().includes('"migrated"'))).toHaveLength(1);
        const outside = serverDatabase(database.url);
        expect(outside.rows('select slug from workspaces')).toEqual([{ slug: 'default' }]);
        expect(outside.rows('select mode from api_keys order by mode')).toEqual([
          { mode: 'live' },
          { mode: 'test' },
        ]);
        for (const { child } of nodes) child.kill('SIGTERM');
        for (const { exited } of nodes) expect(await exited).toEqual({ code: 0, signal: null });
      } finally {
        await database.drop();
      }
    },
    slow,
  );
});
