// The use cases for post types.

import type { OrderedQuery } from '../../domain/catalog/ordered.ts';
import type { PostType } from '../../domain/catalog/post-type.ts';
import type { Deps } from '../kernel/change.ts';
import { type OrderedEdit, type OrderedThings, orderedThings } from './ordered.ts';

export type PostTypePatch = OrderedEdit;
export type PostTypeDraft = PostTypePatch & { name: string };
export type PostTypes = OrderedThings<PostType, PostTypeDraft, PostTypePatch, OrderedQuery>;

export const postTypes = (deps: Deps): PostTypes =>
  orderedThings(deps, {
    kind: 'postType',
    noun: 'post type',
    field: 'postTypeId',
    readerOf: (read) => read.postTypes,
    writerOf: (write) => write.postTypes,
    ownFields: async () => ({}),
    forget: async () => {},
  });
