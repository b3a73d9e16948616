// Members in API responses.

import Type, { type Static } from 'typebox';
import { toIso } from '../../domain/kernel/clock.ts';
import { type Member, roles } from '../../domain/team/membership.ts';
import { dateTime, identifier, named, oneOf } from '../kernel/common.ts';

export const MemberShape = named(
  'Member',
  {
    id: identifier('acct'),
    name: Type.String(),
    email: Type.String(),
    role: oneOf(roles),
    createdAt: dateTime({ description: 'When they joined the workspace.' }),
  },
  { description: 'Someone who signs in to the console of the workspace.' },
);

export const presentMember = ({ createdAt, ...member }: Member): Static<typeof MemberShape> => ({
  ...member,
  createdAt: toIso(createdAt),
});

export const memberExample: Static<typeof MemberShape> = {
  id: 'acct_01jz3k8n5yegs9t2w6qv4m7r8c',
  name: 'Grace Hopper',
  email: 'grace@example.com',
  role: 'admin',
  createdAt: '2026-01-31T09:15:02.123Z',
};
