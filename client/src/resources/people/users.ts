// The people who give feedback, and what each of them wrote, voted for and follows.

import type { Filters } from '../../generated/lists.ts';
import { acting, creating, editing, listing, listingOf, reading } from '../../operations.ts';
import type { Send } from '../../transport.ts';

export type UserFilters = Filters['listUsers'];
export type UserCommentFilters = Filters['listCommentsOfUser'];

export const users = (send: Send) => ({
  list: listing(send, 'listUsers'),
  get: reading(send, 'getUser'),
  /** Creates or updates a user, found by `externalId`, then by `email`. */
  upsert: creating(send, 'upsertUser'),
  /** Changes what is sent; null clears. */
  update: editing(send, 'updateUser'),
  /** Erases the person; what they wrote and voted for stays. */
  delete: acting(send, 'deleteUser'),
  /** The posts that this person wrote. */
  posts: listingOf(send, 'listPostsOfUser'),
  comments: listingOf(send, 'listCommentsOfUser'),
  votes: listingOf(send, 'listVotesOfUser'),
  /** The posts that this person follows. */
  following: listingOf(send, 'listFollowingOfUser'),
  /** What the person wants to be told by mail. */
  mailSettings: reading(send, 'getMailSettings'),
  updateMailSettings: editing(send, 'updateMailSettings'),
  /** The person can no longer write on the public site. */
  ban: editing(send, 'banUser'),
  unban: acting(send, 'unbanUser'),
  /** All data about one person. */
  export: reading(send, 'exportUser'),
  /** Signs the person out of the public site everywhere. */
  endSessions: acting(send, 'endUserSessions'),
});

export type Users = ReturnType<typeof users>;
