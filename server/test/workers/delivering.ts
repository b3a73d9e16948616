// Webhooks of one program, a receiver of what they send, and the delivery worker.

import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { httpSender } from '../../src/engines/http-out/sender.ts';
import type { Sender } from '../../src/ports/events/sender.ts';
import type { Store } from '../../src/ports/store.ts';
import { deliverDue } from '../../src/workers/events/deliver.ts';
import { readAudit } from '../support/database.ts';
import { type Receiver, startReceiver } from '../support/network/receiver.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { workerDeps } from '../support/worker-deps.ts';

export const [second, minute, hour] = [1000, 60_000, 3_600_000];
export const day = 24 * hour;

export interface Hook {
  id: string;
  path: string;
  secret: string;
}

/** Registers the hooks of a test file. `started` is what they have made. */
export function deliveryFixture() {
  let program: TestProgram;
  let receiver: Receiver;
  let sender: Sender;
  let depsOn: ReturnType<typeof workerDeps>;
  let paths = 0;

  beforeAll(async () => {
    program = await startProgram({ environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
    receiver = await startReceiver();
    sender = httpSender({ allowPrivate: true, exchangeMs: 10_000, maxAnswerBytes: 4096 });
    depsOn = workerDeps(program);
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const { id } of (await program.live.get('/webhooks?limit=100')).body.data.webhooks)
      await program.live.delete(`/webhooks/${id}`);
  });
  afterAll(async () => {
    sender.close();
    await receiver.close();
    await program.close();
  });

  /** Retries come exactly after the delays of the table: half of the jitter's range is its middle. */
  const deliveryOn = (store: Store = program.engines.store, by = sender) => ({
    deps: depsOn(store),
    sender: by,
    publicUrl: () => 'http://earshot.test',
    random: () => 0.5,
  });
  const deliver = () => deliverDue(deliveryOn());

  const makeHook = async (body: object = {}): Promise<Hook> => {
    paths += 1;
    const path = `/hook-${paths}`;
    const answer = await program.live.post('/webhooks', { url: receiver.url(path), ...body });
    expect(answer.status, answer.text).toBe(201);
    return { path, ...answer.body.data };
  };
  const makePost = async (body: object = {}) => {
    const answer = await program.live.post('/posts', { title: 'Dark mode', ...body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data;
  };
  const bodies = ({ path }: Hook) => receiver.received(path).map(({ body }) => JSON.parse(body));
  const types = (hook: Hook) => bodies(hook).map(({ type }) => type);
  const hookOf = async ({ id }: Hook) => (await program.live.get(`/webhooks/${id}`)).body.data;
  const logOf = async ({ id }: Hook, filters = '') =>
    (await program.live.get(`/webhooks/${id}/deliveries?limit=100&filters=${filters}`)).body.data.deliveries;
  const deliveryOf = async ({ id }: Hook, eventId: string) =>
    (await program.live.get(`/webhooks/${id}/deliveries/${eventId}`)).body.data;
  const audited = (id: string) =>
    readAudit(program)
      .filter(({ objectId }) => objectId === id)
      .map(({ action }) => action);

  return {
    started: () => ({ program, receiver }),
    depsOn: (store?: Store) => depsOn(store),
    deliveryOn,
    deliver,
    makeHook,
    makePost,
    bodies,
    types,
    hookOf,
    logOf,
    deliveryOf,
    audited,
  };
}
