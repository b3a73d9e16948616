// Signing in and out, the sessions of a person, and their account.

import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import type { NewSession, SessionView } from '../../app/team/sessions.ts';
import { toIso } from '../../domain/clock.ts';
import { notFound } from '../../domain/failure.ts';
import type { Role } from '../../domain/membership.ts';
import type { Device } from '../../domain/session.ts';
import type { Workspace } from '../../domain/workspace.ts';
import { nullable } from '../../shapes/common.ts';
import { clientAddress } from '../address.ts';
import type { ConsoleCookies } from '../console-credentials.ts';
import { idOf } from '../v1/kernel/operation.ts';
import type { ConsoleApiOptions, ConsoleOperation } from './operation.ts';

const Credentials = Type.Object({ email: Type.String(), password: Type.String() });

const AccountPatch = Type.Object({
  name: Type.Optional(Type.String()),
  locale: Type.Optional(nullable<string>('string')),
  password: Type.Optional(Type.Object({ current: Type.String(), next: Type.String() })),
});

export const deviceOf = (cookies: ConsoleCookies, request: FastifyRequest): Device => ({
  userAgent: request.headers['user-agent'] ?? '',
  address: clientAddress(request),
  knownBy: cookies.deviceOf(request),
});

const presentWorkspace = ({ id, slug, name, role }: Workspace & { role: Role }) => ({ id, slug, name, role });

/** With what the pages need to know of this server: where its files are, and which it takes. */
const presentSession = (
  { publicUrl, uploads }: ConsoleApiOptions,
  { account, workspace, workspaces }: SessionView,
) => ({
  account: { id: account.id, name: account.name, email: account.email, locale: account.locale },
  workspace: { ...presentWorkspace(workspace), ownUserId: workspace.userId },
  workspaces: workspaces.map(presentWorkspace),
  publicUrl: publicUrl(),
  uploads,
});

/** Whoever just came in gets the cookie and is told who they are. */
export async function welcome(
  options: ConsoleApiOptions,
  reply: FastifyReply,
  { token, session, knownBy }: NewSession,
) {
  const { console, cookies } = options;
  cookies.set(reply, token);
  if (knownBy !== undefined) cookies.setDevice(reply, knownBy);
  const signedIn = await console.sessions.find(token);
  if (signedIn === undefined) throw notFound('Session');
  return presentSession(options, await console.sessions.view({ session, membership: signedIn.membership }));
}

export function sessionOperations(options: ConsoleApiOptions) {
  const { console, cookies } = options;
  return {
    methods: {
      handler: async () => ({
        password: true,
        oidc: console.federation === undefined ? null : { label: console.federation.label },
        needsSetup: await console.setup.isNeeded(),
      }),
    },
    signIn: {
      body: Credentials,
      async handler(request, reply) {
        const { email, password } = request.body as Static<typeof Credentials>;
        const before = cookies.tokenOf(request);
        const made = await console.signIn.withPassword(
          { email, password },
          deviceOf(cookies, request),
          before,
        );
        return welcome(options, reply, made);
      },
    },
    read: {
      async handler(request, reply) {
        await console.sessions.choose(request.signedIn);
        // It lasts as long as it is used: the browser is told so too.
        cookies.set(reply, cookies.tokenOf(request) ?? '');
        return presentSession(options, await console.sessions.view(request.signedIn));
      },
    },
    signOut: {
      async handler({ signedIn: { session } }, reply) {
        await console.sessions.end(session.accountId, session.id);
        cookies.clear(reply);
        return { signedOut: true };
      },
    },
    updateAccount: {
      body: AccountPatch,
      async handler(request, reply) {
        const { signedIn, body } = request;
        const edit = body as Static<typeof AccountPatch>;
        const knownBy = await console.accounts.update(signedIn, edit, deviceOf(cookies, request));
        if (knownBy !== undefined) cookies.setDevice(reply, knownBy);
        return presentSession(options, await console.sessions.view(signedIn));
      },
    },
    list: {
      async handler({ signedIn: { session: current } }) {
        const all = await console.sessions.list(current.accountId);
        const sessions = all.map(({ id, createdAt, lastSeenAt, userAgent, address }) => ({
          id,
          createdAt: toIso(createdAt),
          lastSeenAt: toIso(lastSeenAt),
          userAgent,
          address,
          isCurrent: id === current.id,
        }));
        return { sessions };
      },
    },
    end: {
      async handler(request) {
        await console.sessions.end(request.signedIn.session.accountId, idOf(request));
        return { ended: 1 };
      },
    },
    endOthers: {
      handler: async ({ signedIn }) => ({ ended: await console.sessions.endOthers(signedIn) }),
    },
  } satisfies Record<string, ConsoleOperation>;
}
