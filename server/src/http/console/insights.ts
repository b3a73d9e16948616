// Feedback and API usage over time.

import Type from 'typebox';
import { type InsightDays, insightDays } from '../../app/team/insights.ts';
import type { Ordered } from '../../domain/catalog/ordered.ts';
import { toIso } from '../../domain/kernel/clock.ts';
import { named } from '../../shapes/kernel/common.ts';
import { operation } from './operation.ts';

const requestCounts = { requests: Type.Integer(), errors: Type.Integer(), limited: Type.Integer() };

const PostCount = named('PostCount', {
  id: Type.String(),
  name: Type.String(),
  color: Type.String(),
  count: Type.Integer(),
});

const InsightsShape = named('Insights', {
  days: Type.Array(
    Type.Object({
      date: Type.String({ description: 'A day in UTC: `2026-01-31`.' }),
      posts: Type.Integer(),
      votes: Type.Integer(),
      comments: Type.Integer(),
      ...requestCounts,
    }),
  ),
  byStatus: Type.Array(PostCount),
  byType: Type.Array(PostCount),
  movers: Type.Array(
    Type.Object({
      post: Type.Object({ id: Type.String(), title: Type.String(), votesCount: Type.Integer() }),
      votes7d: Type.Integer(),
    }),
  ),
  byKey: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), ...requestCounts })),
});

const defaultDays = 30;

const presentCount = ({ id, name, color, postsCount: count }: Ordered) => ({ id, name, color, count });

export const insightOperations = {
  read: operation({
    operationId: 'getInsights',
    summary: 'Get insights',
    query: Type.Object({
      days: Type.Optional(Type.Unsafe<InsightDays>({ type: 'integer', enum: [...insightDays] })),
    }),
    answer: InsightsShape,
    async handler({ console, caller, query }) {
      const insights = await console.insights.of(caller, query.days ?? defaultDays);
      const { days, byStatus, byType, movers, byKey } = insights;
      return {
        days: days.map(({ dayAt, ...counts }) => ({ date: toIso(dayAt).slice(0, 10), ...counts })),
        byStatus: byStatus.map(presentCount),
        byType: byType.map(presentCount),
        movers: movers.map(({ post: { id, title, votesCount }, votes7d }) => ({
          post: { id, title, votesCount },
          votes7d,
        })),
        byKey,
      };
    },
  }),
};
