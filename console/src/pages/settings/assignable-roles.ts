// The roles that somebody can give and take: only owners make owners, and nobody below them touches one.

import type { Role } from '../../data/session.ts';

export const rolesToGive: Record<Role, readonly Role[]> = {
  owner: ['member', 'admin', 'owner'],
  admin: ['member', 'admin'],
  member: [],
};
