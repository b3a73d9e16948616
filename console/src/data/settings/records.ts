// Request log, audit log and insights.

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { operations } from '../../generated/openapi.ts';
import { type ConsoleShapes, callConsole } from '../console-api.ts';

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

export type Activity = ConsoleShapes['Activity'];
/** What an entry of the audit log can be about. */
export type Action = NonNullable<NonNullable<operations['listActivity']['parameters']['query']>['action']>;

export const activityDays = [1, 7, 30] as const;

export interface ActivityFilters {
  actorId: string | null;
  action: Action | null;
  /** Only what was changed in the last days. */
  days: (typeof activityDays)[number] | null;
  objectId: string;
}

const dayMs = 86_400_000;

export const useActivity = ({ actorId, action, days, objectId }: ActivityFilters) =>
  useInfiniteQuery({
    queryKey: ['audit-log', { actorId, action, days, objectId }],
    queryFn: ({ pageParam, signal }) => {
      const since = days === null ? undefined : new Date(Date.now() - days * dayMs).toISOString();
      return callConsole('listActivity', {
        query: {
          actorId: actorId ?? undefined,
          action: action ?? undefined,
          objectId,
          since,
          limit: 50,
          after: pageParam,
        },
        signal,
      });
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
