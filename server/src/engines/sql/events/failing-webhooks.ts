// How many webhooks fail, in all workspaces: for the operator, who may not know any of them.

import { sql } from 'kysely';
import type { Db } from '../kernel/tables.ts';

export async function countFailing(db: Db): Promise<{ failing: number; disabled: number }> {
  const { rows } = await sql<{ failing: number | null; disabled: number | null }>`
    select sum(case when is_enabled = 1 and failing_since is not null then 1 else 0 end) as failing,
      sum(case when disabled_reason is not null then 1 else 0 end) as disabled
    from webhooks`.execute(db);
  return { failing: rows[0]?.failing ?? 0, disabled: rows[0]?.disabled ?? 0 };
}
