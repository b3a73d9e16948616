// The use cases for webhooks. The URL's host is judged before the transaction, because that asks the network.

import type { Delivery } from '../../domain/events/delivery.ts';
import {
  maxWebhooks,
  newSecret,
  newWebhook,
  rotatedSecret,
  type Webhook,
} from '../../domain/events/webhook.ts';
import { webhookUrl, withConcealedUrl } from '../../domain/events/webhook-target.ts';
import { givenInstant, toIso } from '../../domain/kernel/clock.ts';
import { badField, conflict, notFound } from '../../domain/kernel/failure.ts';
import type { Faults } from '../../domain/kernel/faults.ts';
import type { Page, PageRequest, Slice } from '../../domain/kernel/page.ts';
import { edited } from '../../domain/kernel/version.ts';
import type { Sender } from '../../ports/events/sender.ts';
import {
  type Caller,
  type Change,
  change,
  type Deps,
  faultsOf,
  hasRole,
  needsRole,
} from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';
import { queuedDelivery } from './deliveries.ts';
import { checkedEdits, type WebhookDraft, type WebhookPatch, withNamed } from './webhook-edits.ts';

export interface WebhookListQuery {
  updatedSince?: number;
  page: PageRequest;
}

export interface Webhooks {
  /** Oldest first. */
  page(caller: Caller, query: WebhookListQuery): Promise<Page<Webhook>>;
  get(caller: Caller, id: string): Promise<Webhook>;
  create(caller: Caller, draft: WebhookDraft): Promise<Webhook>;
  update(caller: Caller, id: string, patch: WebhookPatch): Promise<Webhook>;
  remove(caller: Caller, id: string): Promise<void>;
  /** The previous secret signs for another day. */
  rotateSecret(caller: Caller, id: string): Promise<Webhook>;
  /** Sends a `webhook.test` to this webhook only; CONFLICT if it is disabled. */
  test(caller: Caller, id: string): Promise<Delivery>;
  /** Delivers again what happened since this time; returns the sequence number after which it starts. */
  replay(caller: Caller, id: string, since: string): Promise<number>;
}

/** Members who may not change a webhook don't see all of its URL. */
export const seenBy = (caller: Caller, webhook: Webhook): Webhook =>
  hasRole(caller, 'admin') ? webhook : withConcealedUrl(webhook);

export interface WebhookTools {
  /** Undefined inside a transaction, which must not wait for the network. Sending judges again in any case. */
  refusal: Sender['refusal'] | undefined;
  /** How long events are kept. */
  retentionMs: number;
  /** Called after a commit that may have enabled the first webhook of the workspace. */
  onChanged(workspaceId: string): void;
}

export function webhooks(deps: Deps, { refusal, retentionMs, onChanged }: WebhookTools): Webhooks {
  const { store, clock, mintId } = deps;

  /** Where the host leads. Asks the network, so it comes before the transaction. */
  const judgeHost = async ({ url }: WebhookPatch, faults: Faults): Promise<void> => {
    if (url === undefined || refusal === undefined) return;
    await faults.lookUp(async () => {
      const reason = await refusal(webhookUrl(url));
      if (reason !== undefined) throw badField('url', reason);
    }, undefined);
  };

  const found = async (write: Change, { workspaceId }: Caller, id: string): Promise<Webhook> => {
    const webhook = await write.webhooks.find(workspaceId, id);
    if (webhook === undefined) throw notFound('Webhook');
    return webhook;
  };

  /** Saves edits of the found webhook. */
  const saved = async (
    write: Change,
    caller: Caller,
    before: Webhook,
    edits: Partial<Webhook>,
  ): Promise<Webhook> => {
    const after = edited(before, edits, clock.now());
    if (after !== before) await write.webhooks.update(caller.workspaceId, after);
    return after;
  };

  return {
    async page(caller, { updatedSince = 0, page }) {
      const all = await store.read.webhooks.list(caller.workspaceId);
      const listed = all.filter(({ updatedAt }) => updatedAt >= updatedSince);
      const rowsOf = async ({ slice: { after, skip, take } }: { slice: Slice }) =>
        listed.filter(({ id }) => after === undefined || id > String(after[0])).slice(skip, skip + take);
      const found = await readPage({ page }, rowsOf, ({ id }) => [id]);
      return { ...found, items: found.items.map((webhook) => seenBy(caller, webhook)) };
    },

    async get(caller, id) {
      const webhook = await store.read.webhooks.find(caller.workspaceId, id);
      if (webhook === undefined) throw notFound('Webhook');
      return seenBy(caller, webhook);
    },

    async create(caller, draft) {
      needsRole(caller, 'admin');
      const faults = faultsOf(caller);
      await judgeHost(draft, faults);
      const checked = checkedEdits(draft, undefined, faults);
      const { workspaceId } = caller;
      return change(deps, caller, async (write) => {
        const edits = await withNamed(write, workspaceId, checked, faults);
        const all = await write.webhooks.list(workspaceId);
        if (all.length >= maxWebhooks)
          throw conflict(`A workspace can have at most ${maxWebhooks} webhooks; delete one first.`);
        const given = { ...edits, url: edits.url ?? '', id: mintId('webhook'), secret: newSecret() };
        const webhook = newWebhook(given, clock.now());
        await write.webhooks.insert(workspaceId, webhook, await write.ledger.lastSequence(workspaceId));
        write.created('webhook', webhook);
        write.afterCommit(() => onChanged(workspaceId));
        return webhook;
      });
    },

    async update(caller, id, patch) {
      needsRole(caller, 'admin');
      const faults = faultsOf(caller);
      const { workspaceId } = caller;
      await judgeHost(patch, faults);
      return change(deps, caller, async (write) => {
        const before = await found(write, caller, id);
        write.expect(before);
        const checked = checkedEdits(patch, before, faults);
        const edits = await withNamed(write, workspaceId, checked, faults);
        const after = await saved(write, caller, before, edits);
        if (after === before) return before;
        // What failed before says nothing about another receiver.
        if ((after.isEnabled && !before.isEnabled) || after.url !== before.url)
          await write.webhooks.noteHealth(workspaceId, id, true, clock.now());
        write.updated('webhook', before, after);
        write.afterCommit(() => onChanged(workspaceId));
        return after;
      });
    },

    async remove(caller, id) {
      needsRole(caller, 'admin');
      await change(deps, caller, async (write) => {
        const webhook = await found(write, caller, id);
        write.expect(webhook);
        await write.webhooks.remove(caller.workspaceId, id);
        write.deleted('webhook', webhook);
      });
    },

    async rotateSecret(caller, id) {
      needsRole(caller, 'admin');
      return change(deps, caller, async (write) => {
        const before = await found(write, caller, id);
        const after = await saved(write, caller, before, rotatedSecret(before, newSecret(), clock.now()));
        write.record('webhook.secret_rotated', id);
        return after;
      });
    },

    async test(caller, id) {
      needsRole(caller, 'admin');
      const { workspaceId } = caller;
      return change(deps, caller, async (write) => {
        const webhook = await found(write, caller, id);
        if (!webhook.isEnabled) throw conflict('The webhook is disabled; enable it to test it.');
        write.happened('webhook.test', 'webhook', webhook);
        await write.flush();
        const sequence = await write.ledger.lastSequence(workspaceId);
        const eventId = (await write.ledger.idAt(workspaceId, sequence)) ?? '';
        return queuedDelivery(
          write,
          workspaceId,
          id,
          { sequence, eventId, type: 'webhook.test' },
          clock.now(),
        );
      });
    },

    async replay(caller, id, text) {
      needsRole(caller, 'admin');
      const { workspaceId } = caller;
      const since = givenInstant(text, 'since');
      return change(deps, caller, async (write) => {
        await found(write, caller, id);
        const oldest = clock.now() - retentionMs;
        if (since < oldest) throw tooOld(oldest);
        const position = await write.ledger.positionAt(workspaceId, since);
        const kept = await write.ledger.keptAfter(workspaceId, 0);
        if (position < kept) throw tooOld(oldest);
        await write.webhooks.rewind(workspaceId, id, position);
        write.record('webhook.replayed', id);
        return position;
      });
    },
  };
}

const tooOld = (oldest: number) =>
  badField('since', `is older than events are kept; the oldest possible time is ${toIso(oldest)}.`);
