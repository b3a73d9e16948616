// Partitioned tables (ADR 0027): which partitions a statement visits, according to its plan.

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompiledQuery } from 'kysely';
import type { Dialect } from '../../src/engines/sql/kernel/dialect.ts';
import { openPostgres } from '../../src/engines/sql/dialects/postgres/postgres.ts';
import { sqlStore } from '../../src/engines/sql/store.ts';
import type { Writer } from '../../src/ports/store.ts';
import { urlOfTest } from '../support/servers/engines.ts';
import { createDatabase, type Database, execute, partitionsInTests, templateName } from '../support/servers/postgres.ts';
import { newEntry } from '../contracts/store/world.ts';
import { statementsOf } from './statements.ts';
import { crowd, crowdedWorkspace } from './crowd.ts';
import { lists, readers, shapes } from './list-queries.ts';

/** Across all workspaces, a few times per hour: scans each partition by its index. */
const acrossWorkspaces = {
  'forgetting kept answers': (write: Writer) => write.idempotency.forgetBefore(1),
};

const post = `post_${'1'.padStart(8, '0')}`;
const other = `post_${'2'.padStart(8, '0')}`;

/** Changes of a request, by key. */
const changes: Record<string, (write: Writer, at: string) => Promise<unknown>> = {
  'a vote': async (write, at) => {
    await write.votes.add(at, { postId: post, userId: 'user_a', votedAt: 1, mergedFromId: null });
    await write.posts.addToCounts(at, post, { votes: 1 }, 2);
    await write.votes.remove(at, post, 'user_a');
  },
  'an edit of a post': async (write, at) => {
    const found = await write.posts.find(at, post);
    if (found !== undefined) await write.posts.update(at, { ...found, title: 'Another' });
    await write.tags.replaceTags(at, post, []);
  },
  'moving all posts of a status': async (write, at) => {
    for await (const moved of write.posts.moveAll(
      at,
      { field: 'statusId', fromId: 'stat_e', toId: 'stat_f', actor: { type: 'key', id: 'key_1' } },
      3,
      () => `chg_${Math.random()}`,
    ))
      expect(moved.length).toBeGreaterThan(0);
  },
  'a merge, and back': async (write, at) => {
    await write.merges.moveVotes(at, post, other);
    await write.merges.moveComments(at, post, other, 4, false);
    await write.merges.sourcesOf(at, other);
    await write.merges.returnVotes(at, post, other);
  },
  'the delete of a post': (write, at) => write.posts.remove(at, post),
  'the erasure of a person': async (write, at) => {
    const found = await write.users.find(at, 'user_a');
    if (found !== undefined) await write.users.erase(at, { ...found, name: null });
    await write.ledger.rewrite(at, 'user_a', (payload) => payload);
    await write.idempotency.forgetMentions(at, ['user_a']);
  },
  'an entry of the ledger, and cutting old ones': async (write, at) => {
    await write.ledger.append(at, [newEntry(), newEntry()]);
    await write.ledger.cutPayloadsBefore(at, 1);
  },
};

describe('on partitioned tables', () => {
  let database: Database;
  let client: pg.Client;
  let dialect: Dialect;

  beforeAll(async () => {
    database = await createDatabase(urlOfTest, templateName);
    // Skips foreign key checks, which would take most of a minute in such a large transaction.
    await execute(database.url, `set session_replication_role = replica; ${crowd}`);
    await execute(database.url, `delete from merged_votes where source_id = '${post}'`);
    await execute(database.url, 'vacuum analyze');
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

  /** The plan for these values. */
  const planned = async ({ sql, parameters }: CompiledQuery): Promise<Node[]> => {
    const { rows } = await client.query(`explain (format json) ${sql}`, [...parameters]);
    return nodesOf(rows[0]['QUERY PLAN'][0].Plan);
  };

  /** The generic plan of a prepared statement, which prunes partitions only at run time. */
  const plannedForAny = async ({ sql, parameters }: CompiledQuery): Promise<Node[]> => {
    const given = parameters.map((value) => {
      if (value === null) return 'null';
      return client.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value));
    });
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare asked as ${sql}`);
    const values = given.length === 0 ? '' : `(${given.join(', ')})`;
    const { rows } = await client.query(`explain (format json) execute asked${values}`);
    await client.query('deallocate asked');
    await client.query('reset plan_cache_mode');
    return nodesOf(rows[0]['QUERY PLAN'][0].Plan);
  };

  const questions = (): [string, () => Promise<unknown>][] => {
    const read = readers(dialect.reads, dialect);
    return [
      ...shapes.map(({ name, query }): [string, () => Promise<unknown>] => [
        `posts, ${name}`,
        () => read.posts.page(crowdedWorkspace, query),
      ]),
      ...Object.entries(lists).map(([name, page]): [string, () => Promise<unknown>] => [
        name,
        () => page(read, crowdedWorkspace),
      ]),
    ];
  };

  const dryRun = (work: (write: Writer) => Promise<unknown>) => () => sqlStore(dialect).dryRun(work);

  it("every list, filter and sort visits only its workspace's partition, by an index", async () => {
    const visited = new Set<string>();
    for (const [name, ask] of questions()) {
      for (const statement of await statementsOf(ask)) {
        const nodes = await planned(statement);
        expectOnePart(nodes, `${name}: ${statement.sql}`);
        for (const { part, type } of nodes) {
          if (part === undefined) continue;
          visited.add(part);
          expect(type, `${name}: ${statement.sql}`).not.toBe('Seq Scan');
        }
      }
    }
    const tables = [...visited].map(tableOf);
    expect(new Set(tables).size).toBe(tables.length);
    expect(tables).toEqual(expect.arrayContaining(['posts', 'votes', 'comments', 'users', 'ledger']));
  });

  it('the same holds for a generic plan', async () => {
    for (const [name, ask] of questions())
      for (const statement of await statementsOf(ask))
        expectOnePart(await plannedForAny(statement), `${name}: ${statement.sql}`);
  });

  it.each(Object.entries(changes))('%s stays within that partition', async (name, change) => {
    for (const statement of await statementsOf(dryRun((write) => change(write, crowdedWorkspace)))) {
      if (/^\s*insert into [^(]*\([^)]*\) values/.test(statement.sql)) continue;
      expectOnePart(await planned(statement), `${name}: ${statement.sql}`);
    }
  });

  it.each(Object.entries(acrossWorkspaces))('%s scans every partition by its index', async (_name, forget) => {
    for (const statement of await statementsOf(dryRun(forget))) {
      const nodes = await planned(statement);
      const parts = nodes.flatMap(({ part }) => part ?? []);
      expect(new Set(parts).size).toBe(partitionsInTests);
      const { rows } = await client.query(
        'select distinct tableoid::regclass::text as part from idempotency_keys',
      );
      const filled = new Set(rows.map(({ part }) => part));
      for (const { part, type } of nodes) if (filled.has(part)) expect(type).not.toBe('Seq Scan');
    }
  });
});

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

interface Node {
  type: string;
  /** The partition that is read here. */
  part: string | undefined;
}

function nodesOf(plan: PlanNode): Node[] {
  const relation = plan['Relation Name'];
  const part = relation?.includes('_part_') ? relation : undefined;
  return [{ type: plan['Node Type'], part }, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

const tableOf = (part: string): string => part.replace(/_part_\d+$/, '');

function expectOnePart(nodes: readonly Node[], what: string): void {
  const parts = new Set(nodes.flatMap(({ part }) => part ?? []));
  const tables = [...parts].map(tableOf);
  expect(new Set(tables).size, `${what}\nvisits ${[...parts].join(', ')}`).toBe(tables.length);
}
