// Claims that every process at the database sees. A process at work renews its claims, so that they can be short and
// end soon after it. The table is unlogged: a claim costs no wait for the disk, and after a crash of the server, which
// ends all work under way, it is empty as it should be.

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ClaimTable } from '../kernel/dialect.ts';
import type { Db } from '../kernel/tables.ts';

/** The server's clock judges, so that processes whose clocks differ agree. */
const now = sql`clock_timestamp()`;

/** Renewed so often while it lasts that one renewal may fail. */
const renewalsInTime = 3;

const end = (forMs: number) => sql`${now} + ${forMs} * interval '1 millisecond'`;

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
      values (${workspaceId}, ${name}, ${holder}, ${end(forMs)})
      on conflict (workspace_id, name) do update set holder = excluded.holder, ends_at = excluded.ends_at
      where claims.ends_at <= ${now}`.execute(db);
    if (numAffectedRows !== 1n) return undefined;
    const isOurs = sql`workspace_id = ${workspaceId} and name = ${name} and holder = ${holder}`;
    const renew = async () => {
      await sql`update claims set ends_at = ${end(forMs)} where ${isOurs}`.execute(db);
    };
    // While the server is away nothing can be renewed; should another take the claim then, its receipt decides.
    const renewing = setInterval(() => renew().catch(() => undefined), forMs / renewalsInTime);
    renewing.unref();
    return {
      async release() {
        clearInterval(renewing);
        await sql`delete from claims where ${isOurs}`.execute(db);
      },
    };
  },
});
