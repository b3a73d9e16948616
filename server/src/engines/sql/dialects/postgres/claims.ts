// Claims visible to every process on the database. Holders renew their claims, so a claim is short and expires soon
// after its process dies. The table is unlogged: claims need no disk sync, and after a server crash, which ends all
// running work, it is empty.

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ClaimTable } from '../../kernel/dialect.ts';
import type { Db } from '../../kernel/tables.ts';

/** The server's clock, since clocks of processes differ. */
const now = sql`clock_timestamp()`;

/** Renewals per claim duration: one may fail. */
const renewalsPerClaim = 3;

const endsIn = (forMs: number) => sql`${now} + ${forMs} * interval '1 millisecond'`;

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
      values (${workspaceId}, ${name}, ${holder}, ${endsIn(forMs)})
      on conflict (workspace_id, name) do update set holder = excluded.holder, ends_at = excluded.ends_at
      where claims.ends_at <= ${now}`.execute(db);
    if (numAffectedRows !== 1n) return undefined;
    const isOurs = sql`workspace_id = ${workspaceId} and name = ${name} and holder = ${holder}`;
    const renew = async () => {
      await sql`update claims set ends_at = ${endsIn(forMs)} where ${isOurs}`.execute(db);
    };
    // Renewal fails while the server is down. If another process takes the claim then, the idempotency record
    // decides.
    const renewing = setInterval(() => renew().catch(() => undefined), forMs / renewalsPerClaim);
    renewing.unref();
    return {
      async release() {
        clearInterval(renewing);
        await sql`delete from claims where ${isOurs}`.execute(db);
      },
    };
  },
});
