// Tokens that the host application signs with keys of its own, which the built program fetches over TLS.

import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { certificate, key } from '../../support/network/certificate.ts';
import { application, chosenKeys, cleanUpAfterAll, newDirectory, type Serving, serve } from '../processes.ts';

const algorithms = ['RS256', 'ES256', 'EdDSA'] as const;
const issuer = 'https://acme.test';
const published: object[] = [];
const asked: string[] = [];
const host = createServer({ key, cert: certificate }, (request, response) => {
  asked.push(request.url ?? '');
  const keys = JSON.stringify({ keys: published });
  if (request.url === '/keys.json') response.end(keys);
  else if (request.url === '/moved') response.writeHead(302, { location: '/keys.json' }).end();
  else response.end(keys.padEnd(64 * 1024 + 1));
});
const signers = new Map<string, (subject: string) => Promise<string>>();

let directory: string;
let serving: Serving;

cleanUpAfterAll();
beforeAll(async () => {
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  for (const alg of algorithms) {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    published.push({ ...(await exportJWK(publicKey)), kid: alg });
    signers.set(alg, (subject) =>
      new SignJWT({ sub: subject, aud: 'default', iss: issuer, jti: `${alg} ${subject}` })
        .setProtectedHeader({ alg, kid: alg })
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey),
    );
  }
  directory = await newDirectory();
  await writeFile(join(directory, 'certificate.pem'), certificate);
  serving = await start({ NODE_EXTRA_CA_CERTS: join(directory, 'certificate.pem') });
}, 60_000);
afterAll(() => {
  host.closeAllConnections();
  host.close();
});

const start = (environment: Record<string, string>) =>
  serve(join(directory, 'data'), { ...chosenKeys, WEBHOOK_ALLOW_PRIVATE: 'true', ...environment });

const useKeysAt = async (path: string): Promise<void> => {
  const identityJwksUrl = `https://localhost:${(host.address() as AddressInfo).port}${path}`;
  const settings = { visibility: 'signed_in', identityIssuer: issuer, identityJwksUrl } as const;
  await application(serving.address).site.update(settings);
};

const signIn = async (alg: string, subject: string): Promise<number> => {
  const body = new URLSearchParams({ token: (await signers.get(alg)?.(subject)) ?? '' });
  const headers = { 'sec-fetch-site': 'same-origin' };
  const options = { method: 'POST', redirect: 'manual' as const, headers, body };
  return (await fetch(`${serving.address}/p/default/sign-in`, options)).status;
};

it('signs in with each kind of key, and asks for the keys once', async () => {
  await useKeysAt('/keys.json');
  for (const alg of algorithms) expect([alg, await signIn(alg, 'ada')]).toEqual([alg, 303]);
  expect(asked).toEqual(['/keys.json']);
  const named = [];
  for await (const user of application(serving.address).users.list({ filters: { externalId: 'ada' } }))
    named.push(user);
  expect(named).toHaveLength(1);
});

it.each(['/moved', '/large'])('takes no keys that are somewhere else, or too many: %s', async (path) => {
  await useKeysAt(path);
  expect(await signIn('ES256', 'bob')).toBe(401);
  expect(asked.at(-1)).toBe(path);
});

it('takes no keys from a host that it can’t be sure of', async () => {
  serving.child.kill('SIGTERM');
  await serving.exited;
  serving = await start({});
  const before = asked.length;
  await useKeysAt('/keys.json');
  expect(await signIn('ES256', 'bob')).toBe(401);
  expect(asked).toHaveLength(before);
});
