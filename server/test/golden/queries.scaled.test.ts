import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dialect } from '../../src/engines/sql/kernel/dialect.ts';
import { openPostgres } from '../../src/engines/sql/dialects/postgres.ts';
import { ledgerWriter } from '../../src/engines/sql/events/ledger.ts';
import { urlOfTest } from '../support/engines.ts';
import { createDatabase, type Database, execute, majorVersion, templateName } from '../support/postgres.ts';
import { askedBy } from './asked.ts';
import { crowd, crowdedWorkspace } from './crowd.ts';
import { expectGolden, keptOfVersion } from './golden.ts';
import { isSorted, lists, readers, shapes } from './questions.ts';

/** Sorted too where the planner thinks them few: it knows better than a rule how many there are. */
const isSortedHere = new Set([
  'attachments of posts',
  'attachments of changelogs',
  'changelogs with a label',
  'changelogs, updated since',
]);

/** A handful of rows in any workspace, which are read whole. */
const readWhole = /Seq Scan on (?!statuses|post_types|tags)/;

describe('the plans of queries on PostgreSQL', () => {
  let database: Database;
  let client: pg.Client;
  let dialect: Dialect;

  beforeAll(async () => {
    database = await createDatabase(urlOfTest, templateName);
    await execute(database.url, crowd);
    await execute(database.url, 'vacuum analyze');
    // As operators of solid-state disks set it; the default is for disks that turn.
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

  /** The plan of every query that the work asks, without the values it asks for. */
  const plansOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    const plans: string[] = [];
    for (const { sql, parameters } of await askedBy(work)) {
      const { rows } = await client.query(`explain (costs off) ${sql}`, [...parameters]);
      plans.push(rows.map((row) => `  ${withoutValues(row['QUERY PLAN'])}`).join('\n'));
    }
    return plans;
  };

  const all = (): [string, () => Promise<string[]>][] => {
    const read = readers(dialect.reads, dialect.search);
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

  it('of every list, filter and sort use an index', async () => {
    for (const [name, plans] of all()) {
      for (const plan of await plans()) {
        expect(plan, name).not.toMatch(readWhole);
        expect(plan, name).toMatch(/Index|Seq Scan on (?:statuses|post_types|tags)/);
      }
    }
  });

  it('of posts walk an index in order, and sort no more than merged heads and matches', async () => {
    const read = readers(dialect.reads, dialect.search);
    for (const { name, query } of shapes) {
      const isMerged = (query.statusIds?.length ?? 1) * (query.typeIds?.length ?? 1) > 1;
      if (isMerged || query.searches !== undefined) continue;
      for (const plan of await plansOf(() => read.posts.page(crowdedWorkspace, query)))
        expect(plan, name).not.toMatch(/\bSort\b/);
    }
  });

  it('of other lists sort only what is few by its nature', async () => {
    const read = readers(dialect.reads, dialect.search);
    for (const [name, page] of Object.entries(lists)) {
      if (isSorted.has(name) || isSortedHere.has(name) || name.includes('search')) continue;
      for (const plan of await plansOf(() => page(read, crowdedWorkspace)))
        expect(plan, name).not.toMatch(/^\s*(?:-> {2})?Sort$/m);
    }
  });

  it('of cutting payloads walk those that are left by age', async () => {
    const [plan] = await plansOf(() =>
      ledgerWriter(dialect.reads, dialect.locks).cutPayloadsBefore(crowdedWorkspace, 1),
    );
    expect(plan).toContain('ledger_by_payload_age');
  });

  it('are those that were kept', async ({ skip }) => {
    const version = await majorVersion(database.url);
    if (version !== keptOfVersion) skip(`plans are kept of version ${keptOfVersion}; this is ${version}`);
    const lines: string[] = [];
    for (const [name, plans] of all()) lines.push(`## ${name}`, ...(await plans()), '');
    expectGolden(join(import.meta.dirname, 'lists.postgres.plans.txt'), lines.join('\n'));
  });
});

/** What is asked for is another thing each time; how it is asked stays. */
const withoutValues = (line: string): string =>
  line
    .replaceAll(/'(?:[^']|'')*'(?:::[a-z]+(?:\[\])?)?/g, '?')
    .replaceAll(/\b\d{5,}\b/g, '?')
    .replaceAll(/ANY \(\?\)/g, 'any of ?');
