// The stream of what happens in the workspace: one for all windows of the browser, where it can hold a lock. Otherwise
// each window has its own.

import { pageHeaders } from './client.ts';
import { reportUnreachable } from './connection.ts';

/** The kinds of objects that changed; null if it may be any. */
export type Kinds = readonly string[] | null;

/** The server sends something every 15 seconds. */
const silenceMs = 40_000;
const firstRetryMs = 1_000;
const lastRetryMs = 30_000;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
    // The network may be back long before the pause is over.
    window.addEventListener('online', end, { once: true, signal });
  });

/** Calls back for each change until the signal is aborted. */
export async function followChanges(
  workspaceId: string,
  onChange: (kinds: Kinds) => void,
  signal: AbortSignal,
): Promise<void> {
  const name = `earshot-live-${workspaceId}`;
  // Only pages on HTTPS or this machine may hold locks.
  const { locks } = navigator as { locks?: LockManager };
  if (locks === undefined) return readStream(onChange, signal);
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => onChange(data as Kinds);
  signal.addEventListener('abort', () => channel.close(), { once: true });
  const share = (kinds: Kinds) => {
    channel.postMessage(kinds);
    onChange(kinds);
  };
  // Aborted while it waits for another window.
  await locks.request(name, { signal }, () => readStream(share, signal)).catch(() => undefined);
}

/** Connects again whenever the stream ends, and goes on where it ended. */
async function readStream(onChange: (kinds: Kinds) => void, signal: AbortSignal): Promise<void> {
  let after: string | undefined;
  let retryMs = firstRetryMs;
  const onEvent = (id: string, kinds: Kinds) => {
    after = id;
    onChange(kinds);
  };
  while (!signal.aborted) {
    const outcome = await readOnce(after, onEvent, signal);
    if (outcome === 'refused') return;
    retryMs = outcome === 'ended' ? firstRetryMs : Math.min(retryMs * 2, lastRetryMs);
    if (!signal.aborted) await pause(retryMs * (0.5 + Math.random() / 2), signal);
  }
}

/** `refused`: there is no session or workspace any more, which every other request of the page finds out as well. */
type Outcome = 'ended' | 'failed' | 'refused';

async function readOnce(
  after: string | undefined,
  onEvent: (id: string, kinds: Kinds) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  const silence = new AbortController();
  const either = AbortSignal.any([signal, silence.signal]);
  let timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    const query = after === undefined ? '' : `?after=${after}`;
    const init: RequestInit = { headers: pageHeaders(), credentials: 'same-origin', cache: 'no-store' };
    const response = await fetch(`/console/api/live${query}`, { ...init, signal: either });
    if ([401, 403, 404].includes(response.status)) return 'refused';
    if (!response.ok || response.body === null) return 'failed';
    let rest = '';
    const texts = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await texts.read();
      if (done) return 'ended';
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMs);
      const events = (rest + value).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const [, id, data] = /^id: (\d+)\ndata: (.+)$/.exec(event) ?? [];
        if (id !== undefined && data !== undefined) onEvent(id, (JSON.parse(data) as { kinds: Kinds }).kinds);
      }
    }
  } catch {
    if (!either.aborted) reportUnreachable();
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
}
