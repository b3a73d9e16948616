// Votes of the whole workspace; those of a post are at `posts.votes`.

import type { Filters } from '../../generated/lists.ts';
import { listing } from '../../operations.ts';
import type { Send } from '../../transport.ts';

export type VoteFilters = Filters['listAllVotes'];

export const votes = (send: Send) => ({
  list: listing(send, 'listAllVotes'),
});

export type Votes = ReturnType<typeof votes>;
