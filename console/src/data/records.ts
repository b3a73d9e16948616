// Request log, audit log and insights.

import type { AuditEntry } from '@earshot/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { earshot } from './client.ts';
import { type ConsoleShapes, callConsole } from './console-api.ts';

export type RequestRecord = ConsoleShapes['RequestRecord'];

export interface RequestFilters {
  requestId?: string | undefined;
  keyId?: string | undefined;
  status?: 'ok' | 'error' | 'limited' | undefined;
}

export const useRequests = (filters: RequestFilters) =>
  useInfiniteQuery({
    queryKey: ['requests', filters],
    queryFn: ({ pageParam, signal }) =>
      callConsole('listRequests', { query: { ...filters, limit: 50, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    // New requests appear as they happen, as long as only the first page is shown.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? 3_000 : false),
  });

export interface AuditFilter {
  objectId?: string | undefined;
  actorId?: string | undefined;
}

export const useAuditLog = ({ objectId, actorId }: AuditFilter) =>
  useInfiniteQuery({
    queryKey: ['audit-log', objectId ?? '', actorId ?? ''],
    queryFn: async ({ pageParam, signal }): Promise<{ items: AuditEntry[]; next: string | null }> => {
      const filters = { ...(objectId && { objectId }), ...(actorId && { actorId }) };
      return earshot.auditLog.list({ filters, limit: 50, after: pageParam, signal }).page();
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });

export type Insights = ConsoleShapes['Insights'];

export const useInsights = (days: 7 | 30 | 90) =>
  useQuery({
    queryKey: ['insights', days],
    queryFn: ({ signal }) => callConsole('getInsights', { query: { days }, signal }),
    staleTime: 60_000,
  });
