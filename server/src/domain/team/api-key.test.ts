import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  type ApiKey,
  chosenSecret,
  hashSecret,
  isUsable,
  keyModes,
  keyPrefix,
  looksLikeSecret,
  mintSecret,
} from './api-key.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe.each(keyModes)('a minted %s secret', (mode) => {
  it('is the prefix, "es_", 32 random and 6 checksum characters of base62', () => {
    for (let turn = 0; turn < 200; turn += 1) {
      const secret = mintSecret(mode);
      expect(secret).toMatch(new RegExp(`^sk_${mode}_es_[0-9A-Za-z]{38}$`));
      expect(looksLikeSecret(secret)).toBe(true);
      expect(chosenSecret(secret, mode, 'X')).toBe(secret);
    }
  });

  it('ends in the CRC-32 of the rest in base62, so that scanners can verify it', () => {
    for (let turn = 0; turn < 200; turn += 1) {
      const secret = mintSecret(mode);
      let value = 0;
      for (const digit of secret.slice(-6)) value = value * 62 + base62.indexOf(digit);
      expect(value).toBe(crc32(secret.slice(0, -6)));
    }
  });

  it('is unique and uses the whole alphabet', () => {
    const secrets = Array.from({ length: 500 }, () => mintSecret(mode));
    expect(new Set(secrets).size).toBe(500);
    const used = new Set(secrets.flatMap((secret) => [...secret.slice(11, 43)]));
    expect([...used].sort().join('')).toBe([...base62].sort().join(''));
  });
});

it('hashes a secret with SHA-256', () => {
  const secret = mintSecret('live');
  expect(hashSecret(secret)).toBe(createHash('sha256').update(secret).digest('hex'));
  expect(hashSecret(secret)).toMatch(/^[0-9a-f]{64}$/);
});

describe('looksLikeSecret', () => {
  it.each([
    '',
    'sk_live_',
    'sk_prod_abc',
    'SK_LIVE_abc',
    ' sk_live_abc',
    'sk_live_abc\n',
    'sk_live_a b',
    'sk_live_é',
    `sk_live_${'a'.repeat(201)}`,
  ])('rejects %j', (text) => {
    expect(looksLikeSecret(text)).toBe(false);
  });
});

describe('chosenSecret', () => {
  const enough = 'abcdefghijklmnopqrstuvwx';

  it('accepts the right prefix and 24 to 200 characters', () => {
    for (const mode of keyModes)
      for (const rest of [enough, `${'b'.repeat(176)}${enough}`, `${enough}-_`, '390174582093177452086113'])
        expect(chosenSecret(keyPrefix(mode) + rest, mode, 'X')).toBe(keyPrefix(mode) + rest);
  });

  it.each([
    ['sk_test_', enough],
    ['sk_live_', enough.slice(1)],
    ['sk_live_', 'a'.repeat(201)],
    ['sk_live_', `${enough}!`],
    ['', enough],
  ])('rejects %s%s, naming the variable without the secret', (prefix, rest) => {
    const choose = () => chosenSecret(prefix + rest, 'live', 'BOOTSTRAP_LIVE_KEY');
    expect(choose).toThrow(/"BOOTSTRAP_LIVE_KEY" must be "sk_live_"/);
    expect(choose).not.toThrow(rest);
  });

  it.each([
    'a'.repeat(32),
    'ab'.repeat(16),
    'abcd1234'.repeat(3),
    '0123456789ab0123456789ab',
    'password-password-password-',
    `${'0'.repeat(31)}1`,
    'aaaaaaaabbbbbbbbccccccccdddddddd',
  ])('rejects the guessable sk_live_%s', (rest) => {
    const choose = () => chosenSecret(`sk_live_${rest}`, 'live', 'BOOTSTRAP_LIVE_KEY');
    expect(choose).toThrow(/"BOOTSTRAP_LIVE_KEY" is too easy to guess/);
    expect(choose).not.toThrow(rest);
  });

  it('accepts every minted key', () => {
    for (let round = 0; round < 200; round += 1)
      for (const mode of keyModes) expect(() => chosenSecret(mintSecret(mode), mode, 'X')).not.toThrow();
  });
});

it('a key is usable until it is revoked or expires', () => {
  const key = { revokedAt: null, expiresAt: null } as ApiKey;
  expect(isUsable(key, 1000)).toBe(true);
  expect(isUsable({ ...key, expiresAt: 1001 }, 1000)).toBe(true);
  expect(isUsable({ ...key, expiresAt: 1000 }, 1000)).toBe(false);
  expect(isUsable({ ...key, revokedAt: 1 }, 1000)).toBe(false);
  expect(isUsable({ ...key, revokedAt: 1, expiresAt: 2000 }, 1000)).toBe(false);
});
