// Ways in for somebody who has no membership yet: an invite to one e-mail address, and the link that makes the
// first owner of a workspace. Both work once.

import type { Instant } from './clock.ts';
import type { Role } from './membership.ts';

const dayMs = 86_400_000;
export const inviteLastsMs = 7 * dayMs;
export const setupLastsMs = 7 * dayMs;

export interface Invite {
  id: string;
  workspaceId: string;
  hash: string;
  email: string;
  role: Role;
  /** The account that invited. */
  createdBy: string;
  createdAt: Instant;
  expiresAt: Instant;
}

export interface SetupLink {
  hash: string;
  workspaceId: string;
  createdAt: Instant;
  expiresAt: Instant;
}
