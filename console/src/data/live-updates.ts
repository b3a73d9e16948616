// Keeps what is on the page current while others write. One conditional request asks whether anything in the workspace
// has changed: every ETag hangs on the workspace's revision, so a 304 speaks for every list and every post. Only when
// something has changed is what is shown read again.

import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pageHeaders } from './client.ts';

export const everyMs = 15_000;
/** A list that was scrolled far down is read again page by page: the longer it is, the less often. */
const msPerPage = 1_000;
const pagesReadFreely = 15;

/** What hangs on the workspace's revision. Keys, members and requests do not, and look after themselves. */
const followed = new Set([
  'posts',
  'comments',
  'voters',
  'history',
  'statuses',
  'post-types',
  'tags',
  'changelogs',
  'people',
  'audit-log',
  'insights',
]);

/** The shortest list of the API; only its tag counts. */
const probe = '/v1/post-types?limit=1';

/** The tag as it is now, or undefined when nobody answers: then nothing is known, and nothing is read again. */
async function askForTag(before: string | undefined, signal: AbortSignal): Promise<string | undefined> {
  const headers = { ...pageHeaders(), ...(before !== undefined && { 'if-none-match': before }) };
  // The browser's own cache would answer the 304 for us, and we would not see it.
  const init: RequestInit = { headers, credentials: 'same-origin', cache: 'no-store', signal };
  try {
    const response = await fetch(probe, init);
    if (response.status === 304) return before;
    return response.ok ? (response.headers.get('etag') ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

const pagesOf = ({ state }: Query): number =>
  (state.data as { pages?: unknown[] } | undefined)?.pages?.length ?? 1;

/** Which change each query was last read for; the time a query gives itself is also that of its last further page. */
type Seen = WeakMap<Query, number>;

/** Whether the query was read before the change. What somebody is writing in keeps what it began with. */
export function isOutdated(query: Query, seen: Seen, changedAt: number, now: number): boolean {
  const { data, dataUpdatedAt, fetchStatus, fetchMeta } = query.state;
  if (!followed.has(String(query.queryKey[0])) || query.meta?.isEdited === true) return false;
  if (data === undefined || seen.get(query) === changedAt) return false;
  if (!seen.has(query) && dataUpdatedAt > changedAt && fetchStatus === 'idle') {
    seen.set(query, changedAt);
    return false;
  }
  // A further page is on its way. The next look is soon enough for those before it.
  if (fetchMeta?.fetchMore !== undefined && fetchStatus === 'fetching') return false;
  const pages = pagesOf(query);
  return pages <= pagesReadFreely || now - dataUpdatedAt >= pages * msPerPage;
}

async function readAgain(queryClient: QueryClient, seen: Seen, changedAt: number): Promise<void> {
  // What a change is about to show must not be replaced by what was there before it.
  if (queryClient.isMutating() > 0) return;
  const active = queryClient.getQueryCache().findAll({ type: 'active' });
  const outdated = new Set(active.filter((query) => isOutdated(query, seen, changedAt, Date.now())));
  for (const query of outdated) seen.set(query, changedAt);
  await queryClient.invalidateQueries({ predicate: (query) => outdated.has(query) });
  // What could not be read is tried again with the next look.
  for (const query of outdated) if (query.state.status === 'error') seen.delete(query);
}

/** For as long as somebody is signed in; a hidden tab asks nothing, and asks at once when it is looked at again. */
export function useFollowing(workspaceId: string): void {
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
      const now = await askForTag(tag, stop.signal);
      isAsking = false;
      if (now === undefined || stop.signal.aborted) return;
      // The first answer counts as a change too: what was read before it may be older.
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
