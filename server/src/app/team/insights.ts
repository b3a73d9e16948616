// Activity of a workspace: counts per day, posts by status and type, posts that gain votes, requests per key.

import { LRUCache } from 'lru-cache';
import type { Ordered } from '../../domain/catalog/ordered.ts';
import type { Post } from '../../domain/feedback/post.ts';
import type { Instant } from '../../domain/kernel/clock.ts';
import type { RequestCounts } from '../../domain/team/request-record.ts';
import { type CountedThing, countedThings } from '../../ports/team/console-store.ts';
import type { Caller } from '../kernel/change.ts';
import type { TeamDeps } from './team-deps.ts';

export const insightDays = [7, 30, 90] as const;
export type InsightDays = (typeof insightDays)[number];

export interface DayInsight extends RequestCounts, Record<CountedThing, number> {
  /** Midnight, UTC. */
  dayAt: Instant;
}

export interface Insight {
  days: DayInsight[];
  byStatus: Ordered[];
  byType: Ordered[];
  movers: { post: Post; votes7d: number }[];
  byKey: ({ id: string; name: string } & RequestCounts)[];
}

export interface Insights {
  of(caller: Caller, days: InsightDays): Promise<Insight>;
}

const dayMs = 86_400_000;
const maxMovers = 10;
/** Cache entries, one per workspace and time range. */
const maxCached = 100;

type Feedback = Pick<Insight, 'byStatus' | 'byType' | 'movers'> & {
  counts: Record<CountedThing, number[]>;
};

export function insights({ store, clock }: TeamDeps): Insights {
  /** Cached per revision and hour, since it depends on nothing else. */
  const cache = new LRUCache<string, { state: string; feedback: Promise<Feedback> }>({ max: maxCached });

  const readFeedback = async (workspaceId: string, from: Instant, days: number): Promise<Feedback> => {
    const { read } = store;
    const counts = { posts: [], votes: [], comments: [] } as Record<CountedThing, number[]>;
    for (const thing of countedThings)
      counts[thing] = await read.insights.countsByDay(workspaceId, thing, from, days);
    const gained = await read.insights.movers(workspaceId, clock.now() - 7 * dayMs, maxMovers);
    const posts = await read.posts.postsOf(
      workspaceId,
      gained.map(({ postId }) => postId),
    );
    const movers = gained.flatMap(({ postId, votes: votes7d }) => {
      const post = posts.get(postId);
      return post === undefined ? [] : [{ post, votes7d }];
    });
    return {
      counts,
      movers,
      byStatus: await read.statuses.list(workspaceId),
      byType: await read.postTypes.list(workspaceId),
    };
  };

  const feedbackOf = async (workspaceId: string, from: Instant, days: number): Promise<Feedback> => {
    const key = `${workspaceId} ${days}`;
    // Votes drop out of the last seven days over time, even without changes.
    const state = `${await store.read.workspaces.revision(workspaceId)} ${Math.floor(clock.now() / 3_600_000)}`;
    const cached = cache.get(key);
    if (cached?.state === state) return cached.feedback;
    const feedback = readFeedback(workspaceId, from, days);
    cache.set(key, { state, feedback });
    feedback.catch(() => cache.delete(key));
    return feedback;
  };

  return {
    async of({ workspaceId }, days) {
      const today = clock.now() - (clock.now() % dayMs);
      const from = today - (days - 1) * dayMs;
      const { counts, ...feedback } = await feedbackOf(workspaceId, from, days);
      const ofDays = Array.from(
        { length: days },
        (_, index): DayInsight => ({
          dayAt: from + index * dayMs,
          posts: counts.posts[index] ?? 0,
          votes: counts.votes[index] ?? 0,
          comments: counts.comments[index] ?? 0,
          requests: 0,
          errors: 0,
          limited: 0,
        }),
      );
      const keys = await store.read.apiKeys.list(workspaceId);
      const byKey = new Map(
        keys.map(({ id, name }) => [id, { id, name, requests: 0, errors: 0, limited: 0 }]),
      );
      for (const { keyId, dayAt, ...counted } of await store.read.requests.dailyCounts(workspaceId, from)) {
        add(ofDays[(dayAt - from) / dayMs], counted);
        add(byKey.get(keyId), counted);
      }
      const used = [...byKey.values()].filter(({ requests }) => requests > 0);
      return { ...feedback, days: ofDays, byKey: used.sort((one, other) => other.requests - one.requests) };
    },
  };
}

function add(to: RequestCounts | undefined, { requests, errors, limited }: RequestCounts): void {
  if (to === undefined) return;
  to.requests += requests;
  to.errors += errors;
  to.limited += limited;
}
