// The post types of a workspace, in their order.

import { type Call, callOf, mapCall } from '../../answer.ts';
import { creating, editing, listing, reading } from '../../operations.ts';
import type { WriteOptions } from '../../options.ts';
import type { Send } from '../../transport.ts';
import type { PostType } from '../../types.ts';
import { handingOver } from './handing-over.ts';

export const postTypes = (send: Send) => ({
  /** In their own order. */
  list: listing(send, 'listPostTypes'),
  get: reading(send, 'getPostType'),
  create: creating(send, 'createPostType'),
  update: editing(send, 'updatePostType'),
  /** Deletes a post type; one that posts have needs `moveTo`. */
  delete: handingOver(send, 'deletePostType'),
  /** Takes the ids of all of them, in the new order. */
  reorder: (ids: readonly string[], options?: WriteOptions): Call<PostType[]> =>
    mapCall(callOf(send('reorderPostTypes', { body: { ids: [...ids] } }, options)), (data) => data.postTypes),
});

export type PostTypes = ReturnType<typeof postTypes>;
