// The use cases for the status history.

import type { StatusChange, StatusChangeQuery } from '../../domain/catalog/status.ts';
import type { Page } from '../../domain/kernel/page.ts';
import { pageOfPost } from '../feedback/of-post.ts';
import type { Caller, Deps } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';
import type { ListQuery } from './ordered.ts';

export type StatusChangeList = ListQuery<StatusChangeQuery>;

export interface StatusChanges {
  page(caller: Caller, query: StatusChangeList): Promise<Page<StatusChange>>;
  ofPost(caller: Caller, postId: string, query: StatusChangeList): Promise<Page<StatusChange>>;
}

export function statusChanges(deps: Deps): StatusChanges {
  const { store } = deps;
  const page: StatusChanges['page'] = (caller, asked) =>
    readPage(
      asked,
      (query) => store.read.statuses.pageOfChanges(caller.workspaceId, query),
      ({ createdAt, id }) => [createdAt, id],
    );
  return {
    page,
    ofPost: (caller, postId, query) =>
      pageOfPost(store, caller.workspaceId, postId, () => page(caller, { ...query, postIds: [postId] })),
  };
}
