// What the console shows of a post beyond the API: who changed its status.

import Type, { type Static } from 'typebox';
import type { StatusChange } from '../../domain/catalog/status.ts';
import { presentStatusChange, StatusChangeShape } from '../../shapes/catalog/status-change.ts';
import { ActorShape } from '../../shapes/events/audit-entry.ts';
import { named } from '../../shapes/kernel/common.ts';
import { idParams, operation } from './operation.ts';

/** The newest ones; the API has the others. */
const maxShown = 100;

const PostStatusChangeShape = named('PostStatusChange', {
  ...StatusChangeShape.properties,
  actor: Type.Union([ActorShape, Type.Null()], {
    description: 'Null for an imported change, and for one made before actors were kept.',
  }),
});

const present = (change: StatusChange): Static<typeof PostStatusChangeShape> => {
  const { actorType: type, actorId: id } = change;
  return { ...presentStatusChange(change), actor: type === null || id === null ? null : { type, id } };
};

export const postOperations = {
  statusChanges: operation({
    operationId: 'listPostStatusChanges',
    summary: 'List the last status changes of a post, and who made them',
    params: idParams,
    answer: Type.Object({ statusChanges: Type.Array(PostStatusChangeShape) }),
    async handler({ wirings, caller, params: { id } }) {
      const page = { limit: maxShown, start: { kind: 'page', number: 1 } } as const;
      const { items } = await wirings.live.statusChanges.ofPost(caller, id, { page });
      return { statusChanges: items.map(present) };
    },
  }),
};
