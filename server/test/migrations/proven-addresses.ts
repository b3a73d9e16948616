// The second migration on accounts and email addresses of the first schema, on any engine.

import { Migrator, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Dialect } from '../../src/engines/sql/kernel/dialect.ts';
import { migrations } from '../../src/engines/sql/migrations/index.ts';
import { migrate } from '../../src/engines/sql/store.ts';

export function provenAddresses(
  name: string,
  open: () => Promise<{ dialect: Dialect; close(): Promise<void> }>,
) {
  describe(`a database of the first schema on ${name}`, () => {
    let dialect: Dialect;
    let close: () => Promise<void>;
    beforeEach(async () => {
      ({ dialect, close } = await open());
      await dialect.migrating((db) =>
        new Migrator({ db, provider: migrations(dialect) }).migrateTo('0001-first'),
      );
      for (const id of ['ws_a', 'ws_b'])
        await run(
          sql`insert into workspaces (id, slug, name, user_id, created_at) values (${id}, ${id}, 'X', 'u', 1)`,
        );
    });
    afterEach(() => close());

    const run = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(dialect.writes)).rows;
    const account = async (id: string, email: string, hash: string | null, ...workspaces: string[]) => {
      await run(sql`insert into accounts (id, name, email, email_key, password_hash, created_at)
        values (${id}, 'X', ${email}, ${email.toLowerCase()}, ${hash}, ${Number(id.slice(1))})`);
      for (const workspace of workspaces)
        await run(sql`insert into memberships (workspace_id, account_id, role, created_at)
          values (${workspace}, ${id}, 'member', 1)`);
    };
    const user = (id: string, email: string, workspaceId = 'ws_a') =>
      run(sql`insert into users (workspace_id, id, email, email_key, name_words, version, created_at, updated_at)
        values (${workspaceId}, ${id}, ${email}, ${email.toLowerCase()}, '', 1, 1, 1)`);

    it('confines accounts an invite may have created, and verifies those of operator and provider', async () => {
      await account('a1', 'Operator@x.test', 'hash', 'ws_a');
      await account('a2', 'invited@x.test', 'hash', 'ws_b');
      await account('a3', 'through-provider@x.test', null, 'ws_b');
      await account('a4', 'both@x.test', 'hash', 'ws_a', 'ws_b');
      await account('a5', 'removed@x.test', 'hash');
      await migrate(dialect);
      expect(
        await run(sql`select id, account_key, email_key, confined_to, proven_at from accounts order by id`),
      ).toEqual(
        [
          ['a1', 'operator@x.test', 'operator@x.test', null, 1],
          ['a2', 'ws_b:invited@x.test', 'invited@x.test', 'ws_b', null],
          ['a3', 'through-provider@x.test', 'through-provider@x.test', null, 3],
          ['a4', 'both@x.test', 'both@x.test', null, null],
          ['a5', 'removed@x.test', 'removed@x.test', null, null],
        ].map(([id, account_key, email_key, confined_to, proven_at]) => ({
          id,
          account_key,
          email_key,
          confined_to,
          proven_at,
        })),
      );
    });

    it('lowercases only ASCII letters in email keys, and keeps every user', async () => {
      await user('u1', 'Ada@X.test');
      await user('u2', 'bob@\u212aelvin.test');
      await user('u3', 'Jose\u0301@x.test');
      // Holds the key that the previous user needs, until it gets its own.
      await user('u4', 'JOS\u00c9@x.test');
      await user('u5', 'Jos\u00e9@x.test', 'ws_b');
      await run(sql`insert into invites (workspace_id, id, hash, email, email_key, role, created_by, created_at, expires_at)
        values ('ws_a', 'i1', 'h', 'bob@\u212aelvin.test', 'bob@kelvin.test', 'member', 'a1', 1, 2)`);
      await migrate(dialect);
      const keys = await run(
        sql<{ id: string; email_key: string }>`select id, email_key from users order by id`,
      );
      expect(keys.map(({ id, email_key }) => [id, email_key])).toEqual([
        ['u1', 'ada@x.test'],
        ['u2', 'bob@\u212aelvin.test'],
        ['u3', 'jos\u00e9@x.test'],
        ['u4', 'jos\u00c9@x.test'],
        ['u5', 'jos\u00e9@x.test'],
      ]);
      expect(await run(sql`select email_key from invites`)).toEqual([{ email_key: 'bob@\u212aelvin.test' }]);
    });
  });
}
