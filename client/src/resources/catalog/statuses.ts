// The statuses of a workspace, in their order.

import { type Call, callOf, mapCall } from '../../answer.ts';
import type { Filters } from '../../generated/lists.ts';
import { creating, editing, listing, reading } from '../../operations.ts';
import type { WriteOptions } from '../../options.ts';
import type { Send } from '../../transport.ts';
import type { Status } from '../../types.ts';
import { handingOver } from './handing-over.ts';

export type StatusFilters = Filters['listStatuses'];

export const statuses = (send: Send) => ({
  /** In their own order. */
  list: listing(send, 'listStatuses'),
  get: reading(send, 'getStatus'),
  create: creating(send, 'createStatus'),
  update: editing(send, 'updateStatus'),
  /** Deletes a status; one that posts have needs `moveTo`. */
  delete: handingOver(send, 'deleteStatus'),
  /** Takes the ids of all of them, in the new order. */
  reorder: (ids: readonly string[], options?: WriteOptions): Call<Status[]> =>
    mapCall(callOf(send('reorderStatuses', { body: { ids: [...ids] } }, options)), (data) => data.statuses),
});

export type Statuses = ReturnType<typeof statuses>;
