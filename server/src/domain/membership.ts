// Who belongs to a workspace, and what that lets them do. People who give feedback are not meant: those are users.

import type { Instant } from './clock.ts';
import { badField } from './failure.ts';

/** From the one who may do least. */
export const roles = ['member', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

export interface Membership {
  workspaceId: string;
  accountId: string;
  role: Role;
  createdAt: Instant;
}

export const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);

/** Admins invite; only owners make owners. */
export const mayInvite = (inviter: Role, role: Role): boolean =>
  isAtLeast(inviter, role === 'owner' ? 'owner' : 'admin');

export function checkedRole(text: string): Role {
  const role = roles.find((known) => known === text);
  if (role === undefined) throw badField('role', `must be one of ${roles.join(', ')}.`);
  return role;
}
