// Counts over time. Each day is one range of a covering index, so that empty days cost nothing. Each statement reads
// a limited number of rows, however busy a day was, and yields to the event loop before the next one.

import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '../../../domain/kernel/clock.ts';
import type { CountedThing, InsightReader } from '../../../ports/team/console-store.ts';
import type { Db } from '../kernel/tables.ts';

const dayMs = 86_400_000;
const daysAtOnce = 10;
/** The maximum JavaScript date. */
const never: Instant = 8_640_000_000_000_000;

/** The maximum number of rows per statement: grouping a row costs twenty times as much as counting it. */
const usualSteps = { counted: 100_000, grouped: 5_000 };

/** Public comments have their own index, which starts with `is_private`. */
const narrowed: Record<CountedThing, RawBuilder<unknown>> = {
  posts: sql``,
  votes: sql``,
  comments: sql`and is_private = 0`,
};

interface Span {
  from: Instant;
  /** Exclusive. */
  until: Instant;
}

export function insightReader(db: Db, steps = usualSteps): InsightReader {
  const within = (workspaceId: string, thing: CountedThing, { from, until }: Span) => sql`
    from ${sql.table(thing)} where workspace_id = ${workspaceId} ${narrowed[thing]}
    and created_at >= ${from} and created_at < ${until}`;

  /**
   * Splits a span into parts of at most `max` rows. Rows with the same timestamp stay together, even if there are
   * more.
   */
  async function* spansOf(workspaceId: string, thing: CountedThing, span: Span, max: number) {
    let { from } = span;
    while (from < span.until) {
      await setImmediate();
      const { rows } = await sql<{ at: number }>`
        select created_at as at ${within(workspaceId, thing, { from, until: span.until })}
        order by created_at limit 1 offset ${max}`.execute(db);
      const [next] = rows;
      const until = next === undefined ? span.until : Math.max(Number(next.at), from + 1);
      yield { from, until };
      from = until;
    }
  }

  const countIn = async (workspaceId: string, thing: CountedThing, span: Span): Promise<number> => {
    let count = 0;
    for await (const part of spansOf(workspaceId, thing, span, steps.counted)) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count ${within(workspaceId, thing, part)}`.execute(db);
      count += Number(rows[0]?.count ?? 0);
    }
    return count;
  };

  return {
    async countsByDay(workspaceId, thing, from, days) {
      const counts: number[] = [];
      const enough = Math.floor(steps.counted / daysAtOnce);
      for (let first = 0; first < days; first += daysAtOnce) {
        if (first > 0) await setImmediate();
        const spans = Array.from({ length: Math.min(daysAtOnce, days - first) }, (_, index): Span => {
          const start = from + (first + index) * dayMs;
          return { from: start, until: start + dayMs };
        });
        const countOf = (span: Span, index: number) => sql`
          (select count(*) from (select 1 ${within(workspaceId, thing, span)} limit ${enough}) as few)
          as ${sql.ref(`day${index}`)}`;
        const { rows } = await sql<Record<string, number>>`select ${sql.join(spans.map(countOf))}`.execute(
          db,
        );
        for (const [index, span] of spans.entries()) {
          const count = Number(rows[0]?.[`day${index}`] ?? 0);
          counts.push(count < enough ? count : await countIn(workspaceId, thing, span));
        }
      }
      return counts;
    },

    async movers(workspaceId, since, max) {
      const votesOf = new Map<string, number>();
      const span = { from: since, until: never };
      for await (const part of spansOf(workspaceId, 'votes', span, steps.grouped)) {
        const { rows } = await sql<{ postId: string; votes: number }>`
          select post_id as "postId", count(*) as votes ${within(workspaceId, 'votes', part)}
          group by post_id`.execute(db);
        for (const { postId, votes } of rows) votesOf.set(postId, (votesOf.get(postId) ?? 0) + Number(votes));
      }
      return topVoted(votesOf, max);
    },
  };
}

/** A single pass, because sorting all posts would take longer than counting. */
function topVoted(votesOf: ReadonlyMap<string, number>, max: number): { postId: string; votes: number }[] {
  const top: { postId: string; votes: number }[] = [];
  for (const [postId, votes] of votesOf) {
    const last = top.at(-1);
    if (top.length === max && last !== undefined && !isAhead({ postId, votes }, last)) continue;
    const place = top.findIndex((other) => isAhead({ postId, votes }, other));
    top.splice(place === -1 ? top.length : place, 0, { postId, votes });
    top.length = Math.min(top.length, max);
  }
  return top;
}

const isAhead = (
  one: { postId: string; votes: number },
  other: { postId: string; votes: number },
): boolean => (one.votes === other.votes ? one.postId > other.postId : one.votes > other.votes);
