// Post types as the API shows them.

import Type, { type Static } from 'typebox';
import { toIso } from '../../../domain/clock.ts';
import type { PostType } from '../../../domain/post-type.ts';
import { dateTime, identifier, named } from './common.ts';

export const PostTypeShape = named(
  'PostType',
  {
    id: identifier('type'),
    name: Type.String(),
    slug: Type.String(),
    color: Type.String(),
    position: Type.Integer(),
    isDefault: Type.Boolean({ description: 'The type of a new post that names none.' }),
    postsCount: Type.Integer(),
    createdAt: dateTime(),
  },
  { description: 'What kind of feedback a post is.' },
);

export const presentPostType = (postType: PostType): Static<typeof PostTypeShape> => ({
  id: postType.id,
  name: postType.name,
  slug: postType.slug,
  color: postType.color,
  position: postType.position,
  isDefault: postType.isDefault,
  postsCount: postType.postsCount,
  createdAt: toIso(postType.createdAt),
});

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
