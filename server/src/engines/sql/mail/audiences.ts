// Whom a telling reaches. The database counts them, so that no one is read only to be counted.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { defaultMailSettings } from '../../../domain/mail/settings.ts';
import { type Audience, wantedBy, wants } from '../../../domain/mail/telling.ts';
import type { AudienceReader } from '../../../ports/mail/audience-store.ts';
import { inChunks, inFewLengths } from '../kernel/statements/in-chunks.ts';
import type { Db } from '../kernel/tables.ts';
import { mailSettingsColumns } from './settings.ts';

/** A query with one column, `user_id`. */
type People = RawBuilder<unknown>;

/** `|| ''` keeps the engine off the index by person, in which it would read every row of the workspace. */
const peopleOf = (table: 'followers' | 'votes', { workspaceId, postIds }: Audience): People =>
  sql`select distinct user_id || '' as user_id from ${sql.table(table)} where workspace_id = ${workspaceId}
    and post_id in (${sql.join(inFewLengths(postIds))})`;

/** The same lists as those of the sender. */
const listsOf = (audience: Audience): People[] => [
  ...(audience.postIds.length === 0 ? [] : [peopleOf('followers', audience)]),
  ...(audience.kind === 'changelog'
    ? [
        sql`select user_id from mail_settings where workspace_id = ${audience.workspaceId} and all_entries = 1`,
      ]
    : []),
  ...(audience.choice === 'followers' || audience.postIds.length === 0 ? [] : [peopleOf('votes', audience)]),
];

/** Reads no more of any list. */
const firstOf = (lists: readonly People[], take: number): People => {
  const limited = lists.map((list) => sql`select user_id from (${list} limit ${take}) as listed`);
  return sql`${sql.join(limited, sql` union `)} limit ${take}`;
};

/** People with what decides whether they can be told. */
const withSettings = (people: People, workspaceId: string) => sql`
  (${people}) as people
  join users on users.workspace_id = ${workspaceId} and users.id = people.user_id
  left join mail_settings as settings on settings.workspace_id = ${workspaceId}
    and settings.user_id = people.user_id`;

/** They have an address, did not turn such mails off, and were not told. */
function isReachable({ workspaceId, kind, keys }: Audience): RawBuilder<SqlBool> {
  const wanted = wantedBy[kind].map(
    (field) => sql`${sql.ref(`settings.${mailSettingsColumns.nameOf(field)}`)} = 1`,
  );
  if (wants(kind, defaultMailSettings)) wanted.push(sql`settings.user_id is null`);
  const theirs = keys.map((key) => sql`${key} || people.user_id`);
  return sql`users.email is not null and (${sql.join(wanted, sql` or `)}) and not exists (
    select 1 from mails where mails.workspace_id = ${workspaceId} and mails.key in (${sql.join(theirs)})
  )`;
}

export function audienceReader(db: Db): AudienceReader {
  const count = async (
    audience: Audience,
    lists: readonly People[],
    matches: RawBuilder<SqlBool>,
    most: number,
  ) => {
    if (lists.length === 0) return { count: 0, isMore: false };
    const { rows } = await sql<{ looked: number; matching: number }>`
      select count(*) as looked, coalesce(sum(case when ${matches} then 1 else 0 end), 0) as matching
      from ${withSettings(firstOf(lists, most + 1), audience.workspaceId)}`.execute(db);
    const [{ looked, matching } = { looked: 0, matching: 0 }] = rows;
    return { count: Math.min(Number(matching), most), isMore: Number(looked) > most };
  };
  return {
    count: (audience, most) => count(audience, listsOf(audience), isReachable(audience), most),
    async countOtherVoters(audience, most) {
      if (audience.choice === 'voters' || audience.postIds.length === 0) return 0;
      const asks = sql`exists (
        select 1 from followers where followers.workspace_id = ${audience.workspaceId}
          and followers.user_id = people.user_id and followers.post_id in (${sql.join(inFewLengths(audience.postIds))})
      )${audience.kind === 'changelog' ? sql` or settings.all_entries = 1` : sql``}`;
      const others = sql<SqlBool>`${isReachable(audience)} and not coalesce((${asks}), false)`;
      return (await count(audience, [peopleOf('votes', audience)], others, most)).count;
    },
    async reachable(audience, userIds) {
      const { workspaceId } = audience;
      const found = new Set<string>();
      await inChunks(userIds, async (chunk) => {
        const people = sql`select id as user_id from users where workspace_id = ${workspaceId}
          and id in (${sql.join(inFewLengths(chunk))})`;
        const { rows } = await sql<{ user_id: string }>`
          select people.user_id from ${withSettings(people, workspaceId)} where ${isReachable(audience)}`.execute(
          db,
        );
        for (const { user_id: userId } of rows) found.add(userId);
      });
      return found;
    },
  };
}
