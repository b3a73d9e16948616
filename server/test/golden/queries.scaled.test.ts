import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dialect } from '../../src/engines/sql/kernel/dialect.ts';
import { openPostgres } from '../../src/engines/sql/dialects/postgres/postgres.ts';
import { ledgerWriter } from '../../src/engines/sql/events/ledger.ts';
import { sqlStore } from '../../src/engines/sql/store.ts';
import { urlOfTest } from '../support/servers/engines.ts';
import { createDatabase, type Database, execute, majorVersion, templateName } from '../support/servers/postgres.ts';
import { statementsOf } from './statements.ts';
import { crowd, crowdedWorkspace } from './crowd.ts';
import { expectGolden, keptOfVersion } from './golden.ts';
import { lookupsOfMany, isSorted, lists, readers, shapes } from './list-queries.ts';

/** Also sorted if the planner expects few: it knows better than a rule how many there are. */
const isSortedHere = new Set([
  'attachments of posts',
  'events at positions',
  'webhooks that are enabled',
  'attachments of changelogs',
  'changelogs with a label',
  'changelogs, updated since',
]);

/** A handful of rows per workspace, read completely. */
const readWhole = /Seq Scan on (?!statuses|post_types|tags|webhooks|memberships|accounts)/;

describe('query plans on PostgreSQL', () => {
  let database: Database;
  let client: pg.Client;
  let dialect: Dialect;

  beforeAll(async () => {
    database = await createDatabase(urlOfTest, templateName);
    await execute(database.url, crowd);
    await execute(database.url, 'vacuum analyze');
    // As recommended for SSDs; the default is for spinning disks.
    const name = new URL(database.url).pathname.slice(1);
    await execute(database.url, `alter database ${name} set random_page_cost = 1.1`);
    client = new pg.Client(database.url);
    await client.connect();
    dialect = openPostgres({ url: database.url, poolSize: 2, prepare: false });
  });
  afterAll(async () => {
    await dialect.close();
    await client.end();
    await database.drop();
  });

  /** The plan of every query of the work, without its values. */
  const plansOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    const plans: string[] = [];
    for (const { sql, parameters } of await statementsOf(work)) {
      // On the empty database that the statements ran on, the text index found nothing: the plan for no IDs is no plan.
      const foundAt = Number(/string_to_array\(\$(\d+)/.exec(sql)?.[1]) - 1;
      const given = parameters.map((value, index) => (index === foundAt && value === '' ? 'post_a' : value));
      const { rows } = await client.query(`explain (costs off) ${sql}`, given);
      plans.push(rows.map((row) => `  ${withoutValues(row['QUERY PLAN'])}`).join('\n'));
    }
    return plans;
  };

  const all = (): [string, () => Promise<string[]>][] => {
    const read = readers(dialect.reads, dialect);
    return [
      ...shapes.map(({ name, query }): [string, () => Promise<string[]>] => [
        `posts, ${name}`,
        () => plansOf(() => read.posts.page(crowdedWorkspace, query)),
      ]),
      ...Object.entries(lists).map(([name, page]): [string, () => Promise<string[]>] => [
        name,
        () => plansOf(() => page(read, crowdedWorkspace)),
      ]),
    ];
  };

  it('use an index for every list, filter and sort', async () => {
    for (const [name, plans] of all()) {
      for (const plan of await plans()) {
        expect(plan, name).not.toMatch(readWhole);
        expect(plan, name).toMatch(/Index|Seq Scan on (?:statuses|post_types|tags|webhooks|memberships|accounts)/);
      }
    }
  });

  it('for posts scan an index in order, and sort only merged heads and matches', async () => {
    const read = readers(dialect.reads, dialect);
    for (const { name, query } of shapes) {
      const isMerged = (query.statusIds?.length ?? 1) * (query.typeIds?.length ?? 1) > 1;
      if (isMerged || query.searches !== undefined) continue;
      for (const plan of await plansOf(() => read.posts.page(crowdedWorkspace, query)))
        expect(plan, name).not.toMatch(/\bSort\b/);
    }
  });

  it('for other lists sort only short ones', async () => {
    const read = readers(dialect.reads, dialect);
    for (const [name, page] of Object.entries(lists)) {
      if (isSorted.has(name) || isSortedHere.has(name) || name.includes('search')) continue;
      for (const plan of await plansOf(() => page(read, crowdedWorkspace)))
        expect(plan, name).not.toMatch(/^\s*(?:-> {2})?Sort$/m);
    }
  });

  it('look up each of many values in an index, in tables that are new and were never analyzed', async () => {
    const fresh = await createDatabase(urlOfTest, templateName);
    const onFresh = new pg.Client(fresh.url);
    await onFresh.connect();
    try {
      const read = readers(dialect.reads, dialect);
      for (const [name, find] of Object.entries(lookupsOfMany))
        for (const { sql, parameters } of await statementsOf(() => find(read, crowdedWorkspace))) {
          const { rows } = await onFresh.query(`explain (costs off) ${sql}`, [...parameters]);
          const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
          expect(plan, name).toContain('Index');
          expect(plan, name).not.toContain('Seq Scan');
        }
    } finally {
      await onFresh.end();
      await fresh.drop();
    }
  });

  it('look up each external ID in its index, also if no comment had one when they were analyzed', async () => {
    const read = readers(dialect.reads, dialect);
    await client.query('begin');
    try {
      await client.query(
        `insert into comments (workspace_id, id, external_id, post_id, user_id, content, is_private, is_deleted,
           version, created_at, updated_at)
         select workspace_id, 'new_' || n, 'new_' || n, post_id, user_id, content, 0, 0, 1, created_at, updated_at
         from (select * from comments where workspace_id = $1 limit 1) as one, generate_series(1, 20000) as n`,
        [crowdedWorkspace],
      );
      for (const plan of await plansOf(() => read.comments.byExternalIds(crowdedWorkspace, ['a', 'b'])))
        expect(plan).toMatch(/Index Cond: .*external_id = /);
    } finally {
      await client.query('rollback');
    }
  });

  it('find the comments of a deleted post by ID, not by comparing all of them with a step of IDs', async () => {
    const { sql, parameters } = await deleteOfComments();
    const { rows } = await client.query(`explain (costs off) ${sql}`, [...parameters]);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('comments_pk');
    expect(sql).not.toContain('post_id');
  });

  const deleteOfComments = async () => {
    const post = await client.query('select post_id from comments where workspace_id = $1 limit 1', [
      crowdedWorkspace,
    ]);
    const remove = () =>
      sqlStore(dialect).dryRun((write) => write.posts.remove(crowdedWorkspace, post.rows[0].post_id));
    const found = (await statementsOf(remove)).find(({ sql }) => sql.startsWith('delete from "comments"'));
    if (found === undefined) throw new Error('No comments were deleted.');
    return found;
  };

  it('for cutting payloads scan the remaining ones by age', async () => {
    const [plan] = await plansOf(() =>
      ledgerWriter(dialect.reads, dialect.locks).cutPayloadsBefore(crowdedWorkspace, 1),
    );
    expect(plan).toContain('ledger_by_payload_age');
  });

  it('equal the golden files', async ({ skip }) => {
    const version = await majorVersion(database.url);
    if (version !== keptOfVersion) skip(`plans are kept of version ${keptOfVersion}; this is ${version}`);
    const lines: string[] = [];
    for (const [name, plans] of all()) lines.push(`## ${name}`, ...(await plans()), '');
    expectGolden(join(import.meta.dirname, 'lists.postgres.plans.txt'), lines.join('\n'));
  });
});

/** Values vary; the query does not. */
const withoutValues = (line: string): string =>
  line
    .replaceAll(/'(?:[^']|'')*'(?:::[a-z]+(?:\[\])?)?/g, '?')
    .replaceAll(/\b\d{5,}\b/g, '?')
    .replaceAll(/ANY \(\?\)/g, 'any of ?');
