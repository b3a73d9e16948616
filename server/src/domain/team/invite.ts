// Links for people without a membership: an invite for one email, and the setup link for a workspace's first owner.
// Both work once.

import type { Instant } from '../kernel/clock.ts';
import type { Role } from './membership.ts';

const dayMs = 86_400_000;
export const inviteLastsMs = 7 * dayMs;
export const setupLastsMs = 7 * dayMs;

export interface Invite {
  id: string;
  workspaceId: string;
  /** Of the link's secret. An invite that is sent by mail gets it when that is sent. */
  hash: string;
  email: string;
  role: Role;
  /** The inviting account. */
  createdBy: string;
  createdAt: Instant;
  expiresAt: Instant;
  /** Whether the link is in a mail to the address and was shown to no one else: whoever has it reads that mail. */
  isMailed: boolean;
}

export interface SetupLink {
  hash: string;
  workspaceId: string;
  createdAt: Instant;
  expiresAt: Instant;
}
