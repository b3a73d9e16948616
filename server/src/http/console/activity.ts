// The audit log by requests and jobs.

import Type from 'typebox';
import type { Activity } from '../../app/events/activity.ts';
import { ledgerTypes } from '../../domain/events/ledger.ts';
import { toIso } from '../../domain/kernel/clock.ts';
import { ActorShape } from '../../shapes/events/audit-entry.ts';
import { dateTime, named, nullable, oneOf } from '../../shapes/kernel/common.ts';
import { encodeNext, readPage } from '../input/vocabulary.ts';
import { operation } from './operation.ts';

const order = 'activity';

const ActivityShape = named('Activity', {
  requestId: nullable<string>('string', { description: 'The request that made or ordered the changes.' }),
  actor: ActorShape,
  createdAt: dateTime(),
  counts: Type.Array(Type.Object({ action: Type.String(), count: Type.Integer() })),
  isMore: Type.Boolean({ description: 'There are more changes than were counted.' }),
  changes: Type.Array(Type.Object({ id: Type.String(), action: Type.String(), objectId: Type.String() }), {
    description: 'Its newest changes, up to 20.',
  }),
});

const presentActivity = ({ createdAt, ...activity }: Activity) => ({
  ...activity,
  createdAt: toIso(createdAt),
});

export const activityOperations = {
  list: operation({
    operationId: 'listActivity',
    summary: 'List what was changed, by request or job, newest first',
    query: Type.Object({
      actorId: Type.Optional(Type.String({ description: 'The ID of a key or account.' })),
      action: Type.Optional(oneOf(ledgerTypes)),
      objectId: Type.Optional(Type.String()),
      since: Type.Optional(dateTime()),
      limit: Type.Optional(Type.Integer({ description: 'Clamped to 1…100.' })),
      after: Type.Optional(Type.String({ description: 'The `next` of the previous page.' })),
    }),
    answer: Type.Object({ activities: Type.Array(ActivityShape), next: nullable<string>('string') }),
    async handler({ console, caller, query: { actorId, action, objectId, since, limit, after } }) {
      const { items, next } = await console.activity.page(caller, {
        ...(actorId !== undefined && { actorIds: [actorId] }),
        ...(action !== undefined && { actions: [action] }),
        ...(objectId !== undefined && { objectIds: [objectId] }),
        ...(since !== undefined && { updatedSince: Date.parse(since) }),
        page: readPage({ limit: limit?.toString(), after }, order, ['number', 'string']),
      });
      return { activities: items.map(presentActivity), next: encodeNext(order, next) };
    },
  }),
};
