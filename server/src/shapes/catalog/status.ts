// Statuses in API requests and responses.

import Type, { type Static } from 'typebox';
import { type Status, statusCategories } from '../../domain/catalog/status.ts';
import { absentBefore, named, oneOf } from '../kernel/common.ts';
import { editFields, nameField, orderedFields, presentOrdered } from './ordered.ts';

const category = oneOf(statusCategories, { description: 'The meaning of the status for programs.' });
const nextStatusIds = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: { type: 'string' },
  description: 'The statuses a post may move to from this one. Null allows any, an empty list none.',
});
const notifyFollowers =
  'Whether followers are told by mail when a public post gets this status and the request has no `notify`.';
const notifyFollowersIn = Type.Optional(Type.Boolean({ default: false, description: notifyFollowers }));

export const StatusShape = named(
  'Status',
  {
    ...orderedFields('stat', 'status'),
    category,
    nextStatusIds,
    notifyFollowers: Type.Optional(Type.Boolean({ description: `${notifyFollowers} ${absentBefore}` })),
  },
  { description: 'A stage that a post moves through.' },
);

export const StatusIn = named(
  'StatusIn',
  {
    name: nameField,
    category,
    nextStatusIds: Type.Optional(nextStatusIds),
    notifyFollowers: notifyFollowersIn,
    ...editFields,
  },
  { examples: [{ name: 'In beta', category: 'active', color: '#0ea5e9', position: 4 }] },
);

export const StatusPatchIn = named(
  'StatusPatchIn',
  {
    name: Type.Optional(nameField),
    category: Type.Optional(category),
    nextStatusIds: Type.Optional(nextStatusIds),
    notifyFollowers: Type.Optional(Type.Boolean({ description: notifyFollowers })),
    ...editFields,
  },
  { examples: [{ nextStatusIds: ['stat_01jz3k8n5ye0h8n2w6qv4m7r8c'], notifyFollowers: true }] },
);

export const presentStatus = (status: Status): Static<typeof StatusShape> => ({
  ...presentOrdered(status),
  category: status.category,
  nextStatusIds: status.nextStatusIds,
  notifyFollowers: status.notifyFollowers,
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
  notifyFollowers: true,
  postsCount: 7,
  createdAt: '2026-01-31T09:15:02.123Z',
};
