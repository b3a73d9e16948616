// The history of statuses of all posts, newest first; of one post at `posts.statusChanges`.

import type { Filters } from '../../generated/lists.ts';
import { listing } from '../../operations.ts';
import type { Send } from '../../transport.ts';

export type AllStatusChangeFilters = Filters['listStatusChanges'];

export const statusChanges = (send: Send) => ({ list: listing(send, 'listStatusChanges') });

export type StatusChanges = ReturnType<typeof statusChanges>;
