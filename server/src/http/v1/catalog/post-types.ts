// The operations on post types.

import type { PostType } from '../../../domain/catalog/post-type.ts';
import {
  PostTypeIn,
  PostTypePatchIn,
  postTypeExample,
  presentPostType,
} from '../../../shapes/catalog/post-type.ts';
import { instant } from '../../input/filters.ts';
import { list } from '../kernel/list.ts';
import { type OrderedResource, orderedList, orderedOperations } from './ordered.ts';

const postTypes = {
  tag: 'Post types',
  noun: 'post type',
  nouns: 'post types',
  names: { one: 'PostType', many: 'PostTypes' },
  plural: 'postTypes',
  prefix: 'type',
  shape: 'PostType',
  example: postTypeExample,
  draft: PostTypeIn,
  patch: PostTypePatchIn,
  thingsOf: (wiring) => wiring.postTypes,
  present: presentPostType,
} satisfies OrderedResource<PostType, typeof PostTypeIn, typeof PostTypePatchIn>;

const listPostTypes = list({
  ...orderedList(postTypes),
  filters: { updatedSince: instant('updatedSince') },
  filterExamples: ['updatedSince:2026-01-31T09:15:02.123Z'],
  read: ({ wiring, caller }, { filters, page }) => wiring.postTypes.page(caller, { ...filters, page }),
});

export const postTypeOperations = { list: listPostTypes, ...orderedOperations(postTypes) };
