// The notices that are shown, or wait for their turn.

import { type ReactNode, useSyncExternalStore } from 'react';

export interface Notice {
  id: string;
  tone: 'done' | 'failed' | 'info' | 'working';
  title?: string;
  message: ReactNode;
  /** How long it is in sight; without one, until it is hidden. */
  shownMs?: number;
}

interface Notices {
  list: readonly Notice[];
  /** Changes when the time of all of them starts again. */
  round: number;
}

let notices: Notices = { list: [], round: 0 };
const watchers = new Set<() => void>();

function set(next: Notices): void {
  notices = next;
  for (const watcher of watchers) watcher();
}

/** Shows it, or replaces the one with the same ID. */
export function showNotice(notice: Notice): void {
  const isKnown = notices.list.some(({ id }) => id === notice.id);
  const list = isKnown
    ? notices.list.map((one) => (one.id === notice.id ? notice : one))
    : [...notices.list, notice];
  set({ ...notices, list });
}

export function hideNotice(hidden: string): void {
  set({ ...notices, list: notices.list.filter(({ id }) => id !== hidden) });
}

/** On a new page, people look elsewhere first. */
export function restartNotices(): void {
  if (notices.list.length > 0) set({ ...notices, round: notices.round + 1 });
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

export const useShownNotices = (): Notices => useSyncExternalStore(watch, () => notices);
