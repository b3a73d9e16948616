// Request log, audit log and insights.

import type { AuditEntry } from '@earshot/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { earshot } from './client.ts';
import { callConsole } from './console-api.ts';

export interface RequestRecord {
  requestId: string;
  at: string;
  keyId: string | null;
  keyName: string | null;
  /** Somebody at the console, where no key asked. */
  account: { id: string; name: string | null } | null;
  method: string;
  path: string;
  status: number;
  durationMs: number;
  errorCode: string | null;
}

export interface RequestFilters {
  requestId?: string | undefined;
  keyId?: string | undefined;
  status?: 'ok' | 'error' | 'limited' | undefined;
}

export const useRequests = (filters: RequestFilters) =>
  useInfiniteQuery({
    queryKey: ['requests', filters],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '50' });
      for (const [name, value] of Object.entries({ ...filters, after: pageParam })) {
        if (value !== undefined && value !== '') query.set(name, value);
      }
      return callConsole<{ requests: RequestRecord[]; next: string | null }>('GET', `/requests?${query}`, {
        signal,
      });
    },
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

export interface Insights {
  days: {
    date: string;
    posts: number;
    votes: number;
    comments: number;
    requests: number;
    errors: number;
    limited: number;
  }[];
  byStatus: { id: string; name: string; color: string; count: number }[];
  byType: { id: string; name: string; color: string; count: number }[];
  movers: { post: { id: string; title: string; votesCount: number }; votes7d: number }[];
  byKey: { id: string; name: string; requests: number; errors: number; limited: number }[];
}

export const useInsights = (days: 7 | 30 | 90) =>
  useQuery({
    queryKey: ['insights', days],
    queryFn: ({ signal }) => callConsole<Insights>('GET', `/insights?days=${days}`, { signal }),
    staleTime: 60_000,
  });
