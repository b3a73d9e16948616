// Sign-in through an OpenID Connect provider: authorization code with PKCE, state and nonce. The library is loaded,
// and the provider asked about itself, when the first person comes this way.

import { Failure } from '../../domain/failure.ts';
import type { Identity, SignInProvider } from '../../ports/sign-in-provider.ts';

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

const scope = 'openid email profile';
/** A provider that hangs must not hold a person up for longer. */
const timeoutSeconds = 10;

export function oidcProvider({ issuer, clientId, clientSecret }: OidcSettings): SignInProvider {
  const discover = async () => {
    const client = await import('openid-client');
    const url = new URL(issuer);
    // Only a provider on this very machine may be asked without TLS; the configuration takes no other.
    const execute = url.protocol === 'http:' ? [client.allowInsecureRequests] : [];
    const configuration = await client.discovery(url, clientId, clientSecret, undefined, {
      execute,
      timeout: timeoutSeconds,
    });
    return { client, configuration };
  };
  let found: ReturnType<typeof discover> | undefined;
  const provider = () => {
    found ??= discover().catch((error: unknown) => {
      // The next person may have more luck.
      found = undefined;
      throw away(error);
    });
    return found;
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

    async finish(cameBackTo, { state, nonce, verifier }) {
      const { client, configuration } = await provider();
      try {
        const tokens = await client.authorizationCodeGrant(configuration, cameBackTo, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims: Record<string, unknown> = { ...tokens.claims() };
        if (typeof claims.email === 'string' || typeof claims.sub !== 'string') return identityOf(claims);
        // Some providers tell the address to those who ask once more.
        return identityOf(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub));
      } catch (error) {
        throw isAnswer(error) ? refused(error) : away(error);
      }
    },
  };
}

const away = (cause: unknown): Failure =>
  new Failure('UNAVAILABLE', 'The sign-in provider cannot be reached.', undefined, cause);

const refused = (cause?: unknown): Failure =>
  new Failure('UNAUTHORIZED', 'The sign-in provider did not say who you are.', undefined, cause);

function identityOf(claims: Record<string, unknown>): Identity {
  const { email, email_verified: isVerified, name } = claims;
  if (typeof email !== 'string') throw refused();
  return { email, isEmailVerified: isVerified === true, name: typeof name === 'string' ? name : undefined };
}

/** What came back is not what was asked for, as against nothing that came back. */
const isAnswer = (error: unknown): boolean => {
  if (error instanceof Failure) return true;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.startsWith('OAUTH_');
};
