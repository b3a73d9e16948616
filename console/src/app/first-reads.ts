// Asks for everything that the first page needs at the same time: its code, the session and its data. Otherwise each
// would wait for the one before.

import type { QueryClient } from '@tanstack/react-query';
import { postTypesQuery, statusesQuery } from '../data/catalog.ts';
import { chosenWorkspace } from '../data/client.ts';
import { askedBy, type FeedbackAddress, readFeedbackAddress } from '../data/feedback/feedback-address.ts';
import { postListQuery, postQuery } from '../data/feedback/posts.ts';
import { viewsQuery } from '../data/feedback/views.ts';
import { isHomeOver } from '../data/home.ts';
import { inboxQuery } from '../data/inbox.ts';
import { sessionQuery } from '../data/session.ts';
import type { makeRouter } from './router.tsx';

/** Failures are not handled here: the page asks again, and shows them. */
export function startFirstReads(router: ReturnType<typeof makeRouter>, queryClient: QueryClient): void {
  const { latestLocation: location } = router;
  const workspaceId = chosenWorkspace();
  const isHomeless = workspaceId !== undefined && isHomeOver(workspaceId);
  const pathname = location.pathname === '/' && isHomeless ? '/inbox' : location.pathname;
  const matches = router.matchRoutes({ ...location, pathname });
  const { routesById } = router;
  for (const { routeId } of matches)
    void router.loadRouteChunk(routesById[routeId as keyof typeof routesById]);
  if (!matches.some(({ routeId }) => routeId === '/shell')) return;
  void queryClient.prefetchQuery(sessionQuery);
  const page = matches.at(-1);
  void queryClient.prefetchQuery(viewsQuery);
  if (page?.routeId === '/shell/posts') void readList(queryClient, readFeedbackAddress(page.search));
  else if (page?.routeId === '/shell/posts/$postId')
    void queryClient.prefetchQuery(postQuery(page.params.postId));
  else if (page?.routeId === '/shell/inbox') void queryClient.prefetchQuery(inboxQuery);
  else return;
  void queryClient.prefetchQuery(statusesQuery);
  void queryClient.prefetchQuery(postTypesQuery);
}

/** The filters of a view have to be known first. */
async function readList(queryClient: QueryClient, address: FeedbackAddress): Promise<void> {
  const isView = address.view !== undefined && address.edited === undefined;
  const views = isView ? await queryClient.fetchQuery(viewsQuery).catch(() => []) : [];
  const view = views.find(({ id }) => id === address.view);
  if (isView && view === undefined) return;
  await queryClient.prefetchInfiniteQuery(postListQuery(askedBy(address, view)));
}
