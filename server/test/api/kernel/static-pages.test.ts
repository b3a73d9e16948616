// Pages that need no key: served from shared memory, and rate limited by address.

import { once } from 'node:events';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { exchange, openWire } from '../../support/network/wire.ts';
import { type ProgramOptions, startProgram, type TestProgram } from '../../support/program.ts';

const pages = ['/openapi.json', '/docs/', '/docs/posts', '/docs/search.js', '/docs/style.css'];

describe('a public page', () => {
  let program: TestProgram;
  beforeAll(async () => {
    program = await startProgram();
  });
  afterAll(() => program.close());
  const get = (url: string, headers: Record<string, string> = {}) => program.app.inject({ url, headers });

  it.each(pages)('%s has the same content in every encoding, each with its own ETag', async (url) => {
    const plain = await get(url);
    const gzip = await get(url, { 'accept-encoding': 'gzip, deflate' });
    const br = await get(url, { 'accept-encoding': 'gzip, deflate, br' });
    const none = await get(url, { 'accept-encoding': 'gzip;q=0, br;q=0.0' });
    expect(
      [plain, gzip, br, none].map(({ statusCode, headers }) => [statusCode, headers['content-encoding']]),
    ).toEqual([
      [200, undefined],
      [200, 'gzip'],
      [200, 'br'],
      [200, undefined],
    ]);
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    expect(new Set([plain, gzip, br].map(({ headers }) => headers.etag)).size).toBe(3);
    for (const { headers, rawPayload } of [plain, gzip, br]) {
      expect(headers).toMatchObject({
        vary: 'accept-encoding',
        'cache-control': 'no-cache',
        'content-length': String(rawPayload.length),
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it.each(pages)('%s returns 304 for a matching If-None-Match', async (url) => {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const { headers } = await get(url, { 'accept-encoding': encoding });
      const known = { 'accept-encoding': encoding, 'if-none-match': `"other", W/${headers.etag}` };
      const again = await get(url, known);
      expect([again.statusCode, again.payload, again.headers.etag]).toEqual([304, '', headers.etag]);
      expect((await get(url, { ...known, 'if-none-match': '"other"' })).statusCode).toBe(200);
    }
  });

  it('of the API reference has an opaque origin, nothing inline, and no foreign scripts or hosts', async () => {
    for (const url of ['/docs/', '/docs/errors', '/docs/search.js', '/docs/?q=posts']) {
      const policy = String((await get(url)).headers['content-security-policy']);
      expect(policy).toMatch(/^sandbox allow-scripts/);
      expect(policy).not.toMatch(/allow-same-origin|unsafe/);
      expect(policy).toContain("script-src 'self'; style-src 'self'");
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
    }
    expect((await get('/openapi.json')).headers['access-control-allow-origin']).toBe('*');
    expect((await get('/v1/me')).headers).not.toHaveProperty('access-control-allow-origin');
  });

  it.each(['/docs/nothing', '/docs/posts/nothing', '/docs/openapi.json', '/docs/constructor'])(
    '%s returns 404',
    async (url) => {
      const { statusCode, headers } = await get(url);
      expect([statusCode, headers['x-request-id']]).toEqual([404, expect.stringMatching(/^req_/)]);
    },
  );
});

describe('limits', () => {
  let program: TestProgram | undefined;
  const start = async (environment: Record<string, string>, options: ProgramOptions = {}) => {
    program = await startProgram({ environment, ...options });
    return program;
  };
  afterEach(() => program?.close());

  it('count requests for static pages per address, and no others', async () => {
    const { app, clock, live } = await start({ PAGE_LIMIT: '3', TRUST_PROXY: 'true' });
    const from = (address: string, url: string) =>
      app.inject({ url, headers: { 'x-forwarded-for': address } });
    for (const url of ['/openapi.json', '/docs/', '/'])
      expect([url, (await from('2001:db8::1', url)).statusCode]).toEqual([url, 200]);
    for (const url of ['/openapi.json', '/docs/', '/docs/search.js', '/']) {
      const refused = await from('2001:db8::2', url);
      expect([url, refused.statusCode, refused.json().error.code]).toEqual([url, 429, 'RATE_LIMITED']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.headers['x-request-id']).toMatch(/^req_/);
    }
    expect((await from('2001:db8:0:1::1', '/openapi.json')).statusCode).toBe(200);
    expect((await from('192.0.2.1', '/openapi.json')).statusCode).toBe(200);
    expect((await from('2001:db8::1', '/healthz')).statusCode).toBe(200);
    expect((await live.get('/me', { 'x-forwarded-for': '2001:db8::1' })).status).toBe(200);
    clock.advance(60_000);
    expect((await from('2001:db8::1', '/openapi.json')).statusCode).toBe(200);
  });

  it('are off if set to 0', async () => {
    const { app } = await start({ PAGE_LIMIT: '0', MAX_CONNECTIONS: '0' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.inject('/openapi.json')));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });

  it('return 503 to excess connections, for any path', async () => {
    const running = await start({ MAX_CONNECTIONS: '1' });
    const port = await running.listen();
    const held = openWire(port);
    held.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    expect((await held.answer)?.status).toBe(200);
    for (const path of ['/v1/me', '/healthz', '/']) {
      const refused = await exchange(port, `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine\r\n\r\n`);
      expect([refused.status, refused.body.error.code]).toEqual([503, 'UNAVAILABLE']);
      expect(refused.headers).toMatchObject({
        'x-request-id': 'mine',
        'retry-after': expect.stringMatching(/^\d+$/),
        connection: 'close',
      });
    }
    expect(running.logged().filter(({ msg }) => msg === 'connection refused')).toHaveLength(3);
    held.socket.destroy();
    await once(held.socket, 'close');
  });
});
