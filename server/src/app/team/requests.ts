// The request log: API calls of the workspace's keys, and changes made in the console.

import type { Page, PageRequest } from '../../domain/kernel/page.ts';
import { pageOf, sliceOf } from '../../domain/kernel/page.ts';
import { isPerson, type RequestQuery, type RequestRecord } from '../../domain/team/request-record.ts';
import type { Caller } from '../kernel/change.ts';
import type { TeamDeps } from './team-deps.ts';

export type RequestListQuery = Omit<RequestQuery, 'slice'> & { page: PageRequest };

export type NamedRequest = RequestRecord & { callerName: string | null };

export interface RequestLog {
  /** Newest first, with the name of the key or person; null if deleted. */
  page(caller: Caller, query: RequestListQuery): Promise<Page<NamedRequest>>;
}

export const requestLog = ({ store }: TeamDeps): RequestLog => ({
  async page({ workspaceId }, { page, ...query }) {
    const records = await store.read.requests.page(workspaceId, { ...query, slice: sliceOf(page) });
    const keys = await store.read.apiKeys.list(workspaceId);
    const people = await store.read.accounts.accountsOf([
      ...new Set(records.map(({ callerId }) => callerId).filter(isPerson)),
    ]);
    const names = new Map([...keys, ...people.values()].map(({ id, name }) => [id, name]));
    const named = records.map((record) => ({ ...record, callerName: names.get(record.callerId) ?? null }));
    return pageOf(named, page, ({ id }) => [id]);
  },
});
