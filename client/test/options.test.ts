// Client options: validated immediately, with a key or with cookies.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { Earshot, type EarshotOptions } from '../src/index.ts';
import { type FaultyServer, startFaultyServer, succeed } from './support/faulty-server.ts';

const apiKey = 'sk_live_es_options';
const baseUrl = 'https://feedback.example.com';

const requestsOf = async (options: Partial<EarshotOptions>) => {
  const requests: { address: string; init: RequestInit }[] = [];
  const fetch = async (address: string, init: RequestInit) => {
    requests.push({ address, init });
    return Response.json({ data: {} });
  };
  await new Earshot({ apiKey, baseUrl, ...options, fetch } as EarshotOptions).me();
  return requests;
};

describe('baseUrl', () => {
  it.each([
    ['https://feedback.example.com', 'https://feedback.example.com/v1/me'],
    ['https://feedback.example.com/', 'https://feedback.example.com/v1/me'],
    ['https://feedback.example.com/v1', 'https://feedback.example.com/v1/me'],
    ['https://feedback.example.com/v1/', 'https://feedback.example.com/v1/me'],
    ['https://example.com/feedback', 'https://example.com/feedback/v1/me'],
    ['http://[::1]:3000', 'http://[::1]:3000/v1/me'],
    ['', '/v1/me'],
    ['/feedback', '/feedback/v1/me'],
  ])('%j resolves to %s', async (given, address) => {
    expect(await requestsOf({ baseUrl: given })).toMatchObject([{ address }]);
  });

  it.each([
    'feedback.example.com',
    'ftp://example.com',
    'https://user:secret@example.com',
    'https://example.com?x',
    undefined,
  ])('%j is refused', (wrong) => {
    expect(() => new Earshot({ apiKey, baseUrl: wrong as string })).toThrow('"baseUrl" must be an address');
  });
});

describe('authentication', () => {
  it('uses a key on a backend, without cookies', async () => {
    const [request] = await requestsOf({});
    expect(new Headers(request?.init.headers).get('authorization')).toBe(`Bearer ${apiKey}`);
    expect(request?.init).not.toHaveProperty('credentials');
  });

  it("uses cookies in the installation's pages, with their additional headers", async () => {
    const tokens = ['first'];
    const [request] = await requestsOf({
      apiKey: undefined,
      credentials: 'same-origin',
      baseUrl: '',
      headers: () => ({ 'x-csrf-token': tokens.at(-1) ?? '' }),
    } as Partial<EarshotOptions>);
    const headers = new Headers(request?.init.headers);
    expect(request?.init.credentials).toBe('same-origin');
    expect(headers.get('x-csrf-token')).toBe('first');
    expect(headers.has('authorization')).toBe(false);
  });

  it.each([{}, { apiKey, credentials: 'include' }])('rejects %j: exactly one of the two', (wrong) => {
    expect(() => new Earshot({ baseUrl, ...wrong } as EarshotOptions)).toThrow(
      'either "apiKey" or "credentials"',
    );
  });

  it.each(['', 'sk live', 7, null])('rejects %j as a key', (wrong) => {
    expect(() => new Earshot({ baseUrl, apiKey: wrong } as unknown as EarshotOptions)).toThrow(TypeError);
  });

  describe('in a browser', () => {
    afterEach(() => {
      vi.unstubAllGlobals();
    });

    it('rejects a key, unless the browser check is overridden', () => {
      vi.stubGlobal('document', {});
      expect(() => new Earshot({ apiKey, baseUrl })).toThrow('An API key belongs on a backend');
      expect(() => new Earshot({ apiKey: () => apiKey, baseUrl })).toThrow('An API key belongs on a backend');
      expect(() => new Earshot({ apiKey, baseUrl, dangerouslyAllowBrowser: true })).not.toThrow();
      expect(() => new Earshot({ credentials: 'same-origin', baseUrl: '' })).not.toThrow();
    });
  });
});

it.each([
  { timeoutMs: -1 },
  { timeoutMs: Number.NaN },
  { maxRetries: -1 },
  { maxRetries: '3' as unknown as number },
])('%j is refused', (wrong) => {
  expect(() => new Earshot({ apiKey, baseUrl, ...wrong })).toThrow('must be a number from 0');
});

describe('a header of a call', () => {
  let server: FaultyServer;
  afterEach(() => server.close());

  it('that is invalid in HTTP is rejected before sending', async () => {
    server = await startFaultyServer(succeed({}));
    const earshot = new Earshot({ apiKey, baseUrl: server.baseUrl });
    await expect(earshot.me({ requestId: 'a\nb' })).rejects.toThrow(TypeError);
    await expect(earshot.tags.create({ name: 'x' }, { idempotencyKey: 'ä→b' })).rejects.toThrow(TypeError);
    expect(server.received).toEqual([]);
  });
});
