// Storage of users.

import type { User, UserQuery } from '../../domain/people/user.ts';

export interface UserReader {
  /** Erased users are not found, except by `usersOf`, which still returns them as authors. */
  find(workspaceId: string, id: string): Promise<User | undefined>;
  findByExternalId(workspaceId: string, externalId: string): Promise<User | undefined>;
  /** Case-insensitive. */
  findByEmail(workspaceId: string, email: string): Promise<User | undefined>;
  usersOf(workspaceId: string, ids: readonly string[]): Promise<Map<string, User>>;
  /** All users with one of these ids, external ids or email addresses, matched as in the three methods above. */
  named(workspaceId: string, names: UserNames): Promise<User[]>;
  /** Ordered by creation, in the direction of `query.sort`; the sort key is [createdAt, id]. */
  page(workspaceId: string, query: UserQuery): Promise<User[]>;
}

export interface UserNames {
  ids: readonly string[];
  externalIds: readonly string[];
  emails: readonly string[];
}

export interface UserWriter extends UserReader {
  insert(workspaceId: string, user: User): Promise<void>;
  /** Bulk insert. */
  insertMany(workspaceId: string, users: readonly User[]): Promise<void>;
  update(workspaceId: string, user: User): Promise<void>;
  /** Like `update`, for many users in one call. */
  updateMany(workspaceId: string, users: readonly User[]): Promise<void>;
  /** Stores the anonymized user, who can no longer be found by search, email address or external id. */
  erase(workspaceId: string, left: User): Promise<void>;
}
