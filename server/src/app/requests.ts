// What the keys of a workspace asked in the last days.

import type { Page, PageRequest } from '../domain/page.ts';
import { pageOf, sliceOf } from '../domain/page.ts';
import type { RequestQuery, RequestRecord } from '../domain/request-record.ts';
import type { ConsoleDeps } from './console-deps.ts';
import type { Caller } from './deps.ts';

export type RequestListQuery = Omit<RequestQuery, 'slice'> & { page: PageRequest };

export interface RequestLog {
  /** Newest first; with the name of the key, null when there is no such key any more. */
  page(caller: Caller, query: RequestListQuery): Promise<Page<RequestRecord & { keyName: string | null }>>;
}

export const requestLog = ({ store }: ConsoleDeps): RequestLog => ({
  async page({ workspaceId }, { page, ...query }) {
    const records = await store.read.requests.page(workspaceId, { ...query, slice: sliceOf(page) });
    const keys = await store.read.apiKeys.list(workspaceId);
    const names = new Map(keys.map(({ id, name }) => [id, name]));
    const named = records.map((record) => ({ ...record, keyName: names.get(record.keyId) ?? null }));
    return pageOf(named, page, ({ id }) => [id]);
  },
});
