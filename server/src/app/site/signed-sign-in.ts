// Signing in with a token that the host application signed: with the secret of the workspace, or with keys of its own
// that it publishes. A token of the test secret rehearses.

import { hash } from 'node:crypto';
import { Failure } from '../../domain/kernel/failure.ts';
import type { MintId } from '../../domain/kernel/id.ts';
import type { Site } from '../../domain/site/site.ts';
import { currentSecrets, rehearsalLastsMs } from '../../domain/site/visitor.ts';
import type { FetchKeys, SignedTokens } from '../../ports/site/signed-tokens.ts';
import type { Deps } from '../kernel/change.ts';
import { identityKeys } from './identity-keys.ts';
import { sealed } from './rehearsals.ts';
import { claimsIn, hasPlainHeader, type TokenClaims } from './token-claims.ts';
import { introduce, isProvenBy } from './visitor-people.ts';
import { beginSession, fromApplication, type Offer, type ReadToken } from './visitor-sessions.ts';

export interface SignedSignInTools {
  tokens: SignedTokens;
  fetchKeys: FetchKeys;
  /** For the made-up people of rehearsals. */
  mintTestId: MintId;
}

const maxTokenLength = 4096;

/** `deps`: those of live keys. */
export function signedSignIn(deps: Deps, { tokens, fetchKeys, mintTestId }: SignedSignInTools): ReadToken {
  const { store, clock } = deps;
  const { read } = store;
  const keysOf = identityKeys(fetchKeys, clock);

  const secretOf = async (site: Site, token: string, mode: 'live' | 'test'): Promise<string | undefined> => {
    for (const secret of currentSecrets(await read.visitors.findSecret(site.id, mode), clock.now()))
      if (await tokens.isSignedBySecret(token, secret)) return secret;
    return undefined;
  };

  const offerLive = async (site: Site, { introduced, jti, expiresAt }: TokenClaims): Promise<Offer> => ({
    userId: (await read.users.findByExternalId(site.id, introduced.externalId))?.id,
    name: introduced.name ?? null,
    mode: 'live',
    returnTo: undefined,
    ...fromApplication,
    async accept({ before, host, requestId }) {
      const actor = { type: 'system' as const, id: 'sign-in' };
      const user = await introduce(deps, { workspaceId: site.id, actor, requestId }, introduced).catch(
        unlessRefused,
      );
      if (user === undefined) return undefined;
      const beginning = { userId: user.id, cameBy: 'token' as const, before, host };
      return beginSession(deps, site.id, beginning, async (write) => {
        const isNew = await write.visitors.useToken(site.id, hash('sha256', jti), expiresAt);
        if (isNew && isProvenBy(user, introduced))
          await write.visitors.noteSignIn(site.id, user.id, { emailProven: true });
        return isNew;
      });
    },
  });

  const offerRehearsal = (site: Site, { introduced }: TokenClaims, secret: string): Offer => ({
    userId: undefined,
    name: introduced.name ?? null,
    mode: 'test',
    returnTo: undefined,
    ...fromApplication,
    async accept() {
      const session = {
        ...{ sealedBy: 'secret', userId: mintTestId('user'), name: introduced.name ?? null, returnTo: '/' },
        expiresAt: clock.now() + rehearsalLastsMs,
      };
      return { token: sealed('session', site.id, secret, session), lastsMs: rehearsalLastsMs };
    },
  });

  return async (site, token) => {
    const unchecked = token.length <= maxTokenLength ? await tokens.read(token) : undefined;
    if (unchecked === undefined || !hasPlainHeader(unchecked)) return undefined;
    const claims = claimsIn(unchecked, site.slug, clock.now());
    if (claims === undefined) return undefined;
    const { alg, kid } = unchecked.header;
    if (alg === 'HS256') {
      if ((await secretOf(site, token, 'live')) !== undefined) return offerLive(site, claims);
      const secret = await secretOf(site, token, 'test');
      return secret === undefined ? undefined : offerRehearsal(site, claims, secret);
    }
    const { identityJwksUrl: url, identityIssuer: issuer } = site;
    if (url === null || issuer === null || claims.issuer !== issuer) return undefined;
    const isGenuine = await tokens.isSignedByOneOf(token, await keysOf(url, kid));
    return isGenuine ? offerLive(site, claims) : undefined;
  };
}

/** The token says who it is for, but that person can't be signed in. */
function unlessRefused(error: unknown): undefined {
  if (error instanceof Failure && ['FORBIDDEN', 'BAD_REQUEST', 'CONFLICT'].includes(error.code))
    return undefined;
  throw error;
}
