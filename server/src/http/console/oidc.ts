// Sign-in through an OpenID Connect provider. Browsers navigate to both endpoints, so every failure redirects to the
// sign-in page with an error code in the URL.

import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { Federation } from '../../app/team/federation.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { noSuchEndpoint } from '../kernel/failures.ts';
import { type ConsoleCall, redirect } from './operation.ts';
import { deviceOf } from './sessions.ts';

const cookieName = 'oidc';

/** The cookie of a pending sign-in; `to` is the page to open afterwards. */
const PendingSignIn = Type.Object({
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  to: Type.String(),
});

type AnyCall = Pick<ConsoleCall, 'console' | 'publicUrl' | 'request'>;

function federationOf({ console }: AnyCall): Federation {
  if (console.federation === undefined) throw noSuchEndpoint();
  return console.federation;
}

const callbackUrl = ({ publicUrl }: AnyCall): string => `${publicUrl()}/console/api/oidc/callback`;

const reasons: Record<string, string> = {
  FORBIDDEN: 'oidc_not_invited',
  UNAVAILABLE: 'oidc_unavailable',
};

function refusalUrl({ publicUrl, request }: AnyCall, error: unknown): string {
  const failure = error instanceof Failure ? error : undefined;
  request.log.warn(
    { requestId: request.id, err: failure?.cause ?? error },
    'sign-in through the provider failed',
  );
  return `${publicUrl()}/sign-in?error=${reasons[failure?.code ?? ''] ?? 'oidc_failed'}`;
}

export const oidcOperations = {
  start: redirect({
    operationId: 'startOidc',
    summary: 'Redirect to the OpenID provider',
    query: Type.Object({ to: Type.Optional(Type.String({ description: 'The page to open afterwards.' })) }),
    async handler(call) {
      const { start } = federationOf(call);
      try {
        const { url, pending } = await start(callbackUrl(call));
        call.cookies.setPassing(call.reply, cookieName, packed({ ...pending, to: localPath(call.query.to) }));
        return url;
      } catch (error) {
        return refusalUrl(call, error);
      }
    },
  }),
  callback: redirect({
    operationId: 'finishOidc',
    summary: 'Handle the redirect from the OpenID provider',
    async handler(call) {
      const { cookies, request, reply, publicUrl } = call;
      const { finish } = federationOf(call);
      const pending = unpacked(cookies.passingOf(request, cookieName));
      cookies.clearPassing(reply, cookieName);
      try {
        if (pending === undefined) throw new Failure('UNAUTHORIZED', 'No sign-in was started here.');
        const cameBackTo = new URL(new URL(request.url, publicUrl()).search, callbackUrl(call));
        const before = cookies.tokenOf(request);
        const { token } = await finish(cameBackTo, pending, deviceOf(call), request.id, before);
        cookies.set(reply, token);
        return publicUrl() + pending.to;
      } catch (error) {
        return refusalUrl(call, error);
      }
    },
  }),
};

/** Prevents open redirects: anything but a path on this server becomes `/`. */
const localPath = (text: string | undefined): string =>
  text !== undefined && /^\/(?![/\\])[^\s\\]{0,500}$/.test(text) ? text : '/';

const packed = (pending: Static<typeof PendingSignIn>): string =>
  Buffer.from(JSON.stringify(pending)).toString('base64url');

function unpacked(text = ''): Static<typeof PendingSignIn> | undefined {
  try {
    const pending: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Value.Check(PendingSignIn, pending)) return undefined;
    return { ...pending, to: localPath(pending.to) };
  } catch {
    return undefined;
  }
}
