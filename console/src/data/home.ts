// Whether a workspace is new: its home page is over when most of its steps are done, or when it was hidden.

import { useSyncExternalStore } from 'react';
import { useSession } from './session.ts';

const keyOf = (workspaceId: string) => `earshot-home-over:${workspaceId}`;
const watchers = new Set<() => void>();
const over = new Set<string>();

/** In this browser. */
export function isHomeOver(workspaceId: string): boolean {
  if (over.has(workspaceId)) return true;
  try {
    return localStorage.getItem(keyOf(workspaceId)) !== null;
  } catch {
    return false;
  }
}

export function endHome(workspaceId: string): void {
  over.add(workspaceId);
  try {
    localStorage.setItem(keyOf(workspaceId), '1');
  } catch {
    // Without storage, it is over for this visit.
  }
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** Whether the workspace has a home page: for those who can do its steps, until it is over. */
export function useHasHome(): boolean {
  const { workspace } = useSession();
  const isOver = useSyncExternalStore(watch, () => isHomeOver(workspace.id));
  return workspace.role !== 'member' && !isOver;
}
