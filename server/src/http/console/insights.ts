// Figures over time.

import { insightDays } from '../../app/team/insights.ts';
import { toIso } from '../../domain/clock.ts';
import { badField } from '../../domain/failure.ts';
import type { Ordered } from '../../domain/ordered.ts';
import { type Query, readText } from '../vocabulary.ts';
import type { ConsoleApiOptions, ConsoleOperation } from './operation.ts';

const byDefault = 30;

const presentCount = ({ id, name, color, postsCount: count }: Ordered) => ({ id, name, color, count });

export const insightOperations = ({ console: { insights } }: ConsoleApiOptions) =>
  ({
    read: {
      async handler(request) {
        const asked = Number(readText((request.query as Query).days) ?? byDefault);
        const span = insightDays.find((known) => known === asked);
        if (span === undefined) throw badField('days', `must be one of ${insightDays.join(', ')}.`);
        const { days, byStatus, byType, movers, byKey } = await insights.of(request.caller, span);
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
    },
  }) satisfies Record<string, ConsoleOperation>;
