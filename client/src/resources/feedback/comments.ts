// Comments of the whole workspace; those of a post are at `posts.comments`.

import { type Call, callOf } from '../../answer.ts';
import type { Filters } from '../../generated/lists.ts';
import { acting, editing, listing, reading } from '../../operations.ts';
import type { CallOptions, EditOptions } from '../../options.ts';
import type { Send } from '../../transport.ts';
import type { DataOf, FieldsOf } from '../../types.ts';

export type CommentFilters = Filters['listAllComments'];

export const comments = (send: Send) => ({
  list: listing(send, 'listAllComments'),
  get: reading(send, 'getComment'),
  getByExternalId: (externalId: string, options?: CallOptions): Call<DataOf<'getCommentByExternalId'>> =>
    callOf(send('getCommentByExternalId', { path: { externalId } }, options)),
  /** Creates the comment under your own id, or changes the one that is there. */
  upsert: (
    externalId: string,
    body: FieldsOf<'upsertComment'>,
    options?: EditOptions,
  ): Call<DataOf<'upsertComment'>> => callOf(send('upsertComment', { path: { externalId }, body }, options)),
  update: editing(send, 'updateComment'),
  /** Deletes a comment; one that has replies leaves an empty placeholder. */
  delete: acting(send, 'deleteComment'),
  deleteByExternalId: (
    externalId: string,
    options?: EditOptions,
  ): Call<DataOf<'deleteCommentByExternalId'>> =>
    callOf(send('deleteCommentByExternalId', { path: { externalId } }, options)),
});

export type Comments = ReturnType<typeof comments>;
