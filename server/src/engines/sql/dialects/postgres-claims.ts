// Claims that every process at the database sees. The table is unlogged: a claim costs no wait for the disk, and
// after a crash of the server, which ends all work under way, it is empty as it should be.

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ClaimTable } from '../dialect.ts';
import type { Db } from '../tables.ts';

/** The server's clock judges, so that processes whose clocks differ agree. */
const now = sql`clock_timestamp()`;

export const postgresClaims = (db: Db): ClaimTable => ({
  async create(schema) {
    await sql`
      create unlogged table claims (
        workspace_id text collate "C" not null,
        name text collate "C" not null,
        holder uuid not null,
        ends_at timestamptz not null,
        constraint claims_pk primary key (workspace_id, name)
      )`.execute(schema);
  },
  async take(workspaceId, name, forMs) {
    const holder = randomUUID();
    const { numAffectedRows } = await sql`
      insert into claims (workspace_id, name, holder, ends_at)
      values (${workspaceId}, ${name}, ${holder}, ${now} + ${forMs} * interval '1 millisecond')
      on conflict (workspace_id, name) do update set holder = excluded.holder, ends_at = excluded.ends_at
      where claims.ends_at <= ${now}`.execute(db);
    if (numAffectedRows !== 1n) return undefined;
    return {
      async release() {
        await sql`
          delete from claims
          where workspace_id = ${workspaceId} and name = ${name} and holder = ${holder}`.execute(db);
      },
    };
  },
});
