// What the store remembers of people.

import type { User, UserQuery } from '../domain/user.ts';

export interface UserReader {
  /** Somebody who is there: an erased person is found by nothing but `usersOf`, as the author of what is left. */
  find(workspaceId: string, id: string): Promise<User | undefined>;
  findByExternalId(workspaceId: string, externalId: string): Promise<User | undefined>;
  /** Letter case does not count. */
  findByEmail(workspaceId: string, email: string): Promise<User | undefined>;
  usersOf(workspaceId: string, ids: readonly string[]): Promise<Map<string, User>>;
  /** Everyone who has one of these ids, external ids or e-mail addresses, as the three questions above find them. */
  named(workspaceId: string, names: UserNames): Promise<User[]>;
  /** In order of creation, as `query.sort` says; a sort key is createdAt and id. */
  page(workspaceId: string, query: UserQuery): Promise<User[]>;
}

export interface UserNames {
  ids: readonly string[];
  externalIds: readonly string[];
  emails: readonly string[];
}

export interface UserWriter extends UserReader {
  insert(workspaceId: string, user: User): Promise<void>;
  /** As `insert`, of any number at once: bulk loading. */
  insertMany(workspaceId: string, users: readonly User[]): Promise<void>;
  update(workspaceId: string, user: User): Promise<void>;
  /** As `update`, of any number of different people at once. */
  updateMany(workspaceId: string, users: readonly User[]): Promise<void>;
  /** Stores what is left of the person; from now on no search, e-mail address or external id finds them. */
  erase(workspaceId: string, left: User): Promise<void>;
}
