// Sign-in through an OpenID Connect provider: authorization code with PKCE, state and nonce. The library is loaded,
// and discovery runs, on the first sign-in.

import { Failure } from '../../domain/kernel/failure.ts';
import type { Identity, SignInProvider } from '../../ports/team/sign-in-provider.ts';

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

const scope = 'openid email profile';
/** Limits how long a hanging provider delays a sign-in. */
const timeoutSeconds = 10;

export function oidcProvider({ issuer, clientId, clientSecret }: OidcSettings): SignInProvider {
  const discover = async () => {
    const client = await import('openid-client');
    const url = new URL(issuer);
    // The configuration allows http only for a provider on localhost.
    const execute = url.protocol === 'http:' ? [client.allowInsecureRequests] : [];
    const configuration = await client.discovery(url, clientId, clientSecret, undefined, {
      execute,
      timeout: timeoutSeconds,
    });
    return { client, configuration };
  };
  let discovered: ReturnType<typeof discover> | undefined;
  const provider = () => {
    discovered ??= discover().catch((error: unknown) => {
      // Retry on the next sign-in.
      discovered = undefined;
      throw unreachable(error);
    });
    return discovered;
  };

  return {
    async start(redirectUrl) {
      const { client, configuration } = await provider();
      const pending = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUrl,
        scope,
        code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
        state: pending.state,
        nonce: pending.nonce,
      });
      return { url: url.href, pending };
    },

    async finish(callbackUrl, { state, nonce, verifier }) {
      const { client, configuration } = await provider();
      try {
        const tokens = await client.authorizationCodeGrant(configuration, callbackUrl, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims: Record<string, unknown> = { ...tokens.claims() };
        if (typeof claims.email === 'string' || typeof claims.sub !== 'string') return identityOf(claims);
        // Some providers return the email only from the userinfo endpoint.
        return identityOf(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub));
      } catch (error) {
        throw isProviderError(error) ? refused(error) : unreachable(error);
      }
    },
  };
}

const unreachable = (cause: unknown): Failure =>
  new Failure('UNAVAILABLE', 'The sign-in provider cannot be reached.', undefined, cause);

const refused = (cause?: unknown): Failure =>
  new Failure('UNAUTHORIZED', 'The sign-in provider did not say who you are.', undefined, cause);

function identityOf(claims: Record<string, unknown>): Identity {
  const { email, email_verified: isVerified, name } = claims;
  if (typeof email !== 'string') throw refused();
  return { email, isEmailVerified: isVerified === true, name: typeof name === 'string' ? name : undefined };
}

/** The provider responded, but with an error or an invalid token; anything else means it is unreachable. */
const isProviderError = (error: unknown): boolean => {
  if (error instanceof Failure) return true;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.startsWith('OAUTH_');
};
