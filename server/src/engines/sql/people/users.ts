// The users table.

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { emailKey, type User, type UserQuery, type UserSort } from '../../../domain/people/user.ts';
import type { UserReader, UserWriter } from '../../../ports/people/people-store.ts';
import { columnsOf } from '../kernel/columns.ts';
import {
  type Conditions,
  conditionsOf,
  type FiltersOf,
  isAny,
  isSince,
  matchesNothing,
  where,
} from '../kernel/conditions.ts';
import type { Lookups, TextSearch, WordTerms } from '../kernel/dialect.ts';
import { lookUp } from '../kernel/look-up.ts';
import { areFew, sliced, walk } from '../kernel/paging.ts';
import { indexedWords, matchesAny } from '../kernel/search/indexed-words.ts';
import { searchedPage } from '../kernel/search/searched-page.ts';
import { inChunks, inFewLengths } from '../kernel/statements/in-chunks.ts';
import { inFewSizes, insertMany } from '../kernel/statements/insert-many.ts';
import { firstOf, prepared } from '../kernel/statements/prepared.ts';
import { updateMany } from '../kernel/statements/update-many.ts';
import type { Db, Flag, Tables } from '../kernel/tables.ts';

export const userColumns = columnsOf<Tables['users'], User>()({
  id: 'id',
  externalId: 'external_id',
  name: 'name',
  email: 'email',
  avatarUrl: 'avatar_url',
  version: 'version',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
});

const editable = userColumns.without('id', 'createdAt');

const order = ['created_at', 'id'] as const;
const directions: Record<UserSort, 'asc' | 'desc'> = { recent: 'desc', oldest: 'asc' };

const conditions: Conditions<UserQuery> = {
  emails: (emails) => isAny('email_key')(emails.map(emailKey)),
  externalIds: isAny('external_id'),
  searches: (searches) => matchesAny(searches, 'name_words'),
  updatedSince: isSince('updated_at'),
};

const rowsIn = (db: Db, workspaceId: string) =>
  db.selectFrom('users').select(userColumns.selected).where('workspace_id', '=', workspaceId);
const usersIn = (db: Db, workspaceId: string) => rowsIn(db, workspaceId).where('is_erased', '=', 0);

const userById = prepared((db, { workspaceId, id }: { workspaceId: string; id: string }) =>
  usersIn(db, workspaceId).where('id', '=', id).compile(),
);
const userByExternalId = prepared((db, named: { workspaceId: string; externalId: string }) =>
  usersIn(db, named.workspaceId).where('external_id', '=', named.externalId).compile(),
);
const userByEmail = prepared((db, { workspaceId, key }: { workspaceId: string; key: string }) =>
  usersIn(db, workspaceId).where('email_key', '=', key).compile(),
);
/** Including erased users. */
const usersByIds = prepared((db, { workspaceId, ids }: { workspaceId: string; ids: string[] }) =>
  rowsIn(db, workspaceId).where('id', 'in', ids).compile(),
);

export function userReader(db: Db, search: TextSearch<WordTerms>, lookups: Lookups): UserReader {
  const users = (workspaceId: string) => usersIn(db, workspaceId);

  const usersOf = async (workspaceId: string, ids: readonly string[]): Promise<Map<string, User>> => {
    const found = new Map<string, User>();
    await inChunks([...new Set(ids)], async (chunk) => {
      const { rows } = await usersByIds(db, { workspaceId, ids: inFewLengths(chunk) });
      for (const user of rows) found.set(user.id, user);
    });
    return found;
  };

  const fewChangedSince = (workspaceId: string, instant: number): Promise<boolean> =>
    areFew(
      db,
      db
        .selectFrom('users')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('is_erased', '=', 0)
        .where('updated_at', '>=', instant),
    );

  return {
    find: (workspaceId, id) => firstOf(userById(db, { workspaceId, id })),
    findByExternalId: (workspaceId, externalId) => firstOf(userByExternalId(db, { workspaceId, externalId })),
    findByEmail: (workspaceId, email) => firstOf(userByEmail(db, { workspaceId, key: emailKey(email) })),
    usersOf,
    async named(workspaceId, { ids, externalIds, emails }) {
      const found = new Map<string, User>();
      const add = async (column: 'id' | 'external_id' | 'email_key', values: readonly string[]) => {
        for (const user of await lookUp(db, lookups, users(workspaceId), column, values))
          found.set(user.id, user);
      };
      await add('id', ids);
      await add('external_id', externalIds);
      await add('email_key', emails.map(emailKey));
      return [...found.values()];
    },
    async page(workspaceId, query) {
      const { sort, slice, ...filters } = query;
      if (matchesNothing(filters)) return [];
      const { searches, updatedSince, ...naming } = filters;
      const isNamed = naming.emails !== undefined || naming.externalIds !== undefined;
      const conditionsOn = (some: FiltersOf<UserQuery>) => conditionsOf(conditions, workspaceId, some);
      const direction = directions[sort];
      if (isNamed || (updatedSince !== undefined && (await fewChangedSince(workspaceId, updatedSince)))) {
        const wanted = where(users(workspaceId), conditionsOn(filters));
        return sliced(wanted, order, direction, slice, 'sort').execute();
      }
      const { updatedSince: _, ...others } = filters;
      // `+ 0` keeps the engine off the updated_at index when it would match too many rows.
      const late = updatedSince === undefined ? [] : [isSince(sql`updated_at + 0`)(updatedSince)];
      const checks = [...conditionsOn(others), ...late];
      const names = ['createdAt', 'id'] as const;
      const walked = () => walk(users(workspaceId), { columns: order, names, direction }, slice, checks);
      if (searches === undefined) return walked();
      const place = { db, search, workspaceId };
      return searchedPage(
        place,
        { searches },
        {
          sort(found) {
            const matches = db.selectFrom('users').select(userColumns.selected);
            const wanted = matches.where(search.isAmong(workspaceId, found)).where('is_erased', '=', 0);
            return sliced(where(wanted, checks), order, direction, slice, 'sort').execute();
          },
          walk: walked,
        },
      );
    },
  };
}

const derived = ({ name, email, externalId }: User) => ({
  email_key: email === null ? null : emailKey(email),
  name_words: indexedWords(`${name ?? ''} ${email ?? ''} ${externalId ?? ''}`),
});

const userRow = (workspaceId: string, user: User) => ({
  workspace_id: workspaceId,
  ...userColumns.valuesOf(user),
  ...derived(user),
});

/** Like `erase`, for users who are not there yet. */
export const insertErasedUsers = (db: Db, workspaceId: string, users: readonly User[]): Promise<void> =>
  insertMany(
    db,
    'users',
    users.map((user) => ({ ...userRow(workspaceId, user), name_words: '', is_erased: 1 as const })),
  );

export function userWriter(db: Db, search: TextSearch<WordTerms>, lookups: Lookups): UserWriter {
  const values = (user: User) => ({ ...editable.valuesOf(user), ...derived(user) });
  const set = async (
    workspaceId: string,
    id: string,
    row: ReturnType<typeof values> & { is_erased?: 1; last_signed_in_at?: null; came_by?: null },
  ) => {
    await search.remove(db, workspaceId, [id]);
    await db
      .updateTable('users')
      .set({
        ...row,
        // Another address has yet to be proven.
        email_proven: sql<Flag>`case when email_key = ${row.email_key} then email_proven else 0 end`,
      })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute();
  };
  return {
    ...userReader(db, search, lookups),
    insert: (workspaceId, user) => search.insert(db, userRow(workspaceId, user)),
    async insertMany(workspaceId, users) {
      // Sorted, so that each chunk follows the previous one: this makes updating the search index cheapest.
      const ordered = [...users].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
      for (const chunk of inFewSizes(ordered)) {
        await insertMany(
          db,
          'users',
          chunk.map((user) => userRow(workspaceId, user)),
        );
        await search.put(db, workspaceId, idsOf(chunk));
        await setImmediate();
      }
    },
    async update(workspaceId, user) {
      await set(workspaceId, user.id, values(user));
      await search.put(db, workspaceId, [user.id]);
    },
    async updateMany(workspaceId, users) {
      for (const chunk of inFewSizes(users)) {
        await search.remove(db, workspaceId, idsOf(chunk));
        await updateMany(
          db,
          'users',
          workspaceId,
          chunk.map((user) => ({ id: user.id, values: values(user) })),
        );
        await search.put(db, workspaceId, idsOf(chunk));
        await setImmediate();
      }
    },
    async erase(workspaceId, left) {
      const cleared = { name_words: '', is_erased: 1, last_signed_in_at: null, came_by: null } as const;
      await set(workspaceId, left.id, { ...values(left), ...cleared });
    },
  };
}

const idsOf = (users: readonly User[]): string[] => users.map(({ id }) => id);
