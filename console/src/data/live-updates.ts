// Refreshes the page when others change something: it reads again what shows objects of the kinds that changed, at most
// once a second.

import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followChanges, type Kinds } from './live-stream.ts';

const atMostEveryMs = 1_000;
/** What could not be read yet is tried again. */
const laterMs = 5_000;
/** A long list is read again page by page, so the longer it is, the less often. */
const msPerPage = 1_000;
const pagesReadFreely = 15;

/** Queries that depend on the workspace. Keys, requests, exports and imports refresh themselves. */
const followed = [
  'posts',
  'comments',
  'voters',
  'followers',
  'history',
  'inbox',
  'views',
  'statuses',
  'post-types',
  'tags',
  'views',
  'changelogs',
  'people',
  'audit-log',
  'insights',
  'webhooks',
  'members',
  'workspace',
  'site',
  'session',
  'submissions',
  'reports',
  'notices',
];

/** What shows objects of the kinds that change often. Any other kind may be shown anywhere. */
const shownIn: Readonly<Record<string, readonly string[]>> = {
  vote: ['posts', 'voters', 'followers', 'history', 'people', 'insights', 'audit-log'],
  comment: [
    'posts',
    'comments',
    'followers',
    'history',
    'inbox',
    'session',
    'people',
    'insights',
    'audit-log',
  ],
  user: ['posts', 'comments', 'voters', 'followers', 'people', 'audit-log'],
};

export const queriesOf = (kinds: Kinds): readonly string[] =>
  kinds === null ? followed : [...new Set(kinds.flatMap((kind) => shownIn[kind] ?? followed))];

const pagesOf = ({ state }: Query): number =>
  (state.data as { pages?: unknown[] } | undefined)?.pages?.length ?? 1;

/** Whether a query has to wait: its first data is loading, or a further page, or it is long and was read just now. */
export function isTooSoon(query: Query, now: number): boolean {
  const { data, dataUpdatedAt, fetchStatus, fetchMeta } = query.state;
  if (fetchStatus === 'fetching' && (data === undefined || fetchMeta?.fetchMore !== undefined)) return true;
  const pages = pagesOf(query);
  return pages > pagesReadFreely && now - dataUpdatedAt < pages * msPerPage;
}

/** Reads again what changed, as soon as that disturbs nothing. */
function refresher(queryClient: QueryClient, signal: AbortSignal) {
  let names = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let readAt = 0;

  const read = (): void => {
    timer = undefined;
    if (signal.aborted || names.size === 0 || document.visibilityState === 'hidden' || !navigator.onLine)
      return;
    // Older data must not overwrite an optimistic update.
    if (queryClient.isMutating() > 0) {
      plan(atMostEveryMs);
      return;
    }
    const [asked, now] = [names, Date.now()];
    names = new Set();
    readAt = now;
    const predicate = (query: Query): boolean => {
      const name = String(query.queryKey[0]);
      // Data that someone is editing is left alone.
      if (!asked.has(name) || query.meta?.isEdited === true) return false;
      if (!isTooSoon(query, now)) return true;
      names.add(name);
      return false;
    };
    void queryClient.invalidateQueries({ predicate });
    if (names.size > 0) plan(laterMs);
  };
  const plan = (ms: number): void => {
    timer ??= setTimeout(read, ms);
  };
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });

  return {
    changed(kinds: Kinds): void {
      for (const name of queriesOf(kinds)) names.add(name);
      if (Date.now() - readAt >= atMostEveryMs) read();
      else plan(atMostEveryMs);
    },
    read,
  };
}

/** Follows the workspace while someone is signed in. A hidden tab reads again as soon as it is visible. */
export function useLiveUpdates(workspaceId: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    const refresh = refresher(queryClient, stop.signal);
    void followChanges(workspaceId, refresh.changed, stop.signal);
    window.addEventListener('online', refresh.read, { signal: stop.signal });
    document.addEventListener('visibilitychange', refresh.read, { signal: stop.signal });
    return () => stop.abort();
  }, [queryClient, workspaceId]);
}
