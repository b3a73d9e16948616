// Upgrades a database that the version before the ledger filled through the API, on any engine. The audit log,
// deletions and stored responses must all survive.

import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { DatabaseSync } from '@photostructure/sqlite';
import { Migrator, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Dialect } from '../../src/engines/sql/kernel/dialect.ts';
import { migrations } from '../../src/engines/sql/migrations/index.ts';
import { knownMigrations } from '../../src/engines/sql/migrations/schema-version.ts';
import { migrate, sqlStore } from '../../src/engines/sql/store.ts';
import type { Store } from '../../src/ports/store.ts';
import { presentEntry } from '../../src/shapes/events/audit-entry.ts';
import { presentDeletion } from '../../src/shapes/events/deletion.ts';

const here = import.meta.dirname;
const keptFile = join(here, '0002-proven-addresses.sqlite.gz');

interface Tombstone {
  id: string;
  deletedAt: string;
}

interface Kept {
  audit: Record<string, unknown>[];
  elsewhere: Record<string, unknown>[];
  deleted: Record<string, Tombstone[]>;
}

/** Responses of the older version. */
const kept: Kept = JSON.parse(readFileSync(join(here, '0002-proven-addresses.json'), 'utf8'));

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** What is reachable, without garbage. */
function liveBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/**
 * The most that was reachable since the start, in addition. Collecting garbage takes long if other tests have left a
 * large heap in this process, so it takes at most a tenth of the time.
 */
function watchMemory(): { highest(): number; stop(): void } {
  const before = liveBytes();
  let highest = 0;
  let timer: NodeJS.Timeout | undefined;
  const lookAfter = (ms: number): void => {
    timer = setTimeout(() => {
      const startedAt = performance.now();
      highest = Math.max(highest, liveBytes() - before);
      lookAfter(Math.max(500, 10 * (performance.now() - startedAt)));
    }, ms);
  };
  lookAfter(500);
  return { highest: () => highest, stop: () => clearTimeout(timer) };
}

/** Unpacks the stored database to where the engine opens it. */
export async function unpack(directory: string): Promise<void> {
  await writeFile(join(directory, 'earshot.db'), gunzipSync(await readFile(keptFile)));
}

/** The rows of the tables that the older version filled, for an engine that cannot open the file. */
async function keptRows(): Promise<Map<string, Record<string, string | number | null>[]>> {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-kept-'));
  await unpack(directory);
  const db = new DatabaseSync(join(directory, 'earshot.db'));
  const tables = ['workspaces', 'audit_log', 'outbox', 'tombstones', 'receipts'];
  const rows = new Map(
    tables.map((table) => [
      table,
      db.prepare(`select * from ${table}`).all() as Record<string, string | number | null>[],
    ]),
  );
  db.close();
  await rm(directory, { recursive: true, force: true });
  return rows;
}

const toSecondSchema = (dialect: Dialect) =>
  dialect.migrating((db) =>
    new Migrator({ db, provider: migrations(dialect) }).migrateTo('0002-proven-addresses'),
  );

/** Fills an empty database with the same rows. */
export async function fillAsKept(dialect: Dialect): Promise<void> {
  await toSecondSchema(dialect);
  for (const [table, rows] of await keptRows())
    for (const row of rows)
      await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
        values (${sql.join(Object.values(row))})`.execute(dialect.writes);
}

export interface Upgraded {
  dialect: Dialect;
  close(): Promise<void>;
}

export function ledgerUpgrade(
  name: string,
  openKept: () => Promise<Upgraded>,
  openEmpty: () => Promise<Upgraded>,
) {
  describe(`a database from before the ledger on ${name}`, () => {
    let opened: Upgraded;
    afterEach(() => opened.close());

    const slice = { take: 1000, skip: 0, after: undefined };
    const rows = async <Row>(query: ReturnType<typeof sql<Row>>) =>
      (await query.execute(opened.dialect.writes)).rows;

    describe('filled through the API', () => {
      let store: Store;
      let home: string;
      let elsewhere: string;
      beforeEach(async () => {
        opened = await openKept();
        // As an older version left a deleted comment that has replies.
        await rows(sql`update comments set user_id = null, is_deleted = 1`);
        const known = await knownMigrations(opened.dialect);
        expect(await migrate(opened.dialect)).toEqual(known.slice(known.indexOf('0003-ledger')));
        store = sqlStore(opened.dialect);
        const workspaces = await store.read.workspaces.list();
        [home = '', elsewhere = ''] = ['default', 'elsewhere'].map(
          (slug) => workspaces.find((workspace) => workspace.slug === slug)?.id ?? '',
        );
      });

      it('keeps every audit log entry with its id, in order', async () => {
        const entries = await store.read.ledger.audit(home, { slice });
        expect(entries.map(presentEntry)).toEqual(kept.audit);
        expect(entries.map(({ sequence }) => sequence).reverse()).toEqual(
          kept.audit.map((_, index) => index + 1),
        );
        expect((await store.read.ledger.audit(elsewhere, { slice })).map(presentEntry)).toEqual(
          kept.elsewhere,
        );
      });

      it('keeps every deletion, with the users of withdrawn votes', async () => {
        const deletions = (await store.read.ledger.deletions(home, { slice })).map(presentDeletion);
        for (const [kind, tombstones] of Object.entries(kept.deleted)) {
          expect(tombstones.length).toBeGreaterThan(0);
          for (const { id, deletedAt } of tombstones)
            expect(deletions).toContainEqual(expect.objectContaining({ id, kind, deletedAt }));
        }
        for (const { kind, id, postId, userId } of deletions)
          if (kind === 'vote') expect(id).toBe(`${postId}:${userId}`);
        expect(deletions.find(({ kind }) => kind === 'comment')?.postId).toMatch(/^post_/);
      });

      it('keeps events in the format of the API', async () => {
        const found = await rows(
          sql<{ type: string; payload: string }>`
            select type, payload from ledger where workspace_id = ${home} and payload is not null order by sequence`,
        );
        const events = (await keptRows()).get('outbox') ?? [];
        expect(found.map(({ type }) => type)).toEqual(
          events.filter(({ workspace_id }) => workspace_id === home).map(({ type }) => type),
        );
        const created = found.find(({ type }) => type === 'post.created');
        expect(JSON.parse(created?.payload ?? '').object).toMatchObject({
          id: expect.stringMatching(/^post_/),
          title: 'Dark mode',
          descriptionHtml: expect.stringContaining('<strong>eyes</strong>'),
          createdAt: '2026-01-31T09:15:02.123Z',
          author: { email: 'ada@example.com' },
          tags: [{ name: 'ui' }],
        });
        expect(found.map(({ payload }) => payload).join()).not.toContain('David');
      });

      it('keeps stored responses by key, and drops the old tables', async () => {
        const answers = await rows(sql`select key, status, body from idempotency_keys`);
        const before = ((await keptRows()).get('receipts') ?? []).map(({ key, status, body }) => ({
          key,
          status,
          body,
        }));
        expect(before).toHaveLength(1);
        expect(answers).toEqual(before);
        const tables = await opened.dialect.reads.introspection.getTables();
        const names = tables.map((table) => table.name);
        expect(names).toEqual(expect.arrayContaining(['ledger', 'idempotency_keys']));
        for (const old of ['outbox', 'audit_log', 'tombstones', 'receipts']) expect(names).not.toContain(old);
      });

      it('gives deleted comments without a user the user of their workspace', async () => {
        const stubs = await rows(
          sql<{ userId: string; own: string }>`
            select comments.user_id as "userId", workspaces.user_id as "own"
            from comments join workspaces on workspaces.id = comments.workspace_id`,
        );
        expect(stubs.map(({ userId }) => userId)).toEqual(stubs.map(({ own }) => own));
      });

      it('continues the sequence numbers', async () => {
        await store.transaction(async (write) => {
          await write.workspaces.raiseRevision(home, 1);
          await write.ledger.append(home, [
            {
              id: 'evt_next',
              type: 'post.created',
              objectId: 'post_next',
              objectKind: 'post',
              postId: null,
              userId: null,
              actor: { type: 'system', id: 'test' },
              requestId: null,
              createdAt: 1,
              payload: null,
            },
          ]);
        });
        const [newest] = await store.read.ledger.audit(home, { slice });
        expect(newest).toMatchObject({ id: 'evt_next', sequence: kept.audit.length + 1 });
      });
    });

    it('gets an entry for a tombstone without an audit log entry', async () => {
      opened = await openEmpty();
      await toSecondSchema(opened.dialect);
      await rows(
        sql`insert into workspaces (id, slug, name, user_id, created_at) values ('ws', 'a', 'A', 'u', 1)`,
      );
      const [post, user] = [`post_${'0'.repeat(26)}`, `user_${'1'.repeat(26)}`];
      await rows(sql`insert into tombstones (workspace_id, kind, id, deleted_at)
        values ('ws', 'vote', ${`${post}:${user}`}, 5), ('ws', 'tag', 'tag_1', 3)`);
      await migrate(opened.dialect);
      const { ledger } = sqlStore(opened.dialect).read;
      expect(await ledger.deletions('ws', { slice })).toMatchObject([
        { sequence: 1, id: 'tag_1', kind: 'tag', deletedAt: 3 },
        { sequence: 2, id: `${post}:${user}`, kind: 'vote', deletedAt: 5, postId: post, userId: user },
      ]);
    });

    it('migrates 30,000 audit log entries in bounded memory', {
      timeout: 120_000,
    }, async () => {
      const lines = 30_000;
      opened = await openEmpty();
      await toSecondSchema(opened.dialect);
      await rows(
        sql`insert into workspaces (id, slug, name, user_id, created_at) values ('ws', 'a', 'A', 'u', 1)`,
      );
      await rows(sql`
        with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(lines)})
        insert into audit_log (workspace_id, id, actor_type, actor_id, action, object_id, request_id, created_at)
        select 'ws', 'audit_' || n, 'key', 'key_1', 'post.updated', 'post_' || (n % 1000), 'req_' || n, n from numbers`);
      // As in any installation that has run for a while: without it, PostgreSQL guesses how to read the table.
      await rows(sql`analyze audit_log`);
      const memory = watchMemory();
      await migrate(opened.dialect).finally(() => memory.stop());
      // All entries together would be almost twice as much.
      expect(memory.highest()).toBeLessThan(16 * 1024 * 1024);
      const { ledger } = sqlStore(opened.dialect).read;
      expect(await ledger.idAt('ws', lines)).toBe(`audit_${lines}`);
      expect(await ledger.idAt('ws', lines + 1)).toBeUndefined();
      expect(await ledger.audit('ws', { slice: { ...slice, take: 1 } })).toMatchObject([{ sequence: lines }]);
    });
  });
}
