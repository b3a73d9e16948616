// A real OpenID Connect provider on a free port, with a user of the test's choice already signed in.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The user of further sign-ins. */
  person: { sub: string; email?: string; email_verified?: boolean; name?: string };
  /** Follows a URL at the provider like a browser until it redirects back; returns that URL. */
  visit(url: string): Promise<string>;
  close(): Promise<void>;
}

/** `redirectUrl` is called on the first request, since the program may start after its provider. */
export async function startProvider(redirectUrl: () => string): Promise<TestProvider> {
  const server: Server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { id: 'earshot', secret: 'a secret of the provider' };
  const test: TestProvider = {
    issuer,
    clientId: client.id,
    clientSecret: client.secret,
    person: { sub: 'nobody' },
    visit: (url) => followed(url, issuer),
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
  const made = () =>
    new Provider(issuer, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: [redirectUrl()],
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      pkce: { required: () => true },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 },
      cookies: { keys: ['of this test alone'] },
      features: { devInteractions: { enabled: false } },
      findAccount: (_context: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ ...test.person, sub: id }),
      }),
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      // Consent is always granted.
      loadExistingGrant: async (context: GrantContext) => {
        const grant = new context.oidc.provider.Grant({
          clientId: context.oidc.client.clientId,
          accountId: context.oidc.session.accountId,
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
  let provider: Provider | undefined;
  server.on('request', (request: IncomingMessage, response) => {
    provider ??= made();
    if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: test.person.sub } });
  });
  return test;
}

interface GrantContext {
  oidc: {
    provider: Provider;
    client: { clientId: string };
    session: { accountId: string };
  };
}

async function followed(start: string, issuer: string): Promise<string> {
  const jar = new Map<string, string>();
  let url = start;
  for (let step = 0; step < 10; step += 1) {
    if (!url.startsWith(issuer)) return url;
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const next = response.headers.get('location');
    if (next === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
    url = new URL(next, url).href;
  }
  throw new Error('The provider leads in circles.');
}
