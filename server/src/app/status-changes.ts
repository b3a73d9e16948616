// What a caller can ask of the history of statuses.

import { notFound } from '../domain/failure.ts';
import { type Page, pageOf, sliceOf } from '../domain/page.ts';
import type { StatusChange, StatusChangeQuery } from '../domain/status.ts';
import type { Caller, Deps } from './deps.ts';
import type { ListQuery } from './ordered.ts';

export type StatusChangeList = ListQuery<StatusChangeQuery>;

export interface StatusChanges {
  page(caller: Caller, query: StatusChangeList): Promise<Page<StatusChange>>;
  ofPost(caller: Caller, postId: string, query: StatusChangeList): Promise<Page<StatusChange>>;
}

export function statusChanges({ store }: Deps): StatusChanges {
  const page: StatusChanges['page'] = async ({ workspaceId }, { page: wanted, ...query }) => {
    const rows = await store.read.statuses.pageOfChanges(workspaceId, { ...query, slice: sliceOf(wanted) });
    return pageOf(rows, wanted, ({ createdAt, id }) => [createdAt, id]);
  };
  return {
    page,
    async ofPost(caller, postId, query) {
      const post = await store.read.posts.find(caller.workspaceId, postId);
      if (post === undefined) throw notFound('Post');
      return page(caller, { ...query, postIds: [postId] });
    },
  };
}
