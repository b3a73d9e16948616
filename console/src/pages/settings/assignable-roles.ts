// The roles that each role may assign. Only owners can make or change owners.

import type { Role } from '../../data/session.ts';

export const assignableRoles: Record<Role, readonly Role[]> = {
  owner: ['member', 'admin', 'owner'],
  admin: ['member', 'admin'],
  member: [],
};
