// Filters of posts that are kept under a name. `posts.list({ filters: { viewId } })` applies one.

import type { Filters } from '../../generated/lists.ts';
import { acting, creating, editing, listing, reading } from '../../operations.ts';
import type { Send } from '../../transport.ts';

export type ViewFilters = Filters['listViews'];

export const views = (send: Send) => ({
  /** By name. With an API key, the shared ones. */
  list: listing(send, 'listViews'),
  get: reading(send, 'getView'),
  create: creating(send, 'createView'),
  update: editing(send, 'updateView'),
  /** The posts stay. */
  delete: acting(send, 'deleteView'),
});

export type Views = ReturnType<typeof views>;
