import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../../../support/program.ts';
import { type Cluster, execute, startCluster } from '../../../support/servers/postgres.ts';

const pool = 6;
/** A request that waits for a connection may be refused as overload, which comes back at a random moment. */
const soon = expect.stringMatching(/^[123]$/);

describe('a database outage', () => {
  let cluster: Cluster;
  let program: TestProgram;
  beforeAll(async () => {
    // Acknowledged writes must survive a crash of the server, as they do by default.
    cluster = await startCluster({ synchronous_commit: 'on' });
    await execute(cluster.urlOf('postgres'), 'create database earshot');
    program = await startProgram({
      environment: { DATABASE_URL: cluster.urlOf('earshot'), DATABASE_POOL: String(pool) },
    });
  });
  afterAll(async () => {
    await program.close();
    await cluster.remove();
  });

  /** Creates posts until stopped; returns the titles of acknowledged writes. */
  function writing(name: string): { stop(): Promise<string[]> } {
    const acknowledged: string[] = [];
    let running = true;
    const work = (async () => {
      for (let count = 0; running; count += 1) {
        const title = `${name} ${count}`;
        const { status, headers } = await program.live.post('/posts', { title });
        if (status === 201) acknowledged.push(title);
        else expect([status, headers['retry-after']]).toEqual([503, soon]);
      }
    })();
    return {
      async stop() {
        running = false;
        await work;
        return acknowledged;
      },
    };
  }

  const servesAgain = async () => {
    while ((await program.live.get('/posts')).status !== 200) await setTimeout(10);
  };

  it('returns 503 with Retry-After while it lasts, and loses no acknowledged write', async () => {
    for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
      const writers = Array.from({ length: 8 }, (_, index) => writing(`${signal} ${index}`));
      while ((await program.live.get('/posts?limit=1')).body.data.posts.length === 0) await setTimeout(1);
      await cluster.stop(signal);

      const read = await program.live.get('/posts');
      expect([read.status, read.headers['retry-after']]).toEqual([503, soon]);
      expect(read.body.error).toMatchObject({ code: 'UNAVAILABLE' });
      expect((await program.app.inject('/readyz')).statusCode).toBe(503);
      expect((await program.app.inject('/healthz')).statusCode).toBe(200);

      await cluster.start();
      await servesAgain();
      const titles = (await Promise.all(writers.map((writer) => writer.stop()))).flat();
      expect(titles.length).toBeGreaterThan(0);
      const found = new Set<string>();
      for (let after = ''; ; ) {
        const { body } = await program.live.get(`/posts?limit=100${after}`);
        for (const { title } of body.data.posts) found.add(title);
        if (!body.data.hasMore) break;
        after = `&after=${body.data.next}`;
      }
      expect(titles.filter((title) => !found.has(title))).toEqual([]);
    }
  });

  it('leaks no connections', async () => {
    await Promise.all(Array.from({ length: 50 }, () => program.live.get('/posts')));
    const { rows } = await connections(cluster);
    expect(Number(rows[0]?.count)).toBeLessThanOrEqual(pool);
  });

  it('of single connections fails requests at most, never the process', async () => {
    await execute(
      cluster.urlOf('postgres'),
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'earshot'",
    );
    await servesAgain();
    expect((await program.live.post('/posts', { title: 'After all' })).status).toBe(201);
  });
});

const connections = (cluster: Cluster) =>
  execute(
    cluster.urlOf('postgres'),
    "select count(*) from pg_stat_activity where application_name = 'earshot'",
  );
