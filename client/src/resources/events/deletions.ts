// What was deleted, in the order it happened: what a mirror has to remove.

import type { Filters } from '../../generated/lists.ts';
import { listing } from '../../operations.ts';
import type { Send } from '../../transport.ts';

export type DeletionFilters = Filters['listDeletions'];

export const deletions = (send: Send) => ({ list: listing(send, 'listDeletions') });

export type Deletions = ReturnType<typeof deletions>;
