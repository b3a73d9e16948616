// Events in the feed. The schemas are made from the catalog: one for each kind of object, told apart by `type`.

import Type, { type TSchema } from 'typebox';
import { type EventKind, eventKinds, typesOfKind } from '../../domain/events/event.ts';
import type { FeedEntry } from '../../domain/events/ledger.ts';
import { toIso } from '../../domain/kernel/clock.ts';
import { voteExample } from '../feedback/vote.ts';
import { dateTime, identifier, named, nullable, oneOf } from '../kernel/common.ts';
import { ImportResultShape } from '../porting/import.ts';
import { ActorShape } from './audit-entry.ts';

/** The schema of the object in an event. */
const objectShapes: Record<EventKind, string> = {
  post: 'PostDetail',
  comment: 'FeedbackComment',
  vote: 'Vote',
  submission: 'Submission',
  changelog: 'Changelog',
  user: 'User',
  import: 'ImportResult',
  site: 'Site',
  webhook: 'Webhook',
};

const EventBase = named('EventBase', {
  id: identifier('evt'),
  sequence: Type.Integer({
    description:
      'The number of the change in the workspace, in commit order. Send it as `after` to continue.',
  }),
  createdAt: dateTime(),
  actor: ActorShape,
  requestId: nullable<string>('string', { description: 'The request that made the change.' }),
});

const FieldChangeShape = Type.Object(
  { field: Type.String(), from: Type.Unknown(), to: Type.Unknown() },
  { title: 'FieldChange' },
);

const ThresholdShape = Type.Object(
  { metric: Type.String(), atLeast: Type.Integer() },
  { title: 'Threshold', description: 'Only for `post.threshold_reached`.' },
);

/** The name of the schema of events about this kind of object. */
export const eventName = (kind: EventKind): string => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Event`;

const eventOf = (kind: EventKind) =>
  Type.Unsafe<object>({
    $id: eventName(kind),
    title: eventName(kind),
    allOf: [
      Type.Ref('EventBase'),
      Type.Object({
        type: oneOf(typesOfKind(kind)),
        data: Type.Object({
          object: Type.Ref(objectShapes[kind]),
          changes: Type.Optional(Type.Array(FieldChangeShape)),
          ...(kind === 'post' && { threshold: Type.Optional(ThresholdShape) }),
        }),
      }),
    ],
  });

const WorkspaceEventShape = Type.Unsafe<object>({
  $id: 'WorkspaceEvent',
  title: 'WorkspaceEvent',
  description:
    'One change. `data.object` is the object right after it, or right before it was deleted; updates list `changes`.',
  oneOf: eventKinds.map((kind) => Type.Ref(eventName(kind))),
});

const EventPageShape = named('EventPage', {
  events: Type.Array(Type.Ref('WorkspaceEvent')),
  next: Type.Integer({ description: 'Send it as `after` to continue, also if there are no events.' }),
  hasMore: Type.Boolean({ description: 'Whether to ask again immediately.' }),
});

export const eventShapes: readonly TSchema[] = [
  EventBase,
  ImportResultShape,
  ...eventKinds.map(eventOf),
  WorkspaceEventShape,
  EventPageShape,
];

type StoredEvent = Pick<FeedEntry, 'id' | 'sequence' | 'type' | 'createdAt' | 'actor' | 'requestId'> & {
  /** Serialized JSON. */
  payload: string;
};

export const presentEvent = (event: StoredEvent): object => ({
  id: event.id,
  sequence: event.sequence,
  type: event.type,
  createdAt: toIso(event.createdAt),
  data: JSON.parse(event.payload),
  actor: event.actor,
  requestId: event.requestId,
});

export const eventPageExample = {
  events: [
    {
      id: 'evt_01jz3k8n5yegs9t2w6qv4m7r8c',
      sequence: 42,
      type: 'vote.created',
      createdAt: '2026-01-31T09:15:02.123Z',
      data: { object: voteExample },
      actor: { type: 'key', id: 'key_01jz3k8n5yegs9t2w6qv4m7r8c' },
      requestId: 'req_01jz3k8n5yegs9t2w6qv4m7r8c',
    },
  ],
  next: 42,
  hasMore: false,
};
