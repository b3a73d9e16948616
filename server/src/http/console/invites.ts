// Creating, revoking and accepting invites.

import Type, { type Static } from 'typebox';
import { toIso } from '../../domain/kernel/clock.ts';
import type { Invite } from '../../domain/team/invite.ts';
import { roles } from '../../domain/team/membership.ts';
import { Deleted, dateTime, named, nullable, oneOf } from '../../shapes/kernel/common.ts';
import { idParams, operation, tokenParams } from './operation.ts';
import { deviceOf, SessionShape, welcome } from './sessions.ts';

const inviteFields = {
  id: Type.String(),
  email: Type.String(),
  role: oneOf(roles),
  createdAt: dateTime(),
  expiresAt: dateTime(),
  isMailed: Type.Boolean({ description: 'Whether the link was sent by mail, and shown to no one else.' }),
};

export const InviteShape = named('Invite', inviteFields);

const NewInvite = named('NewInvite', {
  ...inviteFields,
  url: nullable<string>('string', {
    description: 'The link to send, shown only once. Null if it is sent by mail.',
  }),
});

const Invitation = named('Invitation', {
  email: Type.String(),
  workspace: Type.Object({ name: Type.String() }),
  joinsAs: nullable<string>('string', {
    description: 'The name of the signed-in person, if they can join without a password.',
  }),
});

export const presentInvite = ({
  id,
  email,
  role,
  createdAt,
  expiresAt,
  isMailed,
}: Invite): Static<typeof InviteShape> => ({
  id,
  email,
  role,
  createdAt: toIso(createdAt),
  expiresAt: toIso(expiresAt),
  isMailed,
});

export const inviteOperations = {
  create: operation({
    operationId: 'createInvite',
    summary: 'Invite a person by email',
    body: named('InviteIn', {
      email: Type.String(),
      role: oneOf(roles),
      asLink: Type.Optional(
        Type.Boolean({
          description: 'Answer with the link instead of sending it by mail, if mail is set up.',
        }),
      ),
    }),
    answer: NewInvite,
    status: 201,
    async handler({ console, caller, body, publicUrl }) {
      const { invite, token } = await console.invites.create(caller, body);
      const url = token === undefined ? null : `${publicUrl()}/invite/${token}`;
      return { ...presentInvite(invite), url };
    },
  }),
  remove: operation({
    operationId: 'revokeInvite',
    summary: 'Revoke an invite',
    params: idParams,
    answer: Deleted,
    async handler({ console, caller, params: { id } }) {
      await console.invites.remove(caller, id);
      return { id, deleted: true as const };
    },
  }),
  look: operation({
    operationId: 'getInvitation',
    summary: 'Get an invitation',
    params: tokenParams,
    answer: Invitation,
    async handler({ console, cookies, params, request }) {
      const { invite, workspace, joinsAs } = await console.invites.look(
        params.token,
        cookies.tokenOf(request),
      );
      return { email: invite.email, workspace: { name: workspace.name }, joinsAs };
    },
  }),
  accept: operation({
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation and sign in',
    params: tokenParams,
    body: named('Acceptance', {
      name: Type.Optional(Type.String()),
      password: Type.Optional(Type.String()),
    }),
    answer: SessionShape,
    status: 201,
    async handler(call) {
      const { console, cookies, params, body, request } = call;
      const made = await console.invites.accept(
        params.token,
        body,
        deviceOf(call),
        request.id,
        cookies.tokenOf(request),
      );
      return welcome(call, made);
    },
  }),
};
