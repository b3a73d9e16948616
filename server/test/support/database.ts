// Looks into the database from outside the program, to see what a request really changed.

import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';

export interface EventRow {
  type: string;
  object: Record<string, unknown>;
  actorId: string;
}

function open<T>(dataDir: string, look: (db: InstanceType<typeof DatabaseSync>) => T): T {
  const db = new DatabaseSync(join(dataDir, 'earshot.db'), { readOnly: true });
  try {
    return look(db);
  } finally {
    db.close();
  }
}

/** Every row of every table, the search index's own tables included. */
export const dumpDatabase = (dataDir: string): string =>
  open(dataDir, (db) => {
    const tables = db
      .prepare(
        "select name from sqlite_master where type = 'table' and sql not like 'create virtual%' order by name",
      )
      .all() as { name: string }[];
    return tables
      .map(({ name }) => {
        const statement = db.prepare(`select * from "${name}"`);
        statement.setReadBigInts(true);
        const rows = statement.all().map((row) => JSON.stringify(row, plain));
        return `${name}\n${rows.sort().join('\n')}`;
      })
      .join('\n\n');
  });

const plain = (_key: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return value.toString();
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
};

export const readEvents = (dataDir: string, workspaceId: string): EventRow[] =>
  open(dataDir, (db) => {
    const rows = db
      .prepare('select type, object, actor_id as actorId from outbox where workspace_id = ? order by id')
      .all(workspaceId) as { type: string; object: string; actorId: string }[];
    return rows.map(({ type, object, actorId }) => ({ type, object: JSON.parse(object), actorId }));
  });

/** The audit log of a workspace, oldest first. */
export const readAudit = (dataDir: string, workspaceId: string): { action: string; objectId: string }[] =>
  open(
    dataDir,
    (db) =>
      db
        .prepare('select action, object_id as objectId from audit_log where workspace_id = ? order by id')
        .all(workspaceId) as { action: string; objectId: string }[],
  );

/** What was deleted in a workspace, as `kind id`, oldest first. */
export const readTombstones = (dataDir: string, workspaceId: string): string[] =>
  open(dataDir, (db) => {
    const rows = db
      .prepare('select kind, id from tombstones where workspace_id = ? order by deleted_at, id')
      .all(workspaceId) as { kind: string; id: string }[];
    return rows.map(({ kind, id }) => `${kind} ${id}`);
  });
