// What the console shows of a post beyond the API: what became of it, and who did it.

import Type, { type Static } from 'typebox';
import type { HistoryEvent } from '../../app/team/post-history.ts';
import { toIso } from '../../domain/kernel/clock.ts';
import { ActorShape } from '../../shapes/events/audit-entry.ts';
import { dateTime, named, nullable, oneOf } from '../../shapes/kernel/common.ts';
import { idParams, operation } from './operation.ts';

const kinds = ['status', 'owner', 'published', 'unpublished', 'merged', 'shipped', 'votes'] as const;

const HistoryEventShape = named('PostHistoryEvent', {
  kind: oneOf(kinds),
  at: dateTime(),
  actor: Type.Union([ActorShape, Type.Null()], {
    description:
      'Null for an imported change, for one made before actors were kept, and for what no one did.',
  }),
  fromId: nullable<string>('string', { description: 'The status or the owner before.' }),
  toId: nullable<string>('string', { description: 'The status or the owner since then.' }),
  reason: nullable<string>('string', { description: 'Of a change of status.' }),
  subject: Type.Union([Type.Object({ id: Type.String(), title: Type.String() }), Type.Null()], {
    description: 'The post that was merged into this one, or the changelog entry that ships it.',
  }),
  count: nullable<number>('integer', { description: 'The number of votes that was reached.' }),
});

const nothing = { fromId: null, toId: null, reason: null, subject: null, count: null };

const present = ({ at, ...event }: HistoryEvent): Static<typeof HistoryEventShape> => ({
  ...nothing,
  ...event,
  at: toIso(at),
});

export const postOperations = {
  history: operation({
    operationId: 'getPostHistory',
    summary: 'Read what became of a post, oldest first',
    params: idParams,
    answer: Type.Object({ events: Type.Array(HistoryEventShape) }),
    async handler({ console, caller, params: { id } }) {
      return { events: (await console.postHistory.of(caller, id)).map(present) };
    },
  }),
};
