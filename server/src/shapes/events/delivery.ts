// Deliveries and their attempts in API responses.

import Type, { type Static } from 'typebox';
import { type Attempt, type Delivery, deliveryStates } from '../../domain/events/delivery.ts';
import type { FeedEntry } from '../../domain/events/ledger.ts';
import { isoOrNull, toIso } from '../../domain/kernel/clock.ts';
import { dateTime, identifier, named, nullable, oneOf } from '../kernel/common.ts';
import { presentEvent } from './event.ts';

export const DeliveryShape = named(
  'Delivery',
  {
    id: identifier('evt', { description: "The event's ID, sent as `webhook-id`." }),
    sequence: Type.Integer(),
    type: Type.String(),
    state: oneOf(deliveryStates),
    attempts: Type.Integer(),
    lastStatus: nullable<number>('integer', { description: 'Of the last answer; null if there was none.' }),
    nextAttemptAt: nullable<string>('string', {
      format: 'date-time',
      description: 'Null if there is none, or one is under way.',
    }),
    createdAt: dateTime(),
    finishedAt: nullable<string>('string', { format: 'date-time' }),
  },
  { description: 'An event on its way to a webhook.' },
);

const AttemptShape = Type.Object(
  {
    at: dateTime(),
    durationMs: Type.Integer(),
    status: nullable<number>('integer'),
    error: nullable<string>('string', { description: 'Why there was no answer.' }),
    answer: Type.String({ description: 'The first 4 KB.' }),
  },
  { title: 'DeliveryAttempt' },
);

export const DeliveryDetailShape = Type.Unsafe<object>({
  $id: 'DeliveryDetail',
  title: 'DeliveryDetail',
  allOf: [
    Type.Ref('Delivery'),
    Type.Object({
      log: Type.Array(AttemptShape, { description: 'The last 50 attempts, oldest first.' }),
      event: Type.Unsafe<object | null>({ anyOf: [Type.Ref('WorkspaceEvent'), { type: 'null' }] }),
    }),
  ],
});

export const presentDelivery = (delivery: Delivery): Static<typeof DeliveryShape> => ({
  id: delivery.eventId,
  sequence: delivery.sequence,
  type: delivery.type,
  state: delivery.state,
  attempts: delivery.attempts,
  lastStatus: delivery.lastStatus,
  nextAttemptAt: delivery.isUnderway ? null : isoOrNull(delivery.nextAttemptAt),
  createdAt: toIso(delivery.createdAt),
  finishedAt: isoOrNull(delivery.finishedAt),
});

type StoredEvent = FeedEntry & { payload: string };

export const presentDeliveryDetail = (
  delivery: Delivery & { log: Attempt[]; event: StoredEvent | undefined },
): object => ({
  ...presentDelivery(delivery),
  log: delivery.log.map(({ at, ...attempt }) => ({ at: toIso(at), ...attempt })),
  event: delivery.event === undefined ? null : presentEvent(delivery.event),
});

export const deliveryExample = {
  id: 'evt_01jz3k8n5yegs9t2w6qv4m7r8c',
  sequence: 42,
  type: 'post.created',
  state: 'succeeded',
  attempts: 1,
  lastStatus: 200,
  nextAttemptAt: null,
  createdAt: '2026-01-31T09:15:02.123Z',
  finishedAt: '2026-01-31T09:15:02.456Z',
};

export const pendingDeliveryExample = {
  ...deliveryExample,
  state: 'pending',
  attempts: 0,
  lastStatus: null,
  finishedAt: null,
};

export const attemptExample = {
  at: '2026-01-31T09:15:02.223Z',
  durationMs: 87,
  status: 200,
  error: null,
  answer: 'ok',
};
