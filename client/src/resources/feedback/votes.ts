// Votes of the whole workspace; those of a post are at `posts.votes`.

import type { Filters } from '../../generated/lists.ts';
import { deletions, listing } from '../../operations.ts';
import type { Send } from '../../transport.ts';

export type VoteFilters = Filters['listAllVotes'];

export const votes = (send: Send) => ({
  list: listing(send, 'listAllVotes'),
  /** Votes that were removed, as `postId:userId`. */
  deleted: deletions(send, 'listAllVotes'),
});

export type Votes = ReturnType<typeof votes>;
