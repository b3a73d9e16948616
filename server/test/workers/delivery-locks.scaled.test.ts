// Several processes record deliveries of the same webhooks: they must lock them in the same order.

import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fanOut } from '../../src/app/events/fan-out.ts';
import type { Delivery, Outcome } from '../../src/domain/events/delivery.ts';
import type { ActiveWebhook } from '../../src/domain/events/webhook.ts';
import { leaseMs } from '../../src/domain/kernel/attempts.ts';
import { settleAll } from '../../src/workers/events/delivery-batch.ts';
import { countLockWaits } from '../support/blocked-writes.ts';
import { patiently } from '../support/patience.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { workerDeps } from '../support/worker-deps.ts';

let program: TestProgram;
let depsOn: ReturnType<typeof workerDeps>;
let outside: pg.Client;
beforeEach(async () => {
  program = await startProgram({ environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
  depsOn = workerDeps(program);
  outside = new pg.Client(program.environment.DATABASE_URL);
  await outside.connect();
});
afterEach(async () => {
  await outside.end();
  await program.close();
});

const make = async (path: string, body: object) => {
  const answer = await program.live.post(path, body);
  expect(answer.status, answer.text).toBe(201);
};
const makeHook = () => make('/webhooks', { url: 'http://127.0.0.1/hook', types: ['post.created'] });
const makePost = () => make('/posts', { title: 'Dark mode' });

const claim = 'claimed here';
const claimed = ({ workspaceId, webhook }: ActiveWebhook): Promise<Delivery[]> => {
  const at = program.clock.now();
  return program.engines.store.transaction((write) =>
    write.deliveries.claim(workspaceId, webhook.id, { at, until: at + leaseMs, claim, take: 10 }),
  );
};

/** Each is tried again at another time, so each takes a statement. */
const failed = ({ sequence }: Delivery, index: number): Outcome => {
  const at = program.clock.now();
  const attempt = { number: 1, at, durationMs: 5, status: 500, error: null, answer: '' };
  return { sequence, claim, attempt, state: 'pending', nextAttemptAt: at + 1000 + index };
};

it('lock the webhooks in order, however many statements each of them takes', async () => {
  await makeHook();
  for (let count = 0; count < 4; count += 1) await makePost();
  await makeHook();
  await makePost();
  while (await fanOut(depsOn(), async () => undefined, program.workspaceId));
  const active = await program.engines.store.read.webhooks.activeOf(program.workspaceId);
  const [first, second] = active.toSorted((one, other) => (one.webhook.id < other.webhook.id ? -1 : 1));
  if (first === undefined || second === undefined) throw new Error('There are two webhooks.');
  const settlements = [];
  for (const each of [second, first])
    settlements.push({
      workspaceId: each.workspaceId,
      webhook: each.webhook,
      outcomes: (await claimed(each)).map(failed),
    });
  expect(settlements.map(({ outcomes }) => outcomes.length)).toEqual([1, 5]);

  await outside.query('begin');
  await outside.query('select from webhooks where id = $1 for update', [first.webhook.id]);
  const settling = settleAll(depsOn(), settlements);
  await vi.waitFor(async () => expect(await countLockWaits(outside)).toBe(1), patiently);
  const free = await outside.query('select id from webhooks where id = $1 for update skip locked', [
    second.webhook.id,
  ]);
  expect(free.rows).toEqual([{ id: second.webhook.id }]);
  await outside.query('rollback');
  await settling;
  const settled = await program.engines.store.read.webhooks.activeOf(program.workspaceId);
  const at = program.clock.now();
  expect(settled.map(({ failingSince }) => failingSince)).toEqual([at, at]);
});
