// The built program while its PostgreSQL is stopped, crashes, restarts or freezes under load.

import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Cluster, execute, startCluster } from '../../support/servers/postgres.ts';
import { chosenKeys, cleanUpAfterEach, liveKey, newDirectory, type Serving, serve } from '../processes.ts';

const pool = 6;
/** A request that waits for a connection may be refused as overload, which comes back at a random moment. */
const soon = expect.stringMatching(/^[123]$/);
const slow = 180_000;
/** Instead of half a minute, which a frozen server would take from the test. */
const queryTimeoutMs = 6_000;

describe('the built program when PostgreSQL fails under load', () => {
  let cluster: Cluster;
  let node: Serving;
  cleanUpAfterEach();
  beforeEach(async () => {
    // Acknowledged writes must survive the server, as by default.
    cluster = await startCluster({ synchronous_commit: 'on' });
    await execute(cluster.urlOf('postgres'), 'create database earshot');
    const url = `${cluster.urlOf('earshot')}&query_timeout=${queryTimeoutMs}`;
    const environment = { DATABASE_URL: url, DATABASE_POOL: String(pool) };
    node = await serve(join(await newDirectory(), 'data'), { ...chosenKeys, ...environment });
  });
  afterEach(() => cluster.remove());

  const ask = (path: string, title?: string) =>
    fetch(`${node.address}${path}`, {
      headers: { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' },
      ...(title !== undefined && { method: 'POST', body: JSON.stringify({ title }) }),
    });
  const statusOf = async (path: string) => {
    const answer = await ask(path);
    await answer.arrayBuffer();
    return answer.status;
  };
  const until = async (path: string, status: number) => {
    while ((await statusOf(path)) !== status) await setTimeout(10);
  };

  /** Writes posts one by one; returns the acknowledged titles. */
  function writing(name: string) {
    const acknowledged: string[] = [];
    let isOver = false;
    const work = (async () => {
      for (let count = 0; !isOver; count += 1) {
        const title = `${name} ${count}`;
        const answer = await ask('/v1/posts', title);
        await answer.arrayBuffer();
        if (answer.status === 201) acknowledged.push(title);
        else expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, soon]);
      }
    })();
    return {
      acknowledged,
      async stop() {
        isOver = true;
        await work;
        return acknowledged;
      },
    };
  }

  const startWriters = async (name: string) => {
    const writers = Array.from({ length: 8 }, (_, index) => writing(`${name} ${index}`));
    while (writers.some(({ acknowledged }) => acknowledged.length === 0)) await setTimeout(5);
    return writers;
  };

  const expectAllThere = async (writers: ReturnType<typeof writing>[]) => {
    const titles = (await Promise.all(writers.map((writer) => writer.stop()))).flat();
    const { rows } = await execute(cluster.urlOf('earshot'), 'select title from posts');
    const found = rows.map(({ title }) => title as string);
    expect(new Set(found).size).toBe(found.length);
    const there = new Set(found);
    expect(titles.filter((title) => !there.has(title))).toEqual([]);
  };

  const expectHealthy = async () => {
    const { rows } = await execute(
      cluster.urlOf('postgres'),
      "select count(*) from pg_stat_activity where application_name like 'earshot%'",
    );
    expect(Number(rows[0]?.count)).toBeLessThanOrEqual(pool);
    expect(node.child.exitCode).toBeNull();
    expect(node.stderr()).not.toMatch(/"level":60|unhandled|uncaught/i);
  };

  it(
    'returns 503 while it is stopped, recovers by itself, and loses nothing',
    async ({ annotate }) => {
      for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
        const writers = await startWriters(signal);
        await cluster.stop(signal);
        const read = await ask('/v1/posts');
        expect([read.status, read.headers.get('retry-after')]).toEqual([503, soon]);
        expect(await statusOf('/readyz')).toBe(503);
        expect(await statusOf('/healthz')).toBe(200);

        await cluster.start();
        const backAt = performance.now();
        await until('/v1/posts', 200);
        await until('/readyz', 200);
        await annotate(
          `served again ${Math.round(performance.now() - backAt)} ms after the return (${signal})`,
        );
        const served = writers.map(({ acknowledged }) => acknowledged.length);
        while (writers.some(({ acknowledged }, index) => acknowledged.length === served[index]))
          await setTimeout(5);
        await expectAllThere(writers);
        await expectHealthy();
      }
    },
    slow,
  );

  it(
    'survives a crash of the server, which closes every connection and recovers',
    async () => {
      const writers = await startWriters('Crash');
      const { rows } = await execute(
        cluster.urlOf('postgres'),
        "select pid from pg_stat_activity where application_name = 'earshot' limit 1",
      );
      // If one server process dies, the server restarts all of them.
      process.kill(Number(rows[0]?.pid), 'SIGKILL');
      const served = writers.map(({ acknowledged }) => acknowledged.length);
      while (writers.some(({ acknowledged }, index) => acknowledged.length <= (served[index] ?? 0) + 2))
        await setTimeout(5);
      await expectAllThere(writers);
      await expectHealthy();
    },
    slow,
  );

  it(
    'times out on a frozen server, reports it, and recovers',
    async ({ annotate }) => {
      const writers = await startWriters('Frozen');
      cluster.freeze();
      const frozenAt = performance.now();
      try {
        const asked = Array.from({ length: 20 }, () => ask('/v1/posts'));
        expect(await statusOf('/healthz')).toBe(200);
        expect(await statusOf('/readyz')).toBe(503);
        await annotate(`/readyz said so after ${Math.round(performance.now() - frozenAt)} ms`);
        for (const { status, headers } of await Promise.all(asked))
          expect([status, headers.get('retry-after')]).toEqual([503, soon]);
        await annotate(`all were answered after ${Math.round(performance.now() - frozenAt)} ms`);
      } finally {
        cluster.thaw();
      }
      await until('/v1/posts', 200);
      await until('/readyz', 200);
      await expectAllThere(writers);
      await expectHealthy();
    },
    slow,
  );
});
