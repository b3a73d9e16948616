// Inviting, and coming in by an invite.

import Type, { type Static } from 'typebox';
import { toIso } from '../../domain/clock.ts';
import type { Invite } from '../../domain/invite.ts';
import { roles } from '../../domain/membership.ts';
import { oneOf } from '../../shapes/common.ts';
import { idOf } from '../v1/kernel/operation.ts';
import type { ConsoleApiOptions, ConsoleOperation } from './operation.ts';
import { deviceOf, welcome } from './sessions.ts';
import { tokenOf } from './setup.ts';

const InviteIn = Type.Object({ email: Type.String(), role: oneOf(roles) });

const Acceptance = Type.Object({
  name: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
});

export const presentInvite = ({ id, email, role, createdAt, expiresAt }: Invite) => ({
  id,
  email,
  role,
  createdAt: toIso(createdAt),
  expiresAt: toIso(expiresAt),
});

export function inviteOperations(options: ConsoleApiOptions) {
  const { console, cookies, publicUrl } = options;
  return {
    create: {
      body: InviteIn,
      status: 201,
      async handler({ caller, body }) {
        const { invite, token } = await console.invites.create(caller, body as Static<typeof InviteIn>);
        return { ...presentInvite(invite), url: `${publicUrl()}/invite/${token}` };
      },
    },
    remove: {
      async handler(request) {
        const id = idOf(request);
        await console.invites.remove(request.caller, id);
        return { id, deleted: true };
      },
    },
    look: {
      async handler(request) {
        const { invites } = console;
        const { invite, workspace, joinsAs } = await invites.look(tokenOf(request), cookies.tokenOf(request));
        return { email: invite.email, workspace: { name: workspace.name }, joinsAs };
      },
    },
    accept: {
      body: Acceptance,
      status: 201,
      async handler(request, reply) {
        const given = request.body as Static<typeof Acceptance>;
        const token = tokenOf(request);
        const before = cookies.tokenOf(request);
        const made = await console.invites.accept(
          token,
          given,
          deviceOf(cookies, request),
          request.id,
          before,
        );
        return welcome(options, reply, made);
      },
    },
  } satisfies Record<string, ConsoleOperation>;
}
