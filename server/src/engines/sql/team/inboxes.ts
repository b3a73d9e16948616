// The inboxes and inbox_marks tables, and the entries of the ledger that an inbox is read from.

import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '../../../domain/kernel/clock.ts';
import { type InboxEntry, type InboxMark, type InboxType, inboxTypes } from '../../../domain/team/inbox.ts';
import type { InboxPost, InboxReader, InboxWriter } from '../../../ports/team/inbox-store.ts';
import { inChunks } from '../kernel/statements/in-chunks.ts';
import { type Db, flag } from '../kernel/tables.ts';

/** An excerpt has at most this many characters. */
const excerptLength = 200;

interface EntryRow extends Omit<InboxEntry, 'actor' | 'isThere' | 'isMentioned'> {
  actorType: InboxEntry['actor']['type'];
  actorId: string;
  isThere: 0 | 1;
  isMentioned: 0 | 1;
}

const inboxes = (db: Db, workspaceId: string) =>
  db.selectFrom('inboxes').where('workspace_id', '=', workspaceId);
const marks = (db: Db, workspaceId: string, accountId: string) =>
  db.selectFrom('inbox_marks').where('workspace_id', '=', workspaceId).where('account_id', '=', accountId);

/**
 * The heads of the ranges that the types have in an index, merged; then what is true of their posts, by key. Nothing is
 * left out here: a statement reads the same number of rows, however many are dealt with.
 */
function entriesOf(
  workspaceId: string,
  accountId: string,
  { after, before, take }: { after: number; before: number; take: number },
): RawBuilder<EntryRow> {
  const newestOf = (type: InboxType) => sql`
    select sequence from (
      select sequence from ledger
      where workspace_id = ${workspaceId} and type = ${type} and sequence > ${after} and sequence < ${before}
      order by sequence desc limit ${take}) as head`;
  return sql<EntryRow>`
    select e.sequence as "sequence", e.type as "type", coalesce(e.post_id, e.object_id) as "postId",
      c.id as "commentId", e.actor_type as "actorType", e.actor_id as "actorId", e.created_at as "createdAt",
      case when p.id is not null and p.merged_into_id is null
        and (c.id is not null or e.type not in ('comment.created', 'comment.updated')) then 1 else 0 end as "isThere",
      case when n.member_id is null or (e.type = 'comment.updated' and n.created_at < e.created_at)
        then 0 else 1 end as "isMentioned",
      p.owner_id as "ownerId", m.seen_to as "seenTo", m.until_at as "until"
    from ledger as e
    left join posts as p on p.workspace_id = ${workspaceId} and p.id = coalesce(e.post_id, e.object_id)
    left join comments as c on c.workspace_id = ${workspaceId} and c.id = e.object_id and c.is_deleted = 0
    left join mentions as n on n.workspace_id = ${workspaceId} and n.comment_id = c.id and n.member_id = ${accountId}
    left join inbox_marks as m on m.workspace_id = ${workspaceId} and m.account_id = ${accountId}
      and m.post_id = coalesce(e.post_id, e.object_id)
    where e.workspace_id = ${workspaceId} and e.sequence in (
      select sequence from (${sql.join(inboxTypes.map(newestOf), sql` union all `)}) as heads
      order by sequence desc limit ${take})
    order by e.sequence desc`;
}

export const inboxReader = (db: Db): InboxReader => ({
  async find(workspaceId, accountId) {
    const row = await inboxes(db, workspaceId)
      .where('account_id', '=', accountId)
      .select(['seen_to', 'mentions', 'hand_overs', 'digest', 'time_zone', 'digest_at'])
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { seen_to: seenTo, mentions, hand_overs: handOvers, digest, time_zone: timeZone } = row;
    const mail = { mentions: mentions === 1, handOvers: handOvers === 1, digest, timeZone };
    return { seenTo, mail, digestAt: row.digest_at };
  },
  async entries(workspaceId, accountId, slice) {
    const { rows } = await entriesOf(workspaceId, accountId, slice).execute(db);
    return rows.map(({ actorType: type, actorId: id, isThere, isMentioned, ...entry }) => ({
      ...entry,
      actor: { type, id },
      isThere: isThere === 1,
      isMentioned: isMentioned === 1,
    }));
  },
  async due(workspaceId, accountId, at, take) {
    const { rows } = await sql<{ postId: string; until: Instant }>`
      select m.post_id as "postId", m.until_at as "until" from inbox_marks as m
      join posts as p on p.workspace_id = ${workspaceId} and p.id = m.post_id and p.merged_into_id is null
      where m.workspace_id = ${workspaceId} and m.account_id = ${accountId} and m.until_at <= ${at}
        and m.until_at is not null
      order by m.until_at desc limit ${take}`.execute(db);
    return rows;
  },
  async marksOf(workspaceId, accountId, postIds) {
    const found: InboxMark[] = [];
    await inChunks([...new Set(postIds)], async (chunk) => {
      const rows = await marks(db, workspaceId, accountId)
        .where('post_id', 'in', chunk)
        .select(['post_id as postId', 'seen_to as seenTo', 'until_at as until'])
        .execute();
      found.push(...rows);
    });
    return found;
  },
  async postsOf(workspaceId, postIds) {
    const found = new Map<string, InboxPost>();
    await inChunks([...new Set(postIds)], async (chunk) => {
      const rows = await db
        .selectFrom('posts')
        .select(['id', 'title', 'author_id as authorId', 'status_id as statusId', 'owner_id as ownerId'])
        .select(['votes_count as votesCount', 'comments_count as commentsCount', 'created_at as createdAt'])
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', chunk)
        .execute();
      for (const row of rows) found.set(row.id, row);
    });
    return found;
  },
  async commentsOf(workspaceId, commentIds) {
    const found: Awaited<ReturnType<InboxReader['commentsOf']>> = new Map();
    await inChunks([...new Set(commentIds)], async (chunk) => {
      const rows = await db
        .selectFrom('comments')
        .select(['id', 'user_id as userId', 'account_id as accountId', 'is_private'])
        .select(sql<string>`substr(content, 1, ${sql.lit(excerptLength)})`.as('excerpt'))
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', chunk)
        .where('is_deleted', '=', 0)
        .execute();
      for (const { is_private: isPrivate, ...row } of rows)
        found.set(row.id, { ...row, isPrivate: isPrivate === 1 });
    });
    return found;
  },
  digestsDue: (at, take) =>
    db
      .selectFrom('inboxes')
      .select(['workspace_id as workspaceId', 'account_id as accountId', 'digest_at as digestAt'])
      .where('digest_at', '<=', at)
      .where('digest_at', 'is not', null)
      .$narrowType<{ digestAt: number }>()
      .orderBy('digest_at')
      .limit(take)
      .execute(),
  async nextDigestAt(after) {
    const row = await db
      .selectFrom('inboxes')
      .select(({ fn }) => fn.min('digest_at').as('digestAt'))
      .where('digest_at', '>', after)
      .executeTakeFirst();
    return row?.digestAt ?? undefined;
  },
  async lastDoneAt(workspaceId, accountId) {
    const row = await marks(db, workspaceId, accountId)
      .where('until_at', 'is', null)
      .select(({ fn }) => fn.max('marked_at').as('last'))
      .executeTakeFirst();
    return row?.last ?? undefined;
  },
});

export const inboxWriter = (db: Db): InboxWriter => ({
  ...inboxReader(db),
  async setSeenTo(workspaceId, accountId, seenTo) {
    await db
      .insertInto('inboxes')
      .values({ workspace_id: workspaceId, account_id: accountId, seen_to: seenTo })
      .onConflict((taken) => taken.columns(['workspace_id', 'account_id']).doUpdateSet({ seen_to: seenTo }))
      .execute();
  },
  async setMail(workspaceId, accountId, { mentions, handOvers, digest, timeZone }, digestAt) {
    const values = {
      ...{ mentions: flag(mentions), hand_overs: flag(handOvers), digest, time_zone: timeZone },
      digest_at: digestAt,
    };
    await db
      .insertInto('inboxes')
      .values({ workspace_id: workspaceId, account_id: accountId, ...values })
      .onConflict((taken) => taken.columns(['workspace_id', 'account_id']).doUpdateSet(values))
      .execute();
  },
  async moveDigest({ workspaceId, accountId, digestAt }, nextAt) {
    const { numUpdatedRows } = await db
      .updateTable('inboxes')
      .set({ digest_at: nextAt })
      .where('workspace_id', '=', workspaceId)
      .where('account_id', '=', accountId)
      .where('digest_at', '=', digestAt)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0;
  },
  mark: (workspaceId, accountId, given, at) =>
    inChunks(
      given,
      async (chunk) => {
        await db
          .insertInto('inbox_marks')
          .values(
            chunk.map(({ postId, seenTo, until }) => ({
              ...{ workspace_id: workspaceId, account_id: accountId, post_id: postId },
              ...{ seen_to: seenTo, until_at: until, marked_at: at },
            })),
          )
          .onConflict((taken) =>
            taken.columns(['workspace_id', 'account_id', 'post_id']).doUpdateSet((eb) => ({
              seen_to: eb.ref('excluded.seen_to'),
              until_at: eb.ref('excluded.until_at'),
              marked_at: eb.ref('excluded.marked_at'),
            })),
          )
          .execute();
      },
      100,
    ),
  unmark: (workspaceId, accountId, postIds) =>
    inChunks(postIds, async (chunk) => {
      await db
        .deleteFrom('inbox_marks')
        .where('workspace_id', '=', workspaceId)
        .where('account_id', '=', accountId)
        .where('post_id', 'in', chunk)
        .execute();
    }),
  async unmarkSeen(workspaceId, accountId, seenTo) {
    await db
      .deleteFrom('inbox_marks')
      .where('workspace_id', '=', workspaceId)
      .where('account_id', '=', accountId)
      .where('until_at', 'is', null)
      .where('seen_to', '<=', seenTo)
      .execute();
  },
  async removeOf(workspaceId, accountId) {
    for (const table of ['inboxes', 'inbox_marks'] as const)
      await db
        .deleteFrom(table)
        .where('workspace_id', '=', workspaceId)
        .where('account_id', '=', accountId)
        .execute();
  },
});
