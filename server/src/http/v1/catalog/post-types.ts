// The operations on post types.

import { PostTypeIn, PostTypePatchIn, postTypeExample, presentPostType } from '../../../shapes/post-type.ts';
import { orderedOperations } from './ordered.ts';

export const postTypeOperations = orderedOperations({
  tag: 'Post types',
  noun: 'post type',
  nouns: 'post types',
  names: { one: 'PostType', many: 'PostTypes' },
  plural: 'postTypes',
  prefix: 'type',
  shape: 'PostType',
  draftShape: PostTypeIn,
  patchShape: PostTypePatchIn,
  example: postTypeExample,
  thingsOf: ({ wiring }) => wiring.postTypes,
  present: presentPostType,
  filters: {
    description: 'Semicolon-separated `key:value` pairs. Keys: `updatedSince` (ISO 8601).',
    example: 'updatedSince:2026-01-31T09:15:02.123Z',
  },
  readOwnFilters: () => ({}),
});
