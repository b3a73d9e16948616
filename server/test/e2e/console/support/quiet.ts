// Waits until a page has loaded everything. Its stream of what happens in the workspace never ends, so the network is
// never idle.

import { setTimeout } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';

const stream = '/console/api/live';
const quietMs = 500;
const lookEveryMs = 50;

const unanswered = new WeakMap<Page, Set<Request>>();

/** Call it before the page is opened. */
export function watchRequests(page: Page): void {
  const requests = new Set<Request>();
  unanswered.set(page, requests);
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== stream) requests.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => requests.delete(request));
}

/** Until nothing is asked for half a second. */
export async function untilQuiet(page: Page): Promise<void> {
  const requests = unanswered.get(page);
  if (requests === undefined) throw new Error('The requests of this page are not watched.');
  for (
    let quietForMs = 0;
    quietForMs < quietMs;
    quietForMs = requests.size > 0 ? 0 : quietForMs + lookEveryMs
  )
    await setTimeout(lookEveryMs);
}
