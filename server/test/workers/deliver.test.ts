// The delivery contract: every event reaches every webhook at least once, signed, with retries, whatever fails.

import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fanOut } from '../../src/app/events/fan-out.ts';
import { openEngines } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import { toIso } from '../../src/domain/clock.ts';
import { httpSender } from '../../src/engines/http-out/sender.ts';
import type { Sender } from '../../src/ports/sender.ts';
import type { Store } from '../../src/ports/store.ts';
import { deliverDue, deliverer } from '../../src/workers/deliver.ts';
import { readAudit } from '../support/database.ts';
import { patiently } from '../support/patience.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { hang, type Received, type Receiver, startReceiver, status } from '../support/receiver.ts';
import { workerDeps } from '../support/worker-deps.ts';

const [second, minute, hour] = [1000, 60_000, 3_600_000];
const day = 24 * hour;

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

interface Hook {
  id: string;
  path: string;
  secret: string;
}

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

/** Fails unless the signature is right; the library compares with the time of the system. */
const verify = (secret: string, { headers, body }: Received): unknown => {
  vi.useFakeTimers({ toFake: ['Date'], now: program.clock.now() });
  try {
    return new Verifier(secret).verify(body, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
};

describe('what is sent', () => {
  it('is every event of its types since its creation, as in the feed, signed, once', async () => {
    await makePost({ title: 'Before' });
    const hook = await makeHook({ types: ['post.*', 'user.created'], headers: { 'X-Own': 'yes' } });
    const post = await makePost({ author: { email: 'new@example.com', name: 'New' } });
    await program.live.patch(`/posts/${post.id}`, { title: 'Darker mode' });
    await program.live.post(`/posts/${post.id}/comments`, { content: 'Not asked for' });
    await program.test.post('/posts', { title: 'Rehearsed' });
    expect(await deliver()).toBe(3);
    expect(await deliver()).toBe(0);
    const feed = (
      await program.live.get('/events?limit=100&types=post.*,user.created')
    ).body.data.events.slice(-3);
    const received = receiver.received(hook.path);
    expect(received.map((each) => verify(hook.secret, each))).toEqual(feed);
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(feed.map(({ id }: Hook) => id));
    expect(received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Earshot-Webhooks',
      'x-own': 'yes',
      'webhook-timestamp': String(Math.floor(program.clock.now() / 1000)),
    });
    expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, received[0] as Received)).toThrow();
    expect((await logOf(hook, 'state:succeeded')).map(({ type }: { type: string }) => type)).toEqual(
      types(hook).reverse(),
    );
  });

  it('is signed with both secrets for 24 hours after a rotation', async () => {
    const hook = await makeHook({ types: ['post.created'] });
    const { secret } = (await program.live.post(`/webhooks/${hook.id}/rotate-secret`, {})).body.data;
    await makePost();
    await deliver();
    program.clock.advance(day);
    await makePost();
    await deliver();
    const [both, one] = receiver.received(hook.path) as [Received, Received];
    expect([verify(secret, one), () => verify(hook.secret, one)]).toEqual([
      JSON.parse(one.body),
      expect.any(Function),
    ]);
    expect(() => verify(hook.secret, one)).toThrow();
    expect(String(both.headers['webhook-signature']).split(' ')).toHaveLength(2);
    program.clock.jump(-day);
    expect([verify(secret, both), verify(hook.secret, both)]).toEqual(Array(2).fill(JSON.parse(both.body)));
    program.clock.jump(day);
  });

  it('includes tests, only to the tested webhook', async () => {
    const [hook, other] = [await makeHook({ types: ['vote.created'] }), await makeHook()];
    const { id } = (await program.live.post(`/webhooks/${hook.id}/test`, {})).body.data;
    await deliver();
    expect(bodies(hook)).toMatchObject([{ id, type: 'webhook.test', data: { object: { id: hook.id } } }]);
    expect(types(other)).not.toContain('webhook.test');
    expect(await deliveryOf(hook, id)).toMatchObject({ state: 'succeeded', log: [{ status: 200 }] });
  });

  it('is a message if the format asks for one', async () => {
    const hook = await makeHook({ types: ['post.created'], format: 'slack' });
    const { id } = await makePost({ title: 'Dark <mode>' });
    await deliver();
    expect(bodies(hook)[0].blocks[0].text.text).toContain(
      `<http://earshot.test/feedback/${id}|Dark &lt;mode&gt;>`,
    );
  });
});

describe('retries', () => {
  const delays = [5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, 24 * hour];

  it('come after 5 s, 1 m, 5 m, 30 m, 2 h, 8 h and 24 h; then it has failed, until it is redelivered', async () => {
    const hook = await makeHook({ types: ['post.created'] });
    receiver.answer(hook.path, status(500, {}, `Out of order. ${'x'.repeat(5000)}`));
    await makePost();
    expect(await deliver()).toBe(1);
    for (const [index, delay] of delays.entries()) {
      const [shown] = await logOf(hook);
      const nextAttemptAt = toIso(program.clock.now() + delay);
      expect(shown).toMatchObject({ state: 'pending', attempts: index + 1, lastStatus: 500, nextAttemptAt });
      program.clock.advance(delay - 1);
      expect(await deliver()).toBe(0);
      program.clock.advance(1);
      expect(await deliver()).toBe(1);
    }
    const [failed] = await logOf(hook, 'state:failed');
    expect(failed).toMatchObject({
      attempts: 8,
      nextAttemptAt: null,
      finishedAt: toIso(program.clock.now()),
    });
    const { log } = await deliveryOf(hook, failed.id);
    expect(log).toHaveLength(8);
    expect(log[0]).toMatchObject({
      status: 500,
      error: null,
      answer: expect.stringMatching(/^Out of order. x+$/),
    });
    expect(log[0].answer).toHaveLength(4096);
    expect(new Set(receiver.received(hook.path).map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([failed.id]),
    );
    program.clock.advance(day);
    expect(await deliver()).toBe(0);
    receiver.answer(hook.path, status(204));
    const again = await program.live.post(`/webhooks/${hook.id}/deliveries/${failed.id}/redeliver`, {});
    expect(again.body.data).toMatchObject({ state: 'pending', attempts: 8, finishedAt: null });
    expect(await deliver()).toBe(1);
    expect(await deliveryOf(hook, failed.id)).toMatchObject({
      state: 'succeeded',
      attempts: 9,
      lastStatus: 204,
    });
  });

  it.each([
    ['seconds', () => '90', 90 * second],
    ['a date', () => new Date(program.clock.now() + 2 * minute).toUTCString(), 2 * minute],
    ['less than planned', () => '2', 2 * second],
    ['a date that has passed', () => new Date(program.clock.now() - minute).toUTCString(), second],
    ['more than a day', () => '999999', day],
    ['something else', () => 'soon', 5 * second],
    ['what only looks like a date', () => '5 minutes', 5 * second],
  ])('respect Retry-After: %s', async (_, retryAfter, delay) => {
    program.clock.advance(second - (program.clock.now() % second));
    const hook = await makeHook({ types: ['post.created'] });
    receiver.answer(hook.path, status(503, { 'retry-after': retryAfter() }));
    await makePost();
    await deliver();
    expect((await logOf(hook))[0].nextAttemptAt).toBe(toIso(program.clock.now() + delay));
  });

  it.each([
    [
      'a redirect, which is not followed',
      status(302, { location: '/elsewhere' }),
      { status: 302, error: null },
    ],
    [
      'a connection that is closed',
      (response: { destroy(): void }) => response.destroy(),
      { status: null, error: 'The connection was closed before the answer.' },
    ],
  ])('count %s as a failure', async (_, behavior, expected) => {
    const hook = await makeHook({ types: ['post.created'] });
    receiver.answer(hook.path, behavior as Parameters<Receiver['answer']>[1]);
    await makePost();
    await deliver();
    const [shown] = await logOf(hook);
    expect((await deliveryOf(hook, shown.id)).log).toMatchObject([expected]);
    expect(receiver.received('/elsewhere')).toEqual([]);
  });

  it('count no answer in time, and no listener, as failures', async () => {
    const hasty = httpSender({ allowPrivate: true, exchangeMs: 1_000, maxAnswerBytes: 4096 });
    const [slow, absent] = [
      await makeHook({ types: ['post.created'] }),
      await makeHook({ types: ['post.created'], url: 'http://127.0.0.1:1025/' }),
    ];
    receiver.answer(slow.path, hang);
    await makePost();
    await deliverDue(deliveryOn(program.engines.store, hasty));
    hasty.close();
    const errors = [];
    for (const hook of [slow, absent])
      errors.push((await deliveryOf(hook, (await logOf(hook))[0].id)).log[0].error);
    expect(errors).toEqual(['No answer within 1 second.', 'The connection was refused.']);
  });
});

it('sends what is left of a batch to the URL that the webhook has by then', async () => {
  const hook = await makeHook({ types: ['post.created'] });
  const url = receiver.url(`${hook.path}-new`);
  receiver.answer(hook.path, async (response, received) => {
    await program.live.patch(`/webhooks/${hook.id}`, { url });
    status(200)(response, received);
  });
  for (let count = 0; count < 20; count += 1) await makePost();
  await deliver();
  expect(receiver.received(hook.path)).toHaveLength(8);
  expect(receiver.received(`${hook.path}-new`)).toHaveLength(12);
});

describe('disabling', () => {
  it('follows a 410 at once', async () => {
    const hook = await makeHook({ types: ['post.created'] });
    receiver.answer(hook.path, status(410));
    await makePost();
    await deliver();
    expect(await hookOf(hook)).toMatchObject({
      enabled: false,
      disabledReason: 'gone',
      disabledAt: toIso(program.clock.now()),
    });
    expect(audited(hook.id)).toEqual(['webhook.created', 'webhook.updated', 'webhook.disabled']);
    expect(await logOf(hook)).toMatchObject([{ state: 'failed', attempts: 1 }]);
    await makePost();
    expect(await deliver()).toBe(0);
  });

  it('follows a 410 before the next deliveries are sent', async () => {
    const hook = await makeHook({ types: ['post.created'] });
    receiver.answer(hook.path, status(410));
    for (let count = 0; count < 20; count += 1) await makePost();
    await deliver();
    expect(receiver.received(hook.path)).toHaveLength(8);
    expect(await hookOf(hook)).toMatchObject({ enabled: false, disabledReason: 'gone' });
  });

  it('does not follow a 410 of an earlier URL', async () => {
    const hook = await makeHook({ types: ['post.created'] });
    const edited = program.live.patch.bind(program.live, `/webhooks/${hook.id}`);
    receiver.answer(hook.path, async (response, received) => {
      await edited({ url: receiver.url(`${hook.path}-new`) });
      status(410)(response, received);
    });
    await makePost();
    await deliver();
    expect(await hookOf(hook)).toMatchObject({ enabled: true, url: receiver.url(`${hook.path}-new`) });
  });

  it('does not follow the first failure of an event after a quiet week', async () => {
    const hook = await makeHook({ types: ['post.created'] });
    receiver.answer(hook.path, status(500));
    await makePost();
    for (const wait of [0, 5, 60, 300, 1800, 7200, 28_800, 86_400]) {
      program.clock.advance(1.2 * wait * second);
      await deliver();
    }
    expect(await logOf(hook, 'state:failed')).toHaveLength(1);
    program.clock.advance(7 * day);
    await makePost();
    await deliver();
    expect(await hookOf(hook)).toMatchObject({ enabled: true });
    program.clock.advance(10 * second);
    await deliver();
    expect(await hookOf(hook)).toMatchObject({ enabled: false, disabledReason: 'failing' });
  });

  it('follows five days of nothing but failure; enabled again, it loses nothing', async () => {
    const hook = await makeHook({ types: ['post.created'] });
    receiver.answer(hook.path, status(500));
    await makePost();
    await deliver();
    program.clock.advance(5 * day - 1);
    await makePost();
    await deliver();
    expect(await hookOf(hook)).toMatchObject({ enabled: true });
    program.clock.advance(5 * second);
    await deliver();
    expect(await hookOf(hook)).toMatchObject({ enabled: false, disabledReason: 'failing' });
    receiver.answer(hook.path, status(200));
    const missed = await makePost();
    program.clock.advance(day);
    expect(await deliver()).toBe(0);
    const { body } = await program.live.patch(`/webhooks/${hook.id}`, { enabled: true });
    expect(body.data).toMatchObject({ enabled: true, disabledReason: null, disabledAt: null });
    await deliver();
    expect(bodies(hook).at(-1).data.object.id).toBe(missed.id);
    expect(await logOf(hook, 'state:pending')).toEqual([]);
  });

  it('does not follow failures with a success in between', async () => {
    const hook = await makeHook({ types: ['post.created'] });
    for (const code of [500, 200, 500]) {
      receiver.answer(hook.path, status(code));
      await makePost();
      await deliver();
      program.clock.advance(3 * day);
    }
    expect(await hookOf(hook)).toMatchObject({ enabled: true });
  });
});

describe('nothing is lost', () => {
  it('with two workers at once: every event once to every webhook', async () => {
    const hooks = [await makeHook({ types: ['post.created'] }), await makeHook({ types: ['post.created'] })];
    const ids = [];
    for (let count = 0; count < 60; count += 1) ids.push((await makePost()).id);
    const other = await openEngines(readConfig(program.environment));
    try {
      const counts = await Promise.all([deliver(), deliverDue(deliveryOn(other.store))]);
      expect(counts.reduce((sum, count) => sum + count)).toBe(120);
    } finally {
      await other.store.close();
    }
    for (const hook of hooks)
      expect(
        bodies(hook)
          .map(({ data }) => data.object.id)
          .sort(),
      ).toEqual(ids.sort());
  });

  it('if the worker dies between sending and noting it: the event is repeated after its claim', async () => {
    const hook = await makeHook({ types: ['post.created'] });
    await makePost();
    const { store } = program.engines;
    const died = new Error('killed');
    const dying: Store = {
      ...store,
      transaction: (work, scope) =>
        receiver.received(hook.path).length > 0 ? Promise.reject(died) : store.transaction(work, scope),
    };
    await expect(deliverDue(deliveryOn(dying))).rejects.toBe(died);
    expect(await deliver()).toBe(0);
    expect(await logOf(hook)).toMatchObject([{ state: 'pending', attempts: 0, nextAttemptAt: null }]);
    program.clock.advance(30 * second);
    expect(await deliver()).toBe(1);
    const [first, repeated] = bodies(hook);
    expect(repeated).toEqual(first);
    expect(await logOf(hook)).toMatchObject([{ state: 'succeeded', attempts: 1 }]);
  });

  it('if the worker dies before the position is moved', async () => {
    const hook = await makeHook({ types: ['post.created'] });
    await makePost();
    const died = new Error('killed');
    const dying: Store = { ...program.engines.store, transaction: () => Promise.reject(died) };
    await expect(deliverDue(deliveryOn(dying))).rejects.toBe(died);
    expect(await deliver()).toBe(1);
    expect(bodies(hook)).toHaveLength(1);
  });

  it('by a replay: everything since the time comes again, under the same ids', async () => {
    const hook = await makeHook({ types: ['post.created'] });
    await makePost({ title: 'Old' });
    program.clock.advance(minute);
    const since = toIso(program.clock.now());
    await makePost({ title: 'First' });
    await makePost({ title: 'Second' });
    await deliver();
    const { status: code, body } = await program.live.post(`/webhooks/${hook.id}/replay`, { since });
    expect([code, body.data]).toEqual([200, { id: hook.id, after: bodies(hook)[0].sequence }]);
    expect(await deliver()).toBe(2);
    const titles = bodies(hook).map(({ data }) => data.object.title);
    expect(titles).toEqual(['Old', 'First', 'Second', 'First', 'Second']);
    expect(await logOf(hook)).toHaveLength(3);
    expect(audited(hook.id).at(-1)).toBe('webhook.replayed');
  });

  it('by a replay, which delays no other webhook, however much there is to replay', async () => {
    const [replayed, current] = [
      await makeHook({ types: ['post.created'] }),
      await makeHook({ types: ['post.created'] }),
    ];
    const step = () => fanOut(depsOn(), async () => undefined, program.workspaceId);
    program.clock.advance(minute);
    const since = toIso(program.clock.now());
    const body = { title: 'One of many' };
    const operations = Array.from({ length: 100 }, () => ({ method: 'POST', path: '/posts', body }));
    for (let batch = 0; batch < 3; batch += 1) await program.live.post('/batch', { operations });
    while (await step());
    await program.live.post(`/webhooks/${replayed.id}/replay`, { since });
    const { id } = await makePost({ title: 'The newest' });
    expect(await step()).toBe(true);
    const newestOf = async (hook: Hook) => {
      const [{ id: eventId }] = await logOf(hook);
      return (await deliveryOf(hook, eventId)).event.data.object.id;
    };
    expect(await newestOf(current)).toBe(id);
    expect(await newestOf(replayed)).not.toBe(id);
    while (await step());
    expect(await newestOf(replayed)).toBe(id);
  });

  it('while it runs: commits wake it, and a receiver that hangs delays no other', async () => {
    const [stuck, quick] = [
      await makeHook({ types: ['post.created'] }),
      await makeHook({ types: ['post.created'] }),
    ];
    receiver.answer(stuck.path, hang);
    const faults: unknown[] = [];
    const running = deliverer({ ...deliveryOn(), graceMs: 0 }, (error) => faults.push(error));
    running.start();
    try {
      for (let count = 0; count < 20; count += 1) {
        await makePost();
        running.committed(program.workspaceId);
      }
      await Promise.all([receiver.until(quick.path, 20), receiver.until(stuck.path, 1)]);
    } finally {
      await running.stop();
    }
    expect(faults).toEqual([]);
    const idsOf = (hook: Hook) => new Set(bodies(hook).map(({ id }) => id));
    expect(idsOf(quick).size).toBe(20);
    // What was under way when it stopped is due again at once.
    receiver.answer(stuck.path, status(200));
    await deliver();
    expect(idsOf(stuck)).toEqual(idsOf(quick));
    for (const hook of [stuck, quick]) expect(await logOf(hook, 'state:succeeded')).toHaveLength(20);
  });

  it('while it runs: it counts attempts by outcome, requests under way, and webhooks that wait', async () => {
    const [good, bad] = [await makeHook(), await makeHook()];
    const [broken, stuck] = [await makeHook(), await makeHook()];
    receiver.answer(bad.path, status(500));
    receiver.answer(broken.path, (response) => void response.destroy());
    receiver.answer(stuck.path, hang);
    const running = deliverer({ ...deliveryOn(), graceMs: 0 }, () => undefined);
    const none = { succeeded: 0, refused: 0, unanswered: 0 };
    expect(running.metrics()).toEqual({ attempts: none, underway: 0, waiting: 0, dueWebhooks: 0 });
    await makePost();
    running.start();
    try {
      await Promise.all([good, bad, broken, stuck].map(({ path }) => receiver.until(path, 1)));
      await vi.waitFor(
        () =>
          expect(running.metrics()).toEqual({
            attempts: { succeeded: 1, refused: 1, unanswered: 1 },
            underway: 1,
            waiting: 0,
            dueWebhooks: 0,
          }),
        patiently,
      );
    } finally {
      await running.stop();
    }
    expect(running.metrics()).toMatchObject({ underway: 0 });
  });

  it('while it runs: if deliveries cannot be claimed, it waits before it tries again', async () => {
    const hook = await makeHook({ types: ['post.created'] });
    await makePost();
    const { store } = program.engines;
    while (await fanOut(depsOn(store), async () => undefined, program.workspaceId));
    const full = new Error('the disk is full');
    const faults: unknown[] = [];
    const failing: Store = { ...store, transaction: () => Promise.reject(full) };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const running = deliverer({ ...deliveryOn(failing), graceMs: 0 }, (error) => faults.push(error));
    running.start();
    await running.idle();
    expect(faults).toEqual([full]);
    vi.advanceTimersByTime(second);
    await running.idle();
    expect(faults.length).toBeGreaterThan(1);
    await running.stop();
    vi.useRealTimers();
    expect(await deliver()).toBe(1);
    expect(bodies(hook)).toHaveLength(1);
  });

  it('while it runs without webhooks: it keeps looking, and stops', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const running = deliverer({ ...deliveryOn(), graceMs: 0 }, () => undefined);
    running.start();
    await running.idle();
    vi.advanceTimersByTime(minute);
    await running.stop();
    expect(running.metrics()).toMatchObject({ underway: 0, dueWebhooks: 0 });
  });
});

describe('rules', () => {
  it('post.threshold_reached comes once per post and threshold, with the post', async () => {
    const hook = await makeHook({ when: { metric: 'votesCount', atLeast: 2 } });
    const other = await makeHook({ when: { metric: 'votesCount', atLeast: 3 } });
    const post = await makePost();
    const vote = async (name: string) => {
      await program.live.post(`/posts/${post.id}/votes`, { user: { email: `${name}@example.com` } });
      await deliver();
    };
    await vote('one');
    expect(bodies(hook)).toEqual([]);
    await vote('two');
    expect(bodies(hook)).toMatchObject([
      {
        type: 'post.threshold_reached',
        data: { object: { id: post.id, votesCount: 2 }, threshold: { metric: 'votesCount', atLeast: 2 } },
        actor: { type: 'system', id: 'webhooks' },
      },
    ]);
    expect(bodies(other)).toEqual([]);
    await program.live.delete(`/posts/${post.id}/votes`, { user: { email: 'two@example.com' } });
    await vote('three');
    await vote('four');
    expect([bodies(hook), bodies(other)].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('post.threshold_reached comes for imported votes, of a merged post with the target', async () => {
    const hook = await makeHook({ when: { metric: 'votesCount', atLeast: 100 } });
    const [post, source] = [await makePost(), await makePost()];
    await program.live.post(`/posts/${source.id}/merge`, { intoId: post.id });
    await program.live.patch(`/posts/${source.id}`, { title: 'Still none' });
    await deliver();
    expect(bodies(hook)).toEqual([]);
    await program.live.patch(`/posts/${source.id}`, { importedVotes: 100 });
    await deliver();
    expect(bodies(hook)).toMatchObject([
      { data: { object: { id: post.id, importedVotes: 0, votesCount: 100 } } },
    ]);
  });

  it('keep private notes out of chats', async () => {
    const [api, chat] = [await makeHook(), await makeHook({ format: 'slack' })];
    const { id } = await makePost();
    const note = await program.live.post(`/posts/${id}/comments`, { content: 'Internal', isPrivate: true });
    await program.live.patch(`/comments/${note.body.data.id}`, { content: 'Internal, too' });
    await program.live.delete(`/comments/${note.body.data.id}`);
    await program.live.post(`/posts/${id}/comments`, { content: 'Public' });
    await deliver();
    const sentTo = (hook: Hook) => receiver.received(hook.path).map(({ body }) => body);
    const toApi = sentTo(api).filter((body) => body.includes('Internal'));
    expect(toApi.map((body) => JSON.parse(body).data.object.isPrivate)).toEqual([true, true, true]);
    expect(sentTo(chat).filter((body) => body.includes('Internal'))).toEqual([]);
    expect(sentTo(chat).filter((body) => body.includes('Public'))).toHaveLength(1);
  });

  it('conditions look at the post that an event is about', async () => {
    const { id: statusId } = (await program.live.get('/statuses?limit=100')).body.data.statuses.find(
      ({ category }: { category: string }) => category === 'completed',
    );
    const { id: typeId } = (await program.live.post('/post-types', { name: 'Question' })).body.data;
    const rules = [{ statusCategory: 'completed' }, { tag: 'UI' }, { typeId }, { tag: 'ui', typeId }];
    const hooks: Hook[] = [];
    for (const when of rules) hooks.push(await makeHook({ types: ['post.*', 'comment.created'], when }));
    const plain = await makePost();
    await program.live.post(`/posts/${plain.id}/comments`, { content: 'No' });
    const tagged = await makePost({ tags: ['ui'] });
    await program.live.post(`/posts/${tagged.id}/comments`, { content: 'Yes' });
    await makePost({ postTypeId: typeId, statusId });
    await makePost({ postTypeId: typeId, tags: ['ui'] });
    await deliver();
    expect(hooks.map(types)).toEqual([
      ['post.created'],
      ['post.created', 'comment.created', 'post.created'],
      ['post.created', 'post.created'],
      ['post.created'],
    ]);
  });
});
