// Post types in API requests and responses.

import Type, { type Static } from 'typebox';
import type { PostType } from '../../domain/catalog/post-type.ts';
import { named } from '../kernel/common.ts';
import { editFields, nameField, orderedFields, presentOrdered } from './ordered.ts';

export const PostTypeShape = named('PostType', orderedFields('type', 'type'), {
  description: 'What kind of feedback a post is.',
});

export const PostTypeIn = named(
  'PostTypeIn',
  { name: nameField, ...editFields },
  { examples: [{ name: 'Integration', color: '#0ea5e9' }] },
);

export const PostTypePatchIn = named(
  'PostTypePatchIn',
  { name: Type.Optional(nameField), ...editFields },
  { examples: [{ isDefault: true }] },
);

export const presentPostType = (postType: PostType): Static<typeof PostTypeShape> => presentOrdered(postType);

export const postTypeExample = {
  id: 'type_01jz3k8n5yegs9t2w6qv4m7r8c',
  name: 'Feature request',
  slug: 'feature-request',
  color: '#3b82f6',
  position: 0,
  isDefault: true,
  postsCount: 42,
  createdAt: '2026-01-31T09:15:02.123Z',
};
