import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorOf } from '../../../src/compose/operator.ts';
import { callerClient } from '../../support/caller.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;

beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.close());

const refused = (hint = '') => ({
  error: { code: 'UNAUTHORIZED', message: `Invalid API key.${hint}`, status: 401 },
});
const none = ' No key was sent.';
const malformed = ' A key begins with sk_live_ or sk_test_.';
const call = (headers: Record<string, string>, path = '/me') => callerClient(program.app).get(path, headers);

describe('an API key', () => {
  describe('200', () => {
    it.each<[string, (key: string) => Record<string, string>]>([
      ['Authorization: Bearer K', (key) => ({ authorization: `Bearer ${key}` })],
      ['Authorization: bearer K', (key) => ({ authorization: `bearer ${key}` })],
      ['Authorization: BEARER K', (key) => ({ authorization: `BEARER ${key}` })],
      ['Authorization: Bearer with spaces', (key) => ({ authorization: `Bearer   ${key} ` })],
      ['Authorization: K', (key) => ({ authorization: key })],
      ['x-api-key: K', (key) => ({ 'x-api-key': key })],
      ['X-API-Key: K', (key) => ({ 'X-API-Key': ` ${key} ` })],
      [
        'Authorization, which overrides x-api-key',
        (key) => ({ authorization: `Bearer ${key}`, 'x-api-key': 'wrong' }),
      ],
      [
        'a raw key in Authorization, which overrides x-api-key',
        (key) => ({ authorization: key, 'x-api-key': 'sk_live_other' }),
      ],
      [
        'x-api-key, with Basic in Authorization',
        (key) => ({ authorization: 'Basic dXNlcjpwYXNz', 'x-api-key': key }),
      ],
      [
        'x-api-key, with another token in Authorization',
        (key) => ({ authorization: 'Bearer eyJhbGciOi.x.y', 'x-api-key': key }),
      ],
      ['x-api-key, with an empty Authorization', (key) => ({ authorization: '', 'x-api-key': key })],
      [
        'x-api-key, with an empty Bearer in Authorization',
        (key) => ({ authorization: 'Bearer ', 'x-api-key': key }),
      ],
    ])('is accepted as %s', async (_name, headers) => {
      for (const mode of ['live', 'test'] as const) {
        const { status, body } = await call(headers(program.secrets[mode]));
        expect([status, body.data.key.mode]).toEqual([200, mode]);
      }
    });

    it('in Authorization overrides a valid one in x-api-key', async () => {
      const { body } = await call({ authorization: program.secrets.test, 'x-api-key': program.secrets.live });
      expect(body.data.key.mode).toBe('test');
    });

    it('has the format that secret scanners detect', () => {
      expect(program.secrets.live).toMatch(/^sk_live_es_[0-9A-Za-z]{38}$/);
      expect(program.secrets.test).toMatch(/^sk_test_es_[0-9A-Za-z]{38}$/);
      expect(program.dump()).not.toContain(program.secrets.live);
    });

    it('records the last use of a live key, at most once a minute, and never of a test key', async () => {
      const listed = async () => {
        // The last use is written outside the request; an empty transaction waits for it.
        await program.engines.store.transaction(async () => undefined);
        const keys = await program.engines.store.read.apiKeys.list(program.workspaceId);
        return Object.fromEntries(keys.map(({ mode, lastUsedAt }) => [mode, lastUsedAt]));
      };
      await program.live.get('/me');
      await program.test.get('/me');
      const first = await listed();
      expect(first).toEqual({ live: program.clock.now(), test: null });
      program.clock.advance(59_000);
      await program.live.get('/me');
      expect(await listed()).toEqual(first);
      program.clock.advance(1000);
      await program.live.get('/me');
      expect(await listed()).toEqual({ live: program.clock.now(), test: null });
    });
  });

  describe('401', () => {
    it.each<[string, () => Record<string, string>, hint?: string]>([
      ['a missing header', () => ({}), none],
      ['an empty Authorization', () => ({ authorization: '' }), none],
      ['Bearer alone', () => ({ authorization: 'Bearer' }), none],
      ['Bearer with only spaces', () => ({ authorization: 'Bearer  ' }), none],
      ['another scheme', () => ({ authorization: `Basic ${program.secrets.live}` }), none],
      ['a scheme without a space', () => ({ authorization: `Bearer${program.secrets.live}` }), malformed],
      ['Bearer twice', () => ({ authorization: `Bearer Bearer ${program.secrets.live}` }), malformed],
      ['an unknown key of the right form', () => ({ authorization: `Bearer sk_live_es_${'x'.repeat(38)}` })],
      ['a key without its prefix', () => ({ authorization: program.secrets.live.slice(8) }), malformed],
      [
        'a key with the prefix of the other mode',
        () => ({ authorization: program.secrets.live.replace('sk_live_', 'sk_test_') }),
      ],
      ['a truncated key', () => ({ authorization: program.secrets.live.slice(0, -1) })],
      ['a key with an extra character', () => ({ authorization: `${program.secrets.live}x` })],
      ['a key in upper case', () => ({ authorization: program.secrets.live.toUpperCase() }), malformed],
      ['two keys in one header', () => ({ 'x-api-key': `${program.secrets.live}, ${program.secrets.live}` })],
      [
        'a wrong key in Authorization with a valid x-api-key',
        () => ({ authorization: 'Bearer sk_live_wrong', 'x-api-key': program.secrets.live }),
      ],
      ['another token', () => ({ authorization: 'Bearer eyJhbGciOi.x.y' }), malformed],
      ['another prefix', () => ({ 'x-api-key': 'sk_prod_x' }), malformed],
      ['an empty x-api-key', () => ({ 'x-api-key': ' ' }), none],
      ['an 8 KB key', () => ({ authorization: `Bearer sk_live_${'x'.repeat(8000)}` })],
      ['a key with a quote', () => ({ authorization: "Bearer sk_live_' or 1=1 --" })],
    ])('rejects %s', async (_name, headers, hint) => {
      for (const path of ['/me', '/posts', '/post']) {
        const answer = await call(headers(), path);
        expect([answer.status, answer.body]).toEqual([401, refused(hint)]);
        expect(answer.headers['www-authenticate']).toBe('Bearer');
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
      }
    });

    it.each([
      ['GET', '/me'],
      ['GET', '/posts'],
      ['POST', '/posts'],
      ['GET', '/posts/x'],
      ['PATCH', '/posts/x'],
      ['DELETE', '/posts/x'],
      ['GET', '/posts/x/comments'],
      ['POST', '/posts/x/comments'],
      ['GET', '/comments/x'],
      ['PATCH', '/comments/x'],
      ['DELETE', '/comments/x'],
      ['GET', '/posts/x/votes'],
      ['POST', '/posts/x/votes'],
      ['DELETE', '/posts/x/votes'],
      ['GET', '/statuses'],
      ['GET', '/post-types'],
    ])('is required for %s %s before any other check', async (method, path) => {
      const before = program.dump();
      const options = method === 'GET' ? {} : { raw: '{', headers: { 'content-type': 'application/json' } };
      const answer = await callerClient(program.app).call(method, path, options);
      expect([answer.status, answer.body]).toEqual([401, refused(none)]);
      expect(program.dump()).toBe(before);
    });

    it('is rejected immediately after it is revoked', async () => {
      const operator = operatorOf(program.engines.store, program.clock);
      const { key, secret } = await operator.createKey(program.workspaceId, {
        mode: 'live',
        name: 'To revoke',
      });
      const client = callerClient(program.app, secret);
      expect((await client.get('/me')).status).toBe(200);
      await operator.revokeKey(program.workspaceId, key.id);
      const { status, body } = await client.get('/me');
      expect([status, body]).toEqual([401, refused()]);
    });

    it('is rejected from the moment it expires', async () => {
      const operator = operatorOf(program.engines.store, program.clock);
      const expiresAt = program.clock.now() + 5000;
      const { secret } = await operator.createKey(program.workspaceId, {
        mode: 'test',
        name: 'Brief',
        expiresAt,
      });
      const client = callerClient(program.app, secret);
      program.clock.advance(4999);
      const alive = await client.get('/me');
      expect([alive.status, alive.body.data.key.expiresAt]).toEqual([200, new Date(expiresAt).toISOString()]);
      program.clock.advance(1);
      const { status, body } = await client.get('/me');
      expect([status, body]).toEqual([401, refused()]);
    });
  });
});

describe('failed authentication', () => {
  describe('429', () => {
    let limited: TestProgram;
    beforeAll(async () => {
      limited = await startProgram();
    });
    afterAll(() => limited.close());

    it('is limited to 600 per minute per address, and valid keys keep working', async () => {
      const attempt = () => callerClient(limited.app).get('/me', { authorization: 'Bearer sk_live_guess' });
      const statuses: number[] = [];
      for (let round = 0; round < 6; round += 1) {
        const answers = await Promise.all(Array.from({ length: 100 }, attempt));
        statuses.push(...answers.map(({ status }) => status));
      }
      expect(statuses).toEqual(Array(600).fill(401));

      limited.clock.advance(1500);
      const { status, body, headers } = await attempt();
      expect([status, body]).toEqual([
        429,
        {
          error: { code: 'RATE_LIMITED', message: 'Too many requests. Please try again later.', status: 429 },
        },
      ]);
      expect(headers['retry-after']).toBe('59');
      expect((await limited.live.get('/me')).status).toBe(200);
      expect((await limited.test.get('/me')).status).toBe(200);

      limited.clock.advance(58_500);
      expect((await attempt()).status).toBe(401);
    });

    it('is counted per address', async () => {
      const from = (remoteAddress: string) =>
        limited.app.inject({
          url: '/v1/me',
          remoteAddress,
          headers: { authorization: 'Bearer sk_live_guess' },
        });
      for (let round = 0; round < 6; round += 1) {
        await Promise.all(Array.from({ length: 100 }, () => from('192.0.2.1')));
      }
      expect((await from('192.0.2.1')).statusCode).toBe(429);
      expect((await from('192.0.2.2')).statusCode).toBe(401);
    });

    it('ignores X-Forwarded-For unless the proxy is trusted', async () => {
      const strict = await startProgram({ environment: { AUTH_FAILURE_LIMIT: '1' } });
      const from = (address: string) => callerClient(strict.app).get('/me', { 'x-forwarded-for': address });
      const statuses = [(await from('192.0.2.1')).status, (await from('192.0.2.2')).status];
      await strict.close();
      expect(statuses).toEqual([401, 429]);
    });

    /** Counts in the process: these tests are about what counts as one address, not about where it is counted. */
    const counted = { REDIS_URL: '' };

    it.each([
      ['text that is not an address', ['nobody', '<script>', 'a'.repeat(5000), '', '999.1.1.1'], '127.0.0.1'],
      ['an address with a port', ['192.0.2.1:1024', '192.0.2.1:1025'], '192.0.2.1'],
      ['IPv4-mapped IPv6', ['::ffff:192.0.2.2', '[::ffff:c000:202]:80'], '192.0.2.2'],
      [
        'IPv6 addresses of one /64',
        ['2001:db8::1', '[2001:DB8::2]:443', '2001:db8::ffff:0:0:3%eth0'],
        '2001:db8::9',
      ],
      ['text before an address', ['x, 192.0.2.3', '<b>, 192.0.2.3'], '192.0.2.3'],
    ])('counts %s as one address', async (_name, written, same) => {
      const environment = { ...counted, AUTH_FAILURE_LIMIT: String(written.length), TRUST_PROXY: 'true' };
      const trusting = await startProgram({ environment });
      const from = async (address: string) =>
        (await callerClient(trusting.app).get('/me', { 'x-forwarded-for': address })).status;
      const statuses: number[] = [];
      for (const address of [...written, same, '198.51.100.1']) statuses.push(await from(address));
      await trusting.close();
      expect(statuses).toEqual([...written.map(() => 401), 429, 401]);
    });

    it('counts by the last address before the trusted proxies', async () => {
      const environment = { ...counted, AUTH_FAILURE_LIMIT: '1', TRUST_PROXY: '127.0.0.1,10.0.0.0/8' };
      const behind = await startProgram({ environment });
      const from = async (address: string) =>
        (await callerClient(behind.app).get('/me', { 'x-forwarded-for': address })).status;
      const statuses = [
        await from('192.0.2.7, 10.0.0.1'),
        await from('forged, 192.0.2.7, 10.0.0.1'),
        await from('nonsense, 10.0.0.2'),
        await from('other nonsense, 10.0.0.2'),
      ];
      await behind.close();
      expect(statuses).toEqual([401, 429, 401, 429]);
    });

    it('is not limited if the limit is 0', async () => {
      const open = await startProgram({ environment: { AUTH_FAILURE_LIMIT: '0' } });
      const answers = await Promise.all(Array.from({ length: 700 }, () => callerClient(open.app).get('/me')));
      await open.close();
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    });
  });
});
