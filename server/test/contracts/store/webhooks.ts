// Webhooks and deliveries: positions that only one worker moves, claims that never overlap, outcomes and health.

import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/domain/events/delivery.ts';
import { newWebhook } from '../../../src/domain/events/webhook.ts';
import type { Store } from '../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from './opening.ts';
import { clock, mint, newHome } from './world.ts';

export function storeWebhooks(name: string, open: OpenStore): void {
  describe(`webhooks and deliveries on ${name}`, () => {
    let store: Store;
    let workspaceId: string;
    storeForEach(open, async (opened) => {
      store = opened;
      ({ workspaceId } = await newHome(store));
    });

    const make = async (fields: Partial<ReturnType<typeof newWebhook>> = {}, position = 0) => {
      const given = { id: mint('webhook'), url: 'https://example.com/', secret: 'whsec_x', ...fields };
      const webhook = newWebhook(given, clock.now());
      await store.transaction((write) => write.webhooks.insert(workspaceId, webhook, position));
      return webhook;
    };
    const enqueue = (id: string, sequences: number[], at = clock.now()) =>
      store.transaction((write) =>
        write.deliveries.enqueue(
          workspaceId,
          id,
          sequences.map((sequence) => ({
            sequence,
            eventId: `evt_${sequence}`,
            type: 'post.created' as const,
          })),
          at,
        ),
      );
    const claim = (id: string, mark: string, take = 100, at = clock.now()) =>
      store.transaction((write) =>
        write.deliveries.claim(workspaceId, id, { at, until: at + 1000, claim: mark, take }),
      );
    const settle = (id: string, outcomes: Outcome[]) =>
      store.transaction((write) => write.deliveries.settle(workspaceId, id, outcomes, clock.now()));
    const attempt = (number: number, status: number | null = 200) => ({
      number,
      at: clock.now(),
      durationMs: 5,
      status,
      error: status === null ? 'None.' : null,
      answer: 'ok',
    });
    const outcome = (sequence: number, mark: string, more: Partial<Outcome> = {}): Outcome => ({
      sequence,
      claim: mark,
      attempt: attempt(1),
      state: 'succeeded',
      nextAttemptAt: null,
      ...more,
    });
    const page = (id: string) =>
      store.read.deliveries.page(workspaceId, id, { slice: { take: 1000, skip: 0, after: undefined } });
    const sequencesOf = (rows: readonly { sequence: number }[]) => rows.map(({ sequence }) => sequence);

    it('keeps everything about a webhook, and what is active', async () => {
      const whole = await make({
        description: 'All of it',
        types: ['post.*'],
        headers: { 'x-a': 'b' },
        when: { metric: 'votesCount', atLeast: 5 },
        format: 'slack',
        previousSecret: 'whsec_y',
        previousSecretExpiresAt: 5,
      });
      const disabled = await make({ isEnabled: false, disabledReason: 'gone', disabledAt: 7 });
      expect(await store.read.webhooks.list(workspaceId)).toEqual([whole, disabled]);
      expect(await store.read.webhooks.find(workspaceId, whole.id)).toEqual(whole);
      await enqueue(whole.id, [3], 42);
      expect(await store.read.webhooks.activeOf(workspaceId)).toEqual([
        { workspaceId, webhook: whole, position: 0, failingSince: null, dueAt: 42 },
      ]);
      expect(await store.read.webhooks.activeWorkspaces()).toEqual([workspaceId]);
      await store.transaction((write) => write.webhooks.remove(workspaceId, whole.id));
      expect(await store.read.webhooks.activeWorkspaces()).toEqual([]);
    });

    it('lets only one of many move a position, and none of a disabled webhook', async () => {
      const webhook = await make({}, 5);
      const advance = (from: number, to: number) =>
        store.transaction((write) => write.webhooks.advance(workspaceId, webhook.id, from, to));
      const moved = await Promise.all(Array.from({ length: 8 }, () => advance(5, 9)));
      expect(moved.filter(Boolean)).toHaveLength(1);
      await store.transaction((write) => write.webhooks.rewind(workspaceId, webhook.id, 12));
      expect(await advance(9, 10)).toBe(true);
      await store.transaction((write) => write.webhooks.rewind(workspaceId, webhook.id, 2));
      expect(await advance(2, 3)).toBe(true);
      await store.transaction((write) =>
        write.webhooks.update(workspaceId, { ...webhook, isEnabled: false }),
      );
      expect(await advance(3, 4)).toBe(false);
    });

    it('gives concurrent claims different deliveries, the earliest first, until they expire', async () => {
      const { id } = await make();
      await enqueue(id, [1, 2, 3, 4, 5, 6]);
      await enqueue(id, [7], clock.now() + 1);
      expect(sequencesOf(await claim(id, 'first', 2))).toEqual([1, 2]);
      const both = await Promise.all([claim(id, 'a', 2), claim(id, 'b', 2)]);
      const rest = await claim(id, 'c');
      expect([...both.flat(), ...rest].map(({ sequence }) => sequence).sort()).toEqual([3, 4, 5, 6]);
      expect(await claim(id, 'd')).toEqual([]);
      const expired = await claim(id, 'e', 100, clock.now() + 1000);
      expect(sequencesOf(expired)).toEqual([1, 2, 3, 4, 5, 6, 7]);
      expect(expired[0]).toMatchObject({ state: 'pending', attempts: 0, isUnderway: true });
      await store.transaction((write) => write.deliveries.releaseClaims(workspaceId, clock.now()));
      expect(await claim(id, 'f')).toHaveLength(7);
    });

    it('counts a success whoever claims, and a failure only of the claimer', async () => {
      const { id } = await make();
      await enqueue(id, [1, 2, 3]);
      await claim(id, 'old');
      await claim(id, 'new', 100, clock.now() + 1000);
      const retryAt = clock.now() + 5000;
      const failure = { state: 'pending' as const, nextAttemptAt: retryAt, attempt: attempt(1, 500) };
      await settle(id, [outcome(1, 'old'), outcome(2, 'old', failure), outcome(3, 'new', failure)]);
      const shown = (await page(id)).map(
        ({ sequence, state, attempts, nextAttemptAt, isUnderway, lastStatus }) => [
          sequence,
          state,
          attempts,
          nextAttemptAt,
          isUnderway,
          lastStatus,
        ],
      );
      expect(shown).toEqual([
        [3, 'pending', 1, retryAt, false, 500],
        [2, 'pending', 0, clock.now() + 2000, true, null],
        [1, 'succeeded', 1, null, false, 200],
      ]);
      await settle(id, [
        outcome(2, 'new', { attempt: undefined, state: 'pending', nextAttemptAt: clock.now() }),
      ]);
      expect(sequencesOf(await claim(id, 'next'))).toEqual([2]);
    });

    it('makes the same delivery due again, and keeps the last 50 attempts', async () => {
      const { id } = await make();
      for (let number = 1; number <= 53; number += 1) {
        await enqueue(id, [1]);
        await claim(id, 'mine');
        await settle(id, [outcome(1, 'mine', { attempt: attempt(number) })]);
      }
      await enqueue(id, [1]);
      expect(await page(id)).toMatchObject([{ state: 'pending', attempts: 53, tries: 0, finishedAt: null }]);
      expect(await store.read.deliveries.attempts(workspaceId, id, 1)).toHaveLength(50);
      expect(await store.read.deliveries.find(workspaceId, id, 'evt_1')).toMatchObject({ sequence: 1 });
    });

    it('notes since when a webhook only fails', async () => {
      const { id } = await make();
      const note = (isHealthy: boolean, at: number) =>
        store.transaction((write) => write.webhooks.noteHealth(workspaceId, id, isHealthy, at));
      expect([
        await note(false, 5),
        await note(false, 9),
        await note(true, 10),
        await note(false, 11),
      ]).toEqual([5, 5, null, 11]);
    });

    it('notices a threshold once', async () => {
      const reach = (atLeast: number) =>
        store.transaction((write) =>
          write.deliveries.reach(workspaceId, 'post_x', { metric: 'votesCount', atLeast }),
        );
      expect([await reach(5), await reach(5), await reach(6)]).toEqual([true, false, true]);
      const known = await store.read.deliveries.thresholdsOf(workspaceId, ['post_x', 'post_y']);
      expect(known.map(({ atLeast }) => atLeast).sort()).toEqual([5, 6]);
    });

    it('forgets old deliveries with their attempts, of this workspace only', async () => {
      const [{ id }, other] = [await make(), await newHome(store)];
      await enqueue(id, [1, 2]);
      await claim(id, 'mine');
      await settle(id, [outcome(1, 'mine')]);
      clock.advance(10);
      await enqueue(id, [3]);
      const forget = (of: string) =>
        store.transaction((write) => write.deliveries.forgetBefore(of, clock.now()));
      expect([await forget(other.workspaceId), await forget(workspaceId), await forget(workspaceId)]).toEqual(
        [0, 2, 0],
      );
      expect(sequencesOf(await page(id))).toEqual([3]);
      expect(await store.read.deliveries.attempts(workspaceId, id, 1)).toEqual([]);
    });
  });
}
