// The delivery contract: every event reaches every webhook at least once, whatever fails.

import { beforeAll, describe, expect, it, vi } from 'vitest';
import { fanOut } from '../../src/app/events/fan-out.ts';
import { openEngines } from '../../src/compose/engines.ts';
import { readConfig } from '../../src/config.ts';
import { toIso } from '../../src/domain/kernel/clock.ts';
import type { Store } from '../../src/ports/store.ts';
import { deliverDue, deliverer } from '../../src/workers/events/deliver.ts';
import { hang, type Receiver, status } from '../support/network/receiver.ts';
import { patiently } from '../support/patience.ts';
import type { TestProgram } from '../support/program.ts';
import { deliveryFixture, type Hook, minute, second } from './delivering.ts';

const { started, depsOn, deliveryOn, deliver, makeHook, makePost, bodies, logOf, deliveryOf, audited } =
  deliveryFixture();
let program: TestProgram;
let receiver: Receiver;
beforeAll(() => {
  ({ program, receiver } = started());
});

describe('nothing is lost', () => {
  it('with two workers in parallel: every event once to every webhook', async () => {
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
    // What was under way when it stopped is due again immediately.
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
