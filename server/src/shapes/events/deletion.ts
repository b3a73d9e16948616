// Deletions in API responses.

import Type, { type Static } from 'typebox';
import { type Deletion, deletedKinds } from '../../domain/events/ledger.ts';
import { toIso } from '../../domain/kernel/clock.ts';
import { dateTime, identifier, named, oneOf } from '../kernel/common.ts';

export const DeletionShape = named(
  'Deletion',
  {
    id: Type.String({
      description: 'The ID of the deleted object; for a vote, `postId:userId`.',
      examples: ['cmt_01jz3k8n5yegs9t2w6qv4m7r8c'],
    }),
    kind: oneOf(deletedKinds),
    deletedAt: dateTime(),
    postId: Type.Optional(identifier('post', { description: 'For a comment or a vote.' })),
    userId: Type.Optional(identifier('user', { description: 'For a vote.' })),
  },
  { description: 'A deleted object and when it was deleted.' },
);

export const presentDeletion = ({
  id,
  kind,
  deletedAt,
  postId,
  userId,
}: Deletion): Static<typeof DeletionShape> => ({
  id,
  kind,
  deletedAt: toIso(deletedAt),
  ...(postId !== null && { postId }),
  ...(userId !== null && { userId }),
});

export const deletionExample = {
  id: 'cmt_01jz3k8n5yegs9t2w6qv4m7r8c',
  kind: 'comment',
  deletedAt: '2026-01-31T09:15:02.123Z',
  postId: 'post_01jz3k8n5yegs9t2w6qv4m7r8c',
};
