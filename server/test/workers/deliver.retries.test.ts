// Failed deliveries: when they are repeated, what counts as a failure, and when a webhook is disabled.

import { beforeAll, describe, expect, it } from 'vitest';
import { toIso } from '../../src/domain/kernel/clock.ts';
import { httpSender } from '../../src/engines/http-out/sender.ts';
import { deliverDue } from '../../src/workers/events/deliver.ts';
import { hang, type Receiver, status } from '../support/network/receiver.ts';
import type { TestProgram } from '../support/program.ts';
import { day, deliveryFixture, hour, minute, second } from './delivering.ts';

const { started, deliveryOn, deliver, makeHook, makePost, bodies, hookOf, logOf, deliveryOf, audited } =
  deliveryFixture();
let program: TestProgram;
let receiver: Receiver;
beforeAll(() => {
  ({ program, receiver } = started());
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

describe('disabling', () => {
  it('follows a 410 immediately', async () => {
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
