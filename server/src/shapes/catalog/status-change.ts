// Status changes in API responses.

import Type, { type Static } from 'typebox';
import type { StatusChange } from '../../domain/catalog/status.ts';
import { toIso } from '../../domain/kernel/clock.ts';
import { dateTime, identifier, named, nullable } from '../kernel/common.ts';

export const StatusChangeShape = named(
  'StatusChange',
  {
    id: identifier('schg'),
    postId: identifier('post'),
    fromStatusId: nullable<string>('string', {
      description: 'The status may have been deleted since.',
    }),
    toStatusId: Type.String({ description: 'The status may have been deleted since.' }),
    comment: nullable<string>('string', {
      description: 'The `statusComment` of the update that moved the post.',
    }),
    isPublic: Type.Boolean({
      description: 'The post was public then: visitors read the newest comment, if that one is public.',
    }),
    createdAt: dateTime(),
  },
  { description: 'A status change of a post.' },
);

export const presentStatusChange = (change: StatusChange): Static<typeof StatusChangeShape> => ({
  id: change.id,
  postId: change.postId,
  fromStatusId: change.fromStatusId,
  toStatusId: change.toStatusId,
  comment: change.comment,
  isPublic: change.isPublic,
  createdAt: toIso(change.createdAt),
});

export const statusChangeExample = {
  id: 'schg_01jz3k8n5yegs9t2w6qv4m7r8c',
  postId: 'post_01jz3k8n5yegs9t2w6qv4m7r8c',
  fromStatusId: 'stat_01jz3k8n5ye0h8n2w6qv4m7r8c',
  toStatusId: 'stat_01jz3k8n5yegs9t2w6qv4m7r8c',
  comment: 'Next quarter.',
  isPublic: false,
  createdAt: '2026-01-31T09:15:02.123Z',
};
