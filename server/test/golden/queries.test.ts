import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { type CompiledQuery, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Mutex } from '../../src/engines/sql/dialects/sqlite/mutex.ts';
import { lookups, openSqlite } from '../../src/engines/sql/dialects/sqlite/sqlite.ts';
import { SqliteDriver, SqliteWriter } from '../../src/engines/sql/dialects/sqlite/driver.ts';
import { sqliteSearches } from '../../src/engines/sql/dialects/sqlite/text/search.ts';
import { insightReader } from '../../src/engines/sql/team/insights.ts';
import { ledgerWriter } from '../../src/engines/sql/events/ledger.ts';
import { postReader } from '../../src/engines/sql/feedback/posts.ts';
import { mailReader } from '../../src/engines/sql/mail/mails.ts';
import { requestReader } from '../../src/engines/sql/team/requests.ts';
import { migrate, sqlStore } from '../../src/engines/sql/store.ts';
import type { Tables } from '../../src/engines/sql/kernel/tables.ts';
import { countedThings } from '../../src/ports/team/console-store.ts';
import { newHome, newPost } from '../contracts/store/world.ts';
import { expectGolden } from './golden.ts';
import { indexFor, isSorted, type Lists, lists, noLocks, readers, type Shape, shapes } from './list-queries.ts';

describe('query plans on SQLite', () => {
  let directory: string;
  let handle: InstanceType<typeof DatabaseSync>;
  let db: Kysely<Tables>;
  let workspaceId: string;
  /** All posts have this status, so searches read everything they find. */
  let statusId: string;
  const asked: CompiledQuery[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'earshot-plans-'));
    const dialect = openSqlite(directory);
    await migrate(dialect);
    const store = sqlStore(dialect);
    const home = await newHome(store);
    workspaceId = home.workspaceId;
    [statusId] = home.statusIds;
    await store.transaction((write) =>
      write.posts.insertMany(
        workspaceId,
        Array.from({ length: 500 }, () => newPost(home)),
      ),
    );
    await store.close();
    handle = new DatabaseSync(join(directory, 'earshot.db'));
    const driven = handle;
    db = new Kysely<Tables>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new SqliteDriver(new SqliteWriter(driven), new Mutex()),
        createIntrospector: (of) => new SqliteIntrospector(of),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
      log: ({ query }) => void asked.push(query),
    });
  });
  afterAll(async () => {
    await db.destroy();
    handle.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** The plan of every query of the work, as an indented tree. */
  const plansOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    asked.length = 0;
    await work();
    return asked.map(({ sql, parameters }) => {
      const steps = handle.prepare(`explain query plan ${sql}`).all(...parameters) as unknown as Step[];
      const depths = new Map<number, number>();
      return steps
        .map(({ id, parent, detail }) => {
          const depth = (depths.get(parent) ?? 0) + 1;
          depths.set(id, depth);
          return `${'  '.repeat(depth)}${detail}`;
        })
        .join('\n');
    });
  };

  const pagePlans = ({ query }: Shape) => {
    const statusIds = query.statusIds?.map((id) => (id === 'stat_a' ? statusId : id));
    const onPosts = { ...query, ...(statusIds && { statusIds }) };
    return plansOf(() => postReader(db, sqliteSearches).page(workspaceId, onPosts));
  };

  it.each(shapes)('for $name scan an index in order and sort only matches', async (shape) => {
    const plans = await pagePlans(shape);
    expect(plans.length).toBeGreaterThan(0);
    const { searches } = shape.query;
    for (const plan of plans) {
      // Scanning text index matches is fine; scanning posts never is.
      expect(plan).not.toMatch(/SCAN posts/);
      const sorts = plan.split('\n').filter((line) => line.includes('USE TEMP B-TREE'));
      const isSorted = searches !== undefined && plan === plans[2];
      expect(sorts).toEqual(isSorted ? ['  USE TEMP B-TREE FOR ORDER BY'] : []);
      // Sorted rows were found by the text index, not by scanning past other posts.
      if (isSorted) expect(plan).toMatch(/^ {2}SEARCH posts USING INDEX posts_by_search_row \(search_row=\?\)\n/);
    }
    if (searches === undefined) expect(plans.join()).toContain(indexFor(shape.query));
  });

  const other = (page: Lists[string]) =>
    plansOf(() => page(readers(db, { search: sqliteSearches, lookups }), workspaceId));

  it.each(Object.keys(lists))('for the list of %s scan an index in order', async (list) => {
    const plans = await other(lists[list] as Lists[string]);
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) {
      // Text index matches, given values and intermediate results may be scanned; a table never.
      const intermediate =
        /SCAN (?!\w+_search |json_each |few|heads?\b|in_window\b|owners\b|listed\b|people\b|CONSTANT|\()/;
      expect(plan).not.toMatch(intermediate);
      if (!isSorted.has(list)) expect(plan).not.toContain('TEMP B-TREE');
    }
  });

  it('for cutting payloads scan the remaining ones by age', async () => {
    const [plan] = await plansOf(() => ledgerWriter(db, noLocks).cutPayloadsBefore(workspaceId, 0));
    expect(plan).toContain('ledger_by_payload_age');
    expect(plan).not.toMatch(/SCAN ledger/);
  });

  it('for queues of mail find the first due one of each in an index', async () => {
    const [plan = ''] = await plansOf(() => mailReader(db).queues());
    const seeks = plan.match(/SEARCH mails USING COVERING INDEX mails_due \(workspace_id=\? AND priority=\? AND due_at>\?\)/g);
    expect(seeks).toHaveLength(2);
    expect(plan).not.toMatch(/SCAN mails/);
  });

  it('for request records scan a dedicated index in order', async () => {
    const { page } = requestReader(db);
    const slice = { take: 21, skip: 0, after: ['rlog_x'] };
    const questions: [object, string][] = [
      [{}, 'request_log_1'],
      [{ callerId: 'key_a' }, 'request_log_by_key'],
      [{ requestId: 'req_a' }, 'request_log_by_request'],
      [{ outcome: 'error' }, 'request_log_by_outcome'],
      [{ outcome: 'limited' }, 'request_log_by_outcome'],
    ];
    for (const [query, index] of questions) {
      const [plan] = await plansOf(() => page(workspaceId, { ...query, slice }));
      expect(plan, JSON.stringify(query)).toContain(index);
      expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
    }
  });

  it('for counts over time read a range of a covering index', async () => {
    const { countsByDay, movers } = insightReader(db);
    for (const thing of countedThings) {
      const plans = await plansOf(() => countsByDay(workspaceId, thing, 0, 20));
      expect(plans).toHaveLength(2);
      for (const plan of plans) {
        expect(plan.match(new RegExp(`SEARCH ${thing} USING COVERING INDEX ${thing}_by_created`, 'g'))).toHaveLength(10);
        expect(plan).not.toContain(`SCAN ${thing}`);
      }
    }
    for (const plan of await plansOf(() => movers(workspaceId, 1, 10)))
      expect(plan).toMatch(/SEARCH votes USING COVERING INDEX votes_by_created/);
  });

  it('for all lists equal the golden files', async () => {
    const lines: string[] = [];
    for (const [list, page] of Object.entries(lists)) lines.push(`## ${list}`, ...(await other(page)), '');
    expectGolden(join(import.meta.dirname, 'lists.sqlite.plans.txt'), lines.join('\n'));
  });

  it('for posts equal the golden files', async () => {
    const lines: string[] = [];
    for (const shape of shapes) lines.push(`## ${shape.name}`, ...(await pagePlans(shape)), '');
    expectGolden(join(import.meta.dirname, 'posts.page.sqlite.plans.txt'), `${lines.join('\n')}`);
  });
});

interface Step {
  id: number;
  parent: number;
  detail: string;
}
