// Comments of the whole workspace; those of a post are at `posts.comments`.

import type { Filters } from '../../generated/lists.ts';
import { acting, editing, listing, reading } from '../../operations.ts';
import type { Send } from '../../transport.ts';

export type CommentFilters = Filters['listAllComments'];

export const comments = (send: Send) => ({
  list: listing(send, 'listAllComments'),
  get: reading(send, 'getComment'),
  update: editing(send, 'updateComment'),
  /** Deletes a comment; one that has replies leaves an empty placeholder. */
  delete: acting(send, 'deleteComment'),
});

export type Comments = ReturnType<typeof comments>;
