import { describe, expect, it } from 'vitest';
import { accountEmail, accountLocale, checkedPassword } from './account.ts';
import { isAtLeast, roles } from './membership.ts';
import { shownPath } from './request-record.ts';
import { hashToken, looksLikeToken, mintToken } from './token.ts';

describe('a password', () => {
  const email = 'Ada.Lovelace@Example.com';

  it.each([
    'a long enough one',
    '   spaces   ',
    '密码密码密码密码密码一',
    '😀😁😂🤣😃😄😅😆😉😊',
    `${'x1'.repeat(99)}yz`,
  ])('is accepted unchanged: %s', (text) => expect(checkedPassword(text, email)).toBe(text));

  it.each([
    'nine char',
    'x'.repeat(201),
    'Password123',
    'QWERTYUIOP',
    'abababababab',
    'ada.lovelace@example.com',
    'ADA.LOVELACE',
    'with a \0 in it',
    'half a pair \ud800',
  ])('is rejected: %j', (text) => expect(() => checkedPassword(text, email)).toThrow(/"password"/));
});

it('an email is trimmed and validated', () => {
  expect(accountEmail(' ada@example.com ')).toBe('ada@example.com');
  for (const text of ['', 'ada', 'ada@', 'a b@c', 'ada@example.com\0'])
    expect(() => accountEmail(text)).toThrow();
});

it('a locale is a language tag', () => {
  for (const text of ['en', 'de-AT', 'zh-Hans-CN']) expect(accountLocale(text)).toBe(text);
  for (const text of ['', 'e', 'english please', 'en_US', '../en'])
    expect(() => accountLocale(text)).toThrow();
});

it('roles are ordered', () => {
  const atLeastAdmin = roles.filter((role) => isAtLeast(role, 'admin'));
  expect(atLeastAdmin).toEqual(['admin', 'owner']);
});

it('tokens have 256 bits, are recognizable, and are hashed for storage', () => {
  const tokens = Array.from({ length: 100 }, mintToken);
  expect(new Set(tokens).size).toBe(100);
  for (const token of tokens) {
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(looksLikeToken(token)).toBe(true);
    expect(hashToken(token)).not.toContain(token);
  }
  for (const text of ['', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}!`])
    expect(looksLikeToken(text)).toBe(false);
});

it.each([
  ['/v1/posts?filters=search:x', '/v1/posts', '/v1/posts'],
  ['/v1/posts/post_1', '/v1/posts/:id', '/v1/posts/post_1'],
  ['http://host/v1/posts', '/v1/posts', '/v1/posts'],
  [
    '/v1/posts/by-external-id/ada',
    '/v1/posts/by-external-id/:externalId',
    '/v1/posts/by-external-id/:externalId',
  ],
  [
    '/v1/posts/by-external-id/ada/votes',
    '/v1/posts/by-external-id/:externalId/votes',
    '/v1/posts/by-external-id/:externalId/votes',
  ],
  ['/v1/posts/by-external-id/ada@example.com/x', null, '/v1/posts/by-external-id/:externalId'],
  ['/v1/posts/by%2Dexternal%252Did/ada', null, '/v1/posts/by-external-id/:externalId'],
  ['/v1/sk_live_es_secret/x', null, '/v1/sk_…/x'],
  ['/v1/sk%5Flive_es_secret).', null, '/v1/sk_…'],
  ['/v1/%73k%255Ftest_es_secret', null, '/v1/sk_…'],
  [`/v1/${'x/'.repeat(500)}`, null, `/v1/${'x/'.repeat(98)}`],
  [`/v1/posts/post_test_${'0'.repeat(26)}`, '/v1/posts/:id', `/v1/posts/post_test_${'0'.repeat(26)}`],
])('the logged path of %s hides secrets', (url, route, shown) => {
  expect(shownPath(url, route)).toBe(shown);
});

it.each(['', '.', ')', ').', ',', '>', '%3E', '%29.', ';', '"', '…', '%', '%zz', '#top', '=', ' x', '%20'])(
  'a link token followed by "%s" is not logged',
  (end) => {
    const token = mintToken();
    const encoded = [...token].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('');
    for (const form of [
      token,
      encoded,
      encodeURIComponent(encoded),
      `(${token}`,
      `${'x'.repeat(180)}${token}`,
    ])
      expect(shownPath(`/setup/${form}${end}`, null)).toBe('/setup/…');
  },
);
