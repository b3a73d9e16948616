// Updates several rows of a workspace with one statement. Callers split long lists.

import { sql } from 'kysely';
import type { Db } from '../tables.ts';

interface EditedRow {
  id: string;
  /** Numeric columns are never null here; all rows name the same columns in the same order. */
  values: Record<string, string | number | null>;
}

export async function updateMany(
  db: Db,
  table: 'users' | 'comments',
  workspaceId: string,
  rows: readonly EditedRow[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const given = rows.map(({ id, values }) => sql`(${sql.join([id, ...Object.values(values)])})`);
  // PostgreSQL treats every value in a VALUES list as text, so cast explicitly.
  const columns = Object.entries(first.values).map(([column, sample], index) => {
    const value = sql.ref(`given.column${index + 2}`);
    return sql`${sql.ref(column)} = ${typeof sample === 'number' ? sql`cast(${value} as bigint)` : value}`;
  });
  const name = sql.table(table);
  await sql`
    update ${name} set ${sql.join(columns)} from (values ${sql.join(given)}) as given
    where ${name}.workspace_id = ${workspaceId} and ${name}.id = given.column1`.execute(db);
}
