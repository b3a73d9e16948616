// Members of a workspace and their roles. People who give feedback are users, not members.

import type { Instant } from '../kernel/clock.ts';
import type { Slice, SortKey } from '../kernel/page.ts';

/** In ascending order of rights. */
export const roles = ['member', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

export interface Membership {
  workspaceId: string;
  accountId: string;
  role: Role;
  createdAt: Instant;
}

/** A member as colleagues and applications see them; its ID is the account's. */
export interface Member {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** When they joined. */
  createdAt: Instant;
}

/** A missing filter matches everyone; an empty one matches no one. Oldest first. */
export interface MemberQuery {
  /** Case-insensitive. */
  emails?: readonly string[];
  roles?: readonly Role[];
  slice: Slice;
}

export const memberSortKey = ({ createdAt, id }: Member): SortKey => [createdAt, id];

export const isAtLeast = (role: Role, required: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(required);

/** Admins can invite; only owners can invite owners. */
export const mayInvite = (inviter: Role, role: Role): boolean =>
  isAtLeast(inviter, role === 'owner' ? 'owner' : 'admin');
