// Refreshes the page when others change something. Polls one small list with a conditional request: all ETags depend on
// the workspace's revision, so a 304 means that nothing has changed anywhere. Queries are read again only after a
// change.

import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pageHeaders } from './client.ts';
import { reportUnreachable } from './connection.ts';

export const everyMs = 15_000;
/** A long list is read again page by page, so the longer it is, the less often. */
const msPerPage = 1_000;
const pagesReadFreely = 15;

/** Queries that depend on the workspace's revision. Keys, requests, exports and imports refresh themselves. */
const followed = new Set([
  'posts',
  'comments',
  'voters',
  'followers',
  'history',
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
]);

/** The shortest list of the API; only its ETag matters. */
const probe = '/v1/post-types?limit=1';

/** The current ETag, or undefined if the server can't be reached; then nothing is refreshed. */
async function askForTag(before: string | undefined, signal: AbortSignal): Promise<string | undefined> {
  const headers = { ...pageHeaders(), ...(before !== undefined && { 'if-none-match': before }) };
  // With the browser's cache, a 304 would look like a 200.
  const init: RequestInit = { headers, credentials: 'same-origin', cache: 'no-store', signal };
  try {
    const response = await fetch(probe, init);
    if (response.status === 304) return before;
    return response.ok ? (response.headers.get('etag') ?? undefined) : undefined;
  } catch {
    if (!signal.aborted) reportUnreachable();
    return undefined;
  }
}

let firstTag: Promise<string | undefined> | undefined;

/** To be called before the first page is read: what it reads is then at least as new as this ETag. */
export function askForFirstTag(): void {
  firstTag = askForTag(undefined, new AbortController().signal);
}

function takeFirstTag(): Promise<string | undefined> | undefined {
  const taken = firstTag;
  firstTag = undefined;
  return taken;
}

const pagesOf = ({ state }: Query): number =>
  (state.data as { pages?: unknown[] } | undefined)?.pages?.length ?? 1;

/** The change each query was last read for. `dataUpdatedAt` won't do, because fetching a further page updates it. */
type Seen = WeakMap<Query, number>;

/** Whether the query was read before the change. Data that someone is editing is left alone. */
export function isOutdated(query: Query, seen: Seen, changedAt: number, now: number): boolean {
  const { data, dataUpdatedAt, fetchStatus, fetchMeta } = query.state;
  if (!followed.has(String(query.queryKey[0])) || query.meta?.isEdited === true) return false;
  if (data === undefined || seen.get(query) === changedAt) return false;
  if (!seen.has(query) && dataUpdatedAt > changedAt && fetchStatus === 'idle') {
    seen.set(query, changedAt);
    return false;
  }
  // A further page is loading; the earlier ones can wait for the next poll.
  if (fetchMeta?.fetchMore !== undefined && fetchStatus === 'fetching') return false;
  const pages = pagesOf(query);
  return pages <= pagesReadFreely || now - dataUpdatedAt >= pages * msPerPage;
}

async function readAgain(queryClient: QueryClient, seen: Seen, changedAt: number): Promise<void> {
  // Don't overwrite an optimistic update with older data.
  if (queryClient.isMutating() > 0) return;
  const active = queryClient.getQueryCache().findAll({ type: 'active' });
  const outdated = new Set(active.filter((query) => isOutdated(query, seen, changedAt, Date.now())));
  for (const query of outdated) seen.set(query, changedAt);
  await queryClient.invalidateQueries({ predicate: (query) => outdated.has(query) });
  // Retry failed queries at the next poll.
  for (const query of outdated) if (query.state.status === 'error') seen.delete(query);
}

/** Polls while someone is signed in. A hidden tab doesn't poll, but does so as soon as it is visible again. */
export function useLiveUpdates(workspaceId: string): void {
  const queryClient = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another workspace has another revision.
  useEffect(() => {
    const stop = new AbortController();
    const seen: Seen = new WeakMap();
    let tag: string | undefined;
    let changedAt = 0;
    let isAsking = false;
    const look = async () => {
      if (isAsking || document.visibilityState === 'hidden' || !navigator.onLine) return;
      isAsking = true;
      const first = takeFirstTag();
      const now = await (first ?? askForTag(tag, stop.signal));
      isAsking = false;
      if (now === undefined || stop.signal.aborted) return;
      if (first !== undefined) {
        tag = now;
        return;
      }
      // Without an ETag from before, earlier data may be older: it counts as a change.
      if (now !== tag) changedAt = Date.now();
      tag = now;
      await readAgain(queryClient, seen, changedAt);
    };
    const soon = () => void look();
    soon();
    const timer = setInterval(soon, everyMs);
    for (const name of ['focus', 'online']) window.addEventListener(name, soon, { signal: stop.signal });
    document.addEventListener('visibilitychange', soon, { signal: stop.signal });
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [queryClient, workspaceId]);
}
