// The mails and mail_queues tables. A claim is a due time in the future and a mark: if the claimer dies, the mail
// becomes due again by itself.

import { type Mail, type NewMail, urgencies } from '../../../domain/mail/mail.ts';
import { noReplyTo } from '../../../domain/mail/reply-to.ts';
import { emailKey } from '../../../domain/people/user.ts';
import type { MailReader, MailWriter } from '../../../ports/mail/mail-store.ts';
import type { Locks } from '../kernel/dialect.ts';
import { inFewSizes } from '../kernel/statements/insert-many.ts';
import type { Db, Tables } from '../kernel/tables.ts';

const columns = [
  'id',
  'kind',
  'address',
  'user_id',
  'payload',
  'locale',
  'state',
  'due_at',
  'claim',
  'attempts',
  'answer',
  'created_at',
  'finished_at',
  'about',
] as const;

const priorities = urgencies.map((_, index) => index);
const noticePriority = urgencies.indexOf('notice');
/** A statement ends this many mails. */
const endedAtOnce = 500;

/** What may leave a queue. */
const sendable = (heldFor: string | null): number[] =>
  priorities.filter((priority) => heldFor === null || priority !== noticePriority);

export const mailReader = (db: Db): MailReader => ({
  async find(workspaceId, id) {
    const row = await db
      .selectFrom('mails')
      .select(columns)
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && toMail(row);
  },
  async pageAbout(workspaceId, about, { take, skip, after }) {
    // Of each, the index has the newest: one statement takes as many of each as may be on the page.
    const branches = about.map((each) => {
      const newest = db
        .selectFrom('mails')
        .select(columns)
        .where('workspace_id', '=', workspaceId)
        .where('about', '=', each)
        .orderBy('id', 'desc')
        .limit(skip + take);
      const rows = after === undefined ? newest : newest.where('id', '<', String(after[0]));
      return db.selectFrom(rows.as('newest')).selectAll();
    });
    const [first, ...others] = branches;
    if (first === undefined) return [];
    const all = others.reduce((union, each) => union.unionAll(each), first);
    const rows = await db
      .selectFrom(all.as('notices'))
      .selectAll()
      .orderBy('id', 'desc')
      .limit(take)
      .offset(skip)
      .execute();
    return rows.map(toMail);
  },
  async countNotices(workspaceId, userId, since, beforeId) {
    const { count } = await db
      .selectFrom('mails')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .where('about', 'is not', null)
      .where((eb) =>
        eb.or([
          eb.and([eb('state', '=', 'sent'), eb('finished_at', '>', since)]),
          eb.and([eb('claim', 'is not', null), eb('id', '<', beforeId)]),
        ]),
      )
      .executeTakeFirstOrThrow();
    return Number(count);
  },
  async queues() {
    const rows = await db
      .selectFrom('mail_queues')
      .select((eb) => [
        'workspace_id as workspaceId',
        'public_url as publicUrl',
        'held_for as heldFor',
        'held_at as heldAt',
        // One at a time, so that each is the first entry of an index.
        ...priorities.map((priority) =>
          eb
            .selectFrom('mails')
            .select(({ fn }) => fn.min('due_at').as('due'))
            .whereRef('mails.workspace_id', '=', 'mail_queues.workspace_id')
            .where('priority', '=', priority)
            .where('due_at', 'is not', null)
            .as(`due_${priority}` as 'due_0'),
        ),
      ])
      .orderBy('mail_queues.workspace_id')
      .execute();
    return rows.map(({ workspaceId, publicUrl, heldFor, heldAt, ...dues }) => {
      const known: Record<string, number | null> = dues;
      const due = sendable(heldFor).flatMap((priority) => known[`due_${priority}`] ?? []);
      const dueAt = due.length === 0 ? null : Math.min(...due);
      return { workspaceId, publicUrl, heldFor, heldAt, dueAt };
    });
  },
  queue: (workspaceId) =>
    db
      .selectFrom('mail_queues')
      .select([
        'workspace_id as workspaceId',
        'public_url as publicUrl',
        'held_for as heldFor',
        'held_at as heldAt',
      ])
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst(),
  async replyTo(workspaceId) {
    const found = await db
      .selectFrom('mail_queues')
      .select(['reply_to as address', 'reply_to_asked as asked', 'reply_to_asked_at as askedAt'])
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    return found ?? noReplyTo;
  },
  async countWaiting(workspaceId, most) {
    const waiting = db
      .selectFrom('mails')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('state', '=', 'waiting')
      .limit(most);
    const { count } = await db
      .selectFrom(waiting.as('waiting'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  },
  async failed(workspaceId, take) {
    const rows = await db
      .selectFrom('mails')
      .select(columns)
      .where('workspace_id', '=', workspaceId)
      .where('state', '=', 'failed')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(take)
      .execute();
    return rows.map(toMail);
  },
});

export const mailWriter = (db: Db, locks: Locks): MailWriter => ({
  ...mailReader(db),
  async enqueue(workspaceId, publicUrl, mails) {
    if (mails.length === 0) return [];
    await db
      .insertInto('mail_queues')
      .values({ workspace_id: workspaceId, public_url: publicUrl, held_for: null, held_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const added: string[] = [];
    for (const some of inFewSizes(mails)) {
      const rows = await db
        .insertInto('mails')
        .values(some.map((mail) => ({ workspace_id: workspaceId, ...toRow(mail) })))
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute();
      added.push(...rows.map(({ id }) => id));
    }
    return added;
  },
  async claim(workspaceId, { at, until, claim, take }) {
    const queue = await db
      .selectFrom('mail_queues')
      .select('held_for')
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    if (queue === undefined) return [];
    const ids: string[] = [];
    for (const priority of sendable(queue.held_for)) {
      if (ids.length >= take) break;
      const due = db
        .selectFrom('mails')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('priority', '=', priority)
        .where('due_at', '<=', at)
        .orderBy('due_at')
        .orderBy('id')
        .limit(take - ids.length);
      ids.push(...(await locks.unclaimed(due).execute()).map(({ id }) => id));
    }
    if (ids.length === 0) return [];
    const rows = await db
      .updateTable('mails')
      .set({ due_at: until, claim })
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', ids)
      .returning(columns)
      .execute();
    return rows.map(toMail).sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  },
  async renewClaim(workspaceId, claim, until) {
    await db
      .updateTable('mails')
      .set({ due_at: until })
      .where('workspace_id', '=', workspaceId)
      .where('due_at', 'is not', null)
      .where('claim', '=', claim)
      .execute();
  },
  async settle(workspaceId, outcomes, at) {
    for (const { id, claim, state, dueAt, isAttempt, answer } of outcomes) {
      let update = db
        .updateTable('mails')
        .set({ state, due_at: dueAt, claim: null, finished_at: state === 'waiting' ? null : at })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id);
      if (answer !== undefined) update = update.set({ answer });
      if (isAttempt) update = update.set((eb) => ({ attempts: eb('attempts', '+', 1) }));
      if (state !== 'sent') update = update.where('claim', '=', claim);
      await update.execute();
    }
  },
  async releaseClaims(at) {
    await db
      .updateTable('mails')
      .set({ due_at: at, claim: null })
      .where('due_at', 'is not', null)
      .where('claim', 'is not', null)
      .execute();
  },
  async hold(workspaceId, heldFor, at) {
    const held = { held_for: heldFor, held_at: at };
    await db
      .insertInto('mail_queues')
      .values({ workspace_id: workspaceId, public_url: '', ...held })
      .onConflict((known) =>
        known.column('workspace_id').doUpdateSet(held).where('mail_queues.held_for', 'is', null),
      )
      .execute();
  },
  async release(workspaceId, publicUrl) {
    await db
      .updateTable('mail_queues')
      .set({ public_url: publicUrl, held_for: null, held_at: null })
      .where('workspace_id', '=', workspaceId)
      .execute();
  },
  async setReplyTo(workspaceId, { address, asked, askedAt }) {
    await db
      .updateTable('mail_queues')
      .set({ reply_to: address, reply_to_asked: asked, reply_to_asked_at: askedAt })
      .where('workspace_id', '=', workspaceId)
      .execute();
  },
  async dropNotices(workspaceId, answer, at) {
    const waiting = await locks
      .unclaimed(
        db
          .selectFrom('mails')
          .select('id')
          .where('workspace_id', '=', workspaceId)
          .where('priority', '=', noticePriority)
          .where('due_at', 'is not', null)
          // Not those that are being sent.
          .where((eb) => eb.or([eb('claim', 'is', null), eb('due_at', '<=', at)]))
          .orderBy('due_at')
          .orderBy('id')
          .limit(endedAtOnce),
      )
      .execute();
    if (waiting.length === 0) return 0;
    await db
      .updateTable('mails')
      .set({ state: 'dropped', answer, due_at: null, claim: null, finished_at: at })
      .where('workspace_id', '=', workspaceId)
      .where(
        'id',
        'in',
        waiting.map(({ id }) => id),
      )
      .execute();
    return waiting.length;
  },
  async removeOf(workspaceId, userId, address) {
    const remove = (column: 'user_id' | 'address_key', value: string) =>
      db.deleteFrom('mails').where('workspace_id', '=', workspaceId).where(column, '=', value).execute();
    await remove('user_id', userId);
    if (address !== null) await remove('address_key', emailKey(address));
  },
  async forgetBefore(workspaceId, before) {
    let forgotten = 0;
    for (const urgency of urgencies) {
      const old = await locks
        .unclaimed(
          db
            .selectFrom('mails')
            .select('id')
            .where('workspace_id', '=', workspaceId)
            .where('priority', '=', urgencies.indexOf(urgency))
            .where('due_at', 'is', null)
            .where('created_at', '<', before[urgency])
            .orderBy('created_at')
            .limit(endedAtOnce),
        )
        .execute();
      if (old.length === 0) continue;
      const ids = old.map(({ id }) => id);
      await db.deleteFrom('mails').where('workspace_id', '=', workspaceId).where('id', 'in', ids).execute();
      forgotten += ids.length;
    }
    return forgotten;
  },
});

const toRow = ({
  id,
  kind,
  key,
  urgency,
  address,
  userId,
  payload,
  about,
  locale,
  dueAt,
  createdAt,
}: NewMail) => ({
  ...{ id, key, kind, address, about, locale },
  priority: urgencies.indexOf(urgency),
  address_key: address === null ? null : emailKey(address),
  user_id: userId,
  payload: JSON.stringify(payload),
  state: 'waiting' as const,
  due_at: dueAt,
  claim: null,
  attempts: 0,
  answer: null,
  created_at: createdAt,
  finished_at: null,
});

type Row = Pick<Tables['mails'], (typeof columns)[number]>;

const toMail = ({ id, kind, address, about, locale, state, attempts, answer, ...row }: Row): Mail => ({
  ...{ id, kind, address, about, locale, state, attempts, answer },
  userId: row.user_id,
  payload: JSON.parse(row.payload),
  dueAt: row.due_at,
  isUnderway: row.claim !== null,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
});
