// Statuses as the API shows them.

import Type, { type Static } from 'typebox';
import { toIso } from '../../../domain/clock.ts';
import { type Status, statusCategories } from '../../../domain/status.ts';
import { dateTime, identifier, named, oneOf } from './common.ts';

export const StatusShape = named(
  'Status',
  {
    id: identifier('stat'),
    name: Type.String(),
    slug: Type.String(),
    color: Type.String(),
    category: oneOf(statusCategories),
    position: Type.Integer(),
    isDefault: Type.Boolean({ description: 'The status of a new post that names none.' }),
    nextStatusIds: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string' },
      description: 'Where a post may move from here; null allows any.',
    }),
    postsCount: Type.Integer(),
    createdAt: dateTime(),
  },
  { description: 'Where a post stands.' },
);

export const presentStatus = (status: Status): Static<typeof StatusShape> => ({
  id: status.id,
  name: status.name,
  slug: status.slug,
  color: status.color,
  category: status.category,
  position: status.position,
  isDefault: status.isDefault,
  nextStatusIds: status.nextStatusIds,
  postsCount: status.postsCount,
  createdAt: toIso(status.createdAt),
});

export const statusExample = {
  id: 'stat_01jz3k8n5yegs9t2w6qv4m7r8c',
  name: 'Planned',
  slug: 'planned',
  color: '#3b82f6',
  category: 'unstarted',
  position: 2,
  isDefault: false,
  nextStatusIds: null,
  postsCount: 7,
  createdAt: '2026-01-31T09:15:02.123Z',
};
