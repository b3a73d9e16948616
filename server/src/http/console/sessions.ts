// Sign-in and sign-out, and the sessions and account of the signed-in person.

import Type, { type Static } from 'typebox';
import type { NewSession, SessionView } from '../../app/team/sessions.ts';
import { toIso } from '../../domain/kernel/clock.ts';
import { notFound } from '../../domain/kernel/failure.ts';
import { type Role, roles } from '../../domain/team/membership.ts';
import type { Device } from '../../domain/team/session.ts';
import type { Workspace } from '../../domain/team/workspace.ts';
import { dateTime, named, nullable, oneOf } from '../../shapes/kernel/common.ts';
import { clientAddress } from '../kernel/address.ts';
import { type ConsoleCall, idParams, operation } from './operation.ts';

const workspaceFields = {
  id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
  role: oneOf(roles),
};

export const SessionShape = named('Session', {
  account: Type.Object({
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    locale: nullable<string>('string'),
  }),
  workspace: Type.Object({
    ...workspaceFields,
    ownUserId: Type.String({
      description: 'The user that is the author of posts created without one. Cannot be erased.',
    }),
  }),
  workspaces: Type.Array(named('WorkspaceRef', workspaceFields)),
  hasDisabledWebhook: Type.Boolean({
    description: 'Whether the service has disabled a webhook of the workspace.',
  }),
  hasMail: Type.Boolean({ description: 'Whether mail is set up.' }),
  siteUrl: nullable<string>('string', { description: 'Where the public site is; null while it is off.' }),
  waitingCount: Type.Integer({
    description: 'How many submissions and reports of visitors wait for the team. Counted up to 100.',
  }),
  inboxCount: Type.Integer({ description: 'How many posts are in your inbox. Counted up to 100.' }),
  publicUrl: Type.String({ description: 'The public URL of the server, which also serves its files.' }),
  uploads: named('UploadLimits', {
    maxFiles: Type.Integer(),
    maxImageBytes: Type.Integer({ description: 'Also applies to PDFs.' }),
    maxVideoBytes: Type.Integer(),
  }),
});

const SignedInDevice = named('SignedInDevice', {
  id: Type.String(),
  createdAt: dateTime(),
  lastSeenAt: dateTime(),
  userAgent: nullable<string>('string'),
  address: nullable<string>('string'),
  isCurrent: Type.Boolean(),
});

const SignInMethods = named('SignInMethods', {
  password: Type.Boolean(),
  oidc: Type.Union([Type.Object({ label: Type.String() }), Type.Null()]),
  needsSetup: Type.Boolean(),
});

const Ended = Type.Object({ ended: Type.Integer() });

type AnyCall = Pick<
  ConsoleCall,
  'console' | 'cookies' | 'publicUrl' | 'siteAddresses' | 'uploads' | 'request' | 'reply'
>;

export const deviceOf = ({ cookies, request }: AnyCall): Device => ({
  userAgent: request.headers['user-agent'] ?? '',
  address: clientAddress(request),
  knownBy: cookies.deviceOf(request),
});

const presentWorkspace = ({ id, slug, name, role }: Workspace & { role: Role }) => ({ id, slug, name, role });

/** Includes the server settings that the console needs: its public URL and its upload limits. */
const presentSession = (
  { publicUrl, siteAddresses, uploads }: AnyCall,
  { account, workspace, workspaces, hasDisabledWebhook, isSitePublic, waitingCount, inboxCount }: SessionView,
): Static<typeof SessionShape> => ({
  account: { id: account.id, name: account.name, email: account.email, locale: account.locale },
  workspace: { ...presentWorkspace(workspace), ownUserId: workspace.userId },
  workspaces: workspaces.map(presentWorkspace),
  hasDisabledWebhook,
  hasMail: siteAddresses.hasMail,
  siteUrl: isSitePublic ? siteAddresses.urlOf(workspace.slug) : null,
  waitingCount,
  inboxCount,
  publicUrl: publicUrl(),
  uploads,
});

/** Sets the cookies of a new session and returns the session. */
export async function welcome(call: AnyCall, { token, session, knownBy }: NewSession) {
  const { console, cookies, reply } = call;
  cookies.set(reply, token);
  if (knownBy !== undefined) cookies.setDevice(reply, knownBy);
  const signedIn = await console.sessions.find(token);
  if (signedIn === undefined) throw notFound('Session');
  return presentSession(call, await console.sessions.view({ session, membership: signedIn.membership }));
}

export const sessionOperations = {
  methods: operation({
    operationId: 'getSignInMethods',
    summary: 'Get the sign-in methods',
    answer: SignInMethods,
    handler: async ({ console }) => ({
      password: true,
      oidc: console.federation === undefined ? null : { label: console.federation.label },
      needsSetup: await console.setup.isNeeded(),
    }),
  }),
  signIn: operation({
    operationId: 'signIn',
    summary: 'Sign in with a password',
    body: named('Credentials', { email: Type.String(), password: Type.String() }),
    answer: SessionShape,
    async handler(call) {
      const { console, cookies, body, request } = call;
      const { email, password } = body;
      const before = cookies.tokenOf(request);
      const made = await console.signIn.withPassword({ email, password }, deviceOf(call), before);
      return welcome(call, made);
    },
  }),
  read: operation({
    operationId: 'getSession',
    summary: 'Get the current session',
    answer: SessionShape,
    async handler(call) {
      const { console, cookies, signedIn, request, reply } = call;
      await console.sessions.choose(signedIn);
      // Each use extends the session, so extend the cookie too.
      cookies.set(reply, cookies.tokenOf(request) ?? '');
      return presentSession(call, await console.sessions.view(signedIn));
    },
  }),
  signOut: operation({
    operationId: 'signOut',
    summary: 'Sign out',
    answer: Type.Object({ signedOut: Type.Literal(true) }),
    async handler({ console, cookies, signedIn: { session }, reply }) {
      await console.sessions.end(session.accountId, session.id);
      cookies.clear(reply);
      return { signedOut: true as const };
    },
  }),
  updateAccount: operation({
    operationId: 'updateAccount',
    summary: 'Update your account',
    body: named('AccountPatch', {
      name: Type.Optional(Type.String()),
      locale: Type.Optional(nullable<string>('string')),
      password: Type.Optional(Type.Object({ current: Type.String(), next: Type.String() })),
    }),
    answer: SessionShape,
    async handler(call) {
      const { console, cookies, signedIn, body, reply } = call;
      const knownBy = await console.accounts.update(signedIn, body, deviceOf(call));
      if (knownBy !== undefined) cookies.setDevice(reply, knownBy);
      return presentSession(call, await console.sessions.view(signedIn));
    },
  }),
  list: operation({
    operationId: 'listSessions',
    summary: 'List your sessions',
    answer: Type.Object({ sessions: Type.Array(SignedInDevice) }),
    async handler({ console, signedIn: { session: current } }) {
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
  }),
  end: operation({
    operationId: 'endSession',
    summary: 'End a session',
    params: idParams,
    answer: Ended,
    async handler({ console, signedIn, params }) {
      await console.sessions.end(signedIn.session.accountId, params.id);
      return { ended: 1 };
    },
  }),
  endOthers: operation({
    operationId: 'endOtherSessions',
    summary: 'End all other sessions',
    answer: Ended,
    handler: async ({ console, signedIn }) => ({ ended: await console.sessions.endOthers(signedIn) }),
  }),
};
