// Labels that posts share.

import type { Filters } from '../../generated/lists.ts';
import { acting, creating, editing, listing, reading } from '../../operations.ts';
import type { Send } from '../../transport.ts';

export type TagFilters = Filters['listTags'];

export const tags = (send: Send) => ({
  /** By name. */
  list: listing(send, 'listTags'),
  get: reading(send, 'getTag'),
  create: creating(send, 'createTag'),
  update: editing(send, 'updateTag'),
  /** Deletes a tag and removes it from all posts. */
  delete: acting(send, 'deleteTag'),
});

export type Tags = ReturnType<typeof tags>;
