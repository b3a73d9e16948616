// Posts that are about to be deleted: hidden in the console immediately, and deleted on the server ten seconds later, so
// that an undo needs nothing to be brought back and no one hears of it. Leaving the page, or signing out, deletes them
// without the wait.

import { useSyncExternalStore } from 'react';
import { headersIn } from './client.ts';

export const deletionDelayMs = 10_000;

/** What a browser still sends for a page that is left has 64 KB in all. */
const maxSentOnLeaving = 800;

interface Deletion {
  workspaceId: string;
  ids: readonly string[];
  /** Deletes the posts, and resolves once that has succeeded or failed. */
  run: () => Promise<void>;
  timer: ReturnType<typeof setTimeout>;
}

const waiting = new Set<Deletion>();
const counts = new Map<string, number>();
let hidden: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function count(ids: readonly string[], step: 1 | -1): void {
  for (const id of ids) {
    const now = (counts.get(id) ?? 0) + step;
    if (now > 0) counts.set(id, now);
    else counts.delete(id);
  }
  hidden = new Set(counts.keys());
  for (const tell of listeners) tell();
}

/** Posts that are no longer shown. */
export const useHiddenPosts = (): ReadonlySet<string> =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => hidden,
  );

/** Shows what could not be deleted again. */
async function start(deletion: Deletion): Promise<void> {
  clearTimeout(deletion.timer);
  if (!waiting.delete(deletion)) return;
  try {
    await deletion.run();
  } finally {
    count(deletion.ids, -1);
  }
}

/** Returns what undoes it: false if it was too late. */
export function deleteLater(planned: Omit<Deletion, 'timer'>): () => boolean {
  const deletion: Deletion = { ...planned, timer: setTimeout(() => void start(deletion), deletionDelayMs) };
  waiting.add(deletion);
  count(planned.ids, 1);
  return () => {
    clearTimeout(deletion.timer);
    if (!waiting.delete(deletion)) return false;
    count(planned.ids, -1);
    return true;
  };
}

/** Deletes what is to be deleted, before the person signs out. */
export const finishDeletions = async (): Promise<void> =>
  void (await Promise.allSettled([...waiting].map(start)));

const batchSize = 100;

function sendAll(): void {
  for (const deletion of waiting) {
    clearTimeout(deletion.timer);
    waiting.delete(deletion);
    for (let first = 0; first < deletion.ids.length; first += batchSize) {
      const part = deletion.ids.slice(first, first + batchSize);
      const operations = part.map((id) => ({ method: 'DELETE', path: `/posts/${id}` }));
      void fetch('/v1/batch', {
        method: 'POST',
        headers: { ...headersIn(deletion.workspaceId), 'content-type': 'application/json' },
        body: JSON.stringify({ operations }),
        credentials: 'same-origin',
        keepalive: true,
      }).catch(() => undefined);
    }
  }
}

window.addEventListener('pagehide', sendAll);
// More than can still be sent: the browser asks whether to leave.
window.addEventListener('beforeunload', (event) => {
  const all = [...waiting].reduce((sum, { ids }) => sum + ids.length, 0);
  if (all > maxSentOnLeaving) event.preventDefault();
});
