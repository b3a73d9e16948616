// The members of the workspace, and open invites.

import Type, { type Static } from 'typebox';
import type { SeenMember } from '../../app/team/members.ts';
import { isoOrNull, toIso } from '../../domain/kernel/clock.ts';
import { roles } from '../../domain/team/membership.ts';
import { dateTime, named, nullable, oneOf } from '../../shapes/kernel/common.ts';
import { InviteShape, presentInvite } from './invites.ts';
import { idParams, operation } from './operation.ts';

const MemberShape = named('Member', {
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: oneOf(roles),
  createdAt: dateTime(),
  lastSeenAt: nullable<string>('string'),
});

const presentMember = ({ createdAt, lastSeenAt, ...member }: SeenMember): Static<typeof MemberShape> => ({
  ...member,
  createdAt: toIso(createdAt),
  lastSeenAt: isoOrNull(lastSeenAt),
});

export const memberOperations = {
  list: operation({
    operationId: 'listMembers',
    summary: 'List members and open invites',
    answer: Type.Object({ members: Type.Array(MemberShape), invites: Type.Array(InviteShape) }),
    handler: async ({ console, caller }) => ({
      members: (await console.members.list(caller)).map(presentMember),
      invites: (await console.invites.list(caller)).map(presentInvite),
    }),
  }),
  update: operation({
    operationId: 'updateMember',
    summary: 'Change the role of a member',
    params: idParams,
    body: named('MemberPatch', { role: oneOf(roles) }),
    answer: MemberShape,
    handler: async ({ console, caller, params, body }) =>
      presentMember(await console.members.setRole(caller, params.id, body.role)),
  }),
  remove: operation({
    operationId: 'removeMember',
    summary: 'Remove a member',
    params: idParams,
    query: Type.Object({
      revokeKeys: Type.Optional(
        Type.Boolean({ description: 'Also revoke the API keys the member created.' }),
      ),
    }),
    answer: Type.Object({ id: Type.String(), deleted: Type.Literal(true), keysRevoked: Type.Integer() }),
    async handler({ console, caller, params: { id }, query: { revokeKeys = false } }) {
      const keysRevoked = await console.members.remove(caller, id, { revokeKeys });
      return { id, deleted: true as const, keysRevoked };
    },
  }),
};
