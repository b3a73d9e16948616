// Counts over time. Each day is one range of an index that holds all the question needs, so that a day without
// anything costs nothing; a few days at a time, with room for others in between.

import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '../../domain/clock.ts';
import type { CountedThing, InsightReader } from '../../ports/console-store.ts';
import type { Db } from './tables.ts';

const dayMs = 86_400_000;
const daysAtOnce = 10;

/** Public comments have an index of their own, in which `is_private` comes first. */
const narrowed: Record<CountedThing, RawBuilder<unknown>> = {
  posts: sql``,
  votes: sql``,
  comments: sql`and is_private = 0`,
};

export const insightReader = (db: Db): InsightReader => ({
  async countsByDay(workspaceId, thing, from, days) {
    const counts: number[] = [];
    for (let first = 0; first < days; first += daysAtOnce) {
      if (first > 0) await setImmediate();
      const starts = Array.from(
        { length: Math.min(daysAtOnce, days - first) },
        (_, index): Instant => from + (first + index) * dayMs,
      );
      const countOf = (start: Instant, index: number) => sql`
        (select count(*) from ${sql.table(thing)} where workspace_id = ${workspaceId} ${narrowed[thing]}
         and created_at >= ${start} and created_at < ${start + dayMs}) as ${sql.ref(`day${index}`)}`;
      const { rows } = await sql<Record<string, number>>`select ${sql.join(starts.map(countOf))}`.execute(db);
      counts.push(...starts.map((_, index) => Number(rows[0]?.[`day${index}`] ?? 0)));
    }
    return counts;
  },
  async movers(workspaceId, since, most) {
    const rows = await db
      .selectFrom('votes')
      .select(({ fn }) => ['post_id as postId', fn.countAll<number>().as('votes')])
      .where('workspace_id', '=', workspaceId)
      .where('created_at', '>=', since)
      .groupBy('post_id')
      .orderBy('votes', 'desc')
      .orderBy('post_id', 'desc')
      .limit(most)
      .execute();
    return rows.map(({ postId, votes }) => ({ postId, votes: Number(votes) }));
  },
});
