// Storage of views.

import type { View, ViewQuery } from '../../domain/feedback/view.ts';

export interface ViewReader {
  find(workspaceId: string, id: string): Promise<View | undefined>;
  /** Ordered by name, case-insensitive, then id; the sort key is [name key, id]. */
  page(workspaceId: string, query: ViewQuery): Promise<View[]>;
}

export interface ViewWriter extends ViewReader {
  count(workspaceId: string): Promise<number>;
  insert(workspaceId: string, view: View): Promise<void>;
  update(workspaceId: string, view: View): Promise<void>;
  remove(workspaceId: string, id: string): Promise<void>;
  /** Gives the views of one member to another. Without another, removes those that are not shared. */
  handOver(workspaceId: string, fromId: string, toId: string | null): Promise<void>;
}
