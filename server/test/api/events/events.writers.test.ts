// The feed under concurrent writers: on SQLite with one node, on PostgreSQL with two that share the database.

import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openEngines } from '../../../src/compose/engines.ts';
import { compose } from '../../../src/compose/program.ts';
import { readConfig } from '../../../src/config.ts';
import { type CallerClient, callerClient } from '../../support/caller.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const writers = 20;
const postsEach = 3;

let program: TestProgram;
let nodes: CallerClient[];
let closeSecond: (() => Promise<void>) | undefined;

beforeAll(async () => {
  program = await startProgram();
  nodes = [program.live];
  if (inject('engines') !== 'embedded') nodes.push(await secondNode());
});
afterAll(async () => {
  await closeSecond?.();
  await program.close();
});

async function secondNode(): Promise<CallerClient> {
  const config = readConfig({ ...program.environment, RATE_LIMIT_READ: '0', RATE_LIMIT_WRITE: '0' });
  const engines = await openEngines(config);
  const { clock, secrets } = program;
  const log = pino({ level: 'silent' });
  const publicUrl = () => 'http://earshot.test';
  const surroundings = {
    config,
    engines,
    clock,
    log,
    version: '0.0.0-test',
    publicUrl,
    pagesDir: 'no-pages',
  };
  const { app, idle } = await compose(surroundings);
  await app.ready();
  closeSecond = async () => {
    await app.close();
    await idle();
    await engines.store.close();
  };
  return callerClient(app, secrets.live);
}

/** Follows the feed from a position until all posts are there, waiting for new ones. */
async function follow(node: CallerClient, start: number, types: string): Promise<number[]> {
  const seen: number[] = [];
  for (let after = start; seen.length < writers * postsEach; ) {
    const { status, body } = await node.get(`/events?after=${after}&limit=7&wait=30${types}`);
    expect(status).toBe(200);
    const sequences: number[] = body.data.events.map(({ sequence }: { sequence: number }) => sequence);
    for (const sequence of sequences) expect(sequence).toBeGreaterThan(after);
    seen.push(...sequences);
    expect(body.data.next).toBeGreaterThanOrEqual(sequences.at(-1) ?? after);
    after = body.data.next;
  }
  return seen;
}

/** Repeats a post that a busy machine refused; the idempotency key keeps it one post. */
async function write(node: CallerClient, title: string): Promise<void> {
  const headers = { 'idempotency-key': title };
  for (;;) {
    const { status } = await node.call('POST', '/posts', { body: { title }, headers });
    if (status === 201) return;
    expect([409, 503]).toContain(status);
  }
}

it('readers on every node see every sequence number of 20 writers exactly once, in order', async () => {
  const start: number = (await program.live.get('/events?after=latest')).body.data.next;
  const following = nodes.flatMap((node) => [
    follow(node, start, ''),
    follow(node, start, '&types=post.created'),
  ]);
  const writing = Array.from({ length: writers }, async (_, writer) => {
    for (let count = 0; count < postsEach; count += 1) {
      const node = nodes[(writer + count) % nodes.length] ?? program.live;
      await write(node, `Post ${count} of ${writer}`);
    }
  });
  const [followed] = await Promise.all([Promise.all(following), Promise.all(writing)]);
  const every = Array.from({ length: writers * postsEach }, (_, index) => start + index + 1);
  for (const seen of followed) expect(seen).toEqual(every);
});
