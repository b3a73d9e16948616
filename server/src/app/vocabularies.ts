// The words a workspace sorts its feedback by: its statuses and post types.

import { type Page, type PageRequest, pageOf, sliceOf } from '../domain/page.ts';
import type { PostType } from '../domain/post-type.ts';
import type { Status } from '../domain/status.ts';
import type { Caller, Deps } from './deps.ts';

export interface Statuses {
  page(caller: Caller, page: PageRequest): Promise<Page<Status>>;
}

export interface PostTypes {
  page(caller: Caller, page: PageRequest): Promise<Page<PostType>>;
}

const byPosition = ({ position, id }: { position: number; id: string }) => [position, id];

export const statuses = ({ store }: Deps): Statuses => ({
  page: async ({ workspaceId }, page) =>
    pageOf(await store.read.statuses.page(workspaceId, sliceOf(page)), page, byPosition),
});

export const postTypes = ({ store }: Deps): PostTypes => ({
  page: async ({ workspaceId }, page) =>
    pageOf(await store.read.postTypes.page(workspaceId, sliceOf(page)), page, byPosition),
});
