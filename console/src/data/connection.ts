// Whether the server can be reached. While it can't, asks every few seconds, and tells whoever waits once it answers
// again: failed pages and lists are then read without a click.

import { EarshotConnectionError, EarshotError } from '@earshot/client';

export type Connection = 'online' | 'offline' | 'unreachable';

const askEveryMs = 3_000;
/** The server, or a proxy before it, says that it can't serve for now. */
const unavailable = new Set([502, 503, 504]);

let isUnreachable = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();
const waiting = new Set<() => void>();

export const readConnection = (): Connection => {
  if (!navigator.onLine) return 'offline';
  return isUnreachable ? 'unreachable' : 'online';
};

/** Calls back when the connection changes. */
export function watchConnection(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

/** Calls back each time the server answers again. */
export function onRecovery(retry: () => void): () => void {
  waiting.add(retry);
  return () => waiting.delete(retry);
}

export const isConnectionError = (error: unknown): boolean =>
  error instanceof EarshotConnectionError || (error instanceof EarshotError && unavailable.has(error.status));

/** Whether the server responds at all, to tell a lost network from an error. */
export const isReachable = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );

const isReady = (): Promise<boolean> =>
  fetch('/readyz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

export function reportUnreachable(): void {
  if (isUnreachable) return;
  isUnreachable = true;
  announce(watchers);
  askLater();
}

function askLater(): void {
  clearTimeout(timer);
  timer = setTimeout(ask, askEveryMs);
}

async function ask(): Promise<void> {
  if (!isUnreachable) return;
  if (!navigator.onLine || !(await isReady())) return askLater();
  isUnreachable = false;
  announce(watchers);
  announce(waiting);
}

function announce(listeners: ReadonlySet<() => void>): void {
  for (const listener of [...listeners]) listener();
}

/** Starts following the browser's own idea of the network. */
export function followNetwork(): void {
  window.addEventListener('offline', () => {
    announce(watchers);
    // What fails from now on is read again when the network is back.
    reportUnreachable();
  });
  window.addEventListener('online', () => {
    announce(watchers);
    void ask();
  });
}
