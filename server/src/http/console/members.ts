// Who belongs to the workspace, and who is invited to.

import Type, { type Static } from 'typebox';
import type { Member } from '../../app/team/members.ts';
import { toIso } from '../../domain/clock.ts';
import { roles } from '../../domain/membership.ts';
import { oneOf } from '../../shapes/common.ts';
import { idOf } from '../v1/kernel/operation.ts';
import { type Query, readText } from '../vocabulary.ts';
import { presentInvite } from './invites.ts';
import type { ConsoleApiOptions, ConsoleOperation } from './operation.ts';

const MemberPatch = Type.Object({ role: oneOf(roles) });

const presentMember = ({ createdAt, lastSeenAt, ...member }: Member) => ({
  ...member,
  createdAt: toIso(createdAt),
  lastSeenAt: lastSeenAt === null ? null : toIso(lastSeenAt),
});

export const memberOperations = ({ console }: ConsoleApiOptions) =>
  ({
    list: {
      handler: async ({ caller }) => ({
        members: (await console.members.list(caller)).map(presentMember),
        invites: (await console.invites.list(caller)).map(presentInvite),
      }),
    },
    update: {
      body: MemberPatch,
      async handler(request) {
        const { role } = request.body as Static<typeof MemberPatch>;
        return presentMember(await console.members.setRole(request.caller, idOf(request), role));
      },
    },
    remove: {
      async handler(request) {
        const id = idOf(request);
        const revokeKeys = readText((request.query as Query).revokeKeys) === 'true';
        const keysRevoked = await console.members.remove(request.caller, id, { revokeKeys });
        return { id, deleted: true, keysRevoked };
      },
    },
  }) satisfies Record<string, ConsoleOperation>;
