// Who signs in to the console of the workspace.

import type { Filters } from '../../generated/lists.ts';
import { listing } from '../../operations.ts';
import type { Send } from '../../transport.ts';

export type MemberFilters = Filters['listMembers'];

export const members = (send: Send) => ({
  /** Oldest first. */
  list: listing(send, 'listMembers'),
});

export type Members = ReturnType<typeof members>;
