// Signing in through a provider: the way there and the way back. Both are addresses that a browser is sent to, so
// that what goes wrong ends at the sign-in page, which says what it was by the word in its address.

import type { FastifyRequest } from 'fastify';
import type { Federation, PendingFederation } from '../../app/team/federation.ts';
import { Failure } from '../../domain/failure.ts';
import { noSuchEndpoint } from '../failures.ts';
import { type Query, readText } from '../vocabulary.ts';
import type { ConsoleApiOptions, ConsoleOperation } from './operation.ts';
import { deviceOf } from './sessions.ts';

const cookieName = 'oidc';

interface Pending extends PendingFederation {
  /** Where the person wanted to go. */
  to: string;
}

export function oidcOperations({ console, cookies, publicUrl }: ConsoleApiOptions) {
  const federation = (): Federation => {
    if (console.federation === undefined) throw noSuchEndpoint();
    return console.federation;
  };
  const callbackUrl = () => `${publicUrl()}/console/api/oidc/callback`;
  const refusal = (request: FastifyRequest, error: unknown): string => {
    const failure = error instanceof Failure ? error : undefined;
    request.log.warn({ err: failure?.cause ?? error }, 'sign-in through the provider failed');
    return `${publicUrl()}/sign-in?error=${reasons[failure?.code ?? ''] ?? 'oidc_failed'}`;
  };

  return {
    start: {
      async handler(request, reply) {
        const { start } = federation();
        try {
          const { url, pending } = await start(callbackUrl());
          const to = localPath(readText((request.query as Query).to));
          cookies.setPassing(reply, cookieName, packed({ ...pending, to }));
          return reply.redirect(url);
        } catch (error) {
          return reply.redirect(refusal(request, error));
        }
      },
    },
    callback: {
      async handler(request, reply) {
        const { finish } = federation();
        const pending = unpacked(cookies.passingOf(request, cookieName));
        cookies.clearPassing(reply, cookieName);
        try {
          if (pending === undefined) throw new Failure('UNAUTHORIZED', 'No sign-in was started here.');
          const query = request.url.slice(request.url.indexOf('?'));
          const cameBackTo = new URL(callbackUrl() + (query.startsWith('?') ? query : ''));
          const before = cookies.tokenOf(request);
          const { token } = await finish(cameBackTo, pending, deviceOf(cookies, request), request.id, before);
          cookies.set(reply, token);
          return reply.redirect(publicUrl() + pending.to);
        } catch (error) {
          return reply.redirect(refusal(request, error));
        }
      },
    },
  } satisfies Record<string, ConsoleOperation>;
}

const reasons: Record<string, string> = {
  FORBIDDEN: 'oidc_not_invited',
  UNAVAILABLE: 'oidc_unavailable',
};

/** A path of ours; anything that could lead elsewhere becomes the first page. */
const localPath = (text: string | undefined): string =>
  text !== undefined && /^\/(?![/\\])[^\s\\]{0,500}$/.test(text) ? text : '/';

const packed = (pending: Pending): string => Buffer.from(JSON.stringify(pending)).toString('base64url');

function unpacked(text: string | undefined): Pending | undefined {
  try {
    const pending = JSON.parse(Buffer.from(text ?? '', 'base64url').toString()) as Partial<Pending>;
    const { state, nonce, verifier, to } = pending;
    const isWhole = [state, nonce, verifier, to].every((part) => typeof part === 'string');
    return isWhole ? { ...(pending as Pending), to: localPath(to) } : undefined;
  } catch {
    return undefined;
  }
}
