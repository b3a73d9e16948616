import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressBucket, addressOf } from './address.ts';

describe('addressOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[203.0.113.7]', '203.0.113.7'],
    ['::1', '::1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[fe80::1%eth0]:443', 'fe80::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:CB00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
    ['::ffff:0:0', '0.0.0.0'],
  ])('reads %s as %s', (text, address) => {
    expect(addressOf(text)).toBe(address);
  });

  it.each([
    '',
    ' ',
    'unknown',
    'example.com',
    '203.0.113',
    '203.0.113.256',
    '203.0.113.07',
    '203.0.113.7:',
    '203.0.113.7:1:2',
    '203.0.113.7, 203.0.113.8',
    '[203.0.113.7',
    '2001:db8::1::2',
    '[2001:db8::1]:',
    '[]',
    '%eth0',
    '_hidden',
    '<script>',
    '1'.repeat(10_000),
  ])('rejects %.30s', (text) => {
    expect(addressOf(text)).toBeUndefined();
  });

  it('is canonical and idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const address = addressOf(text);
        expect(address).toBeDefined();
        expect(addressOf(address ?? '')).toBe(address);
        expect(addressOf(text.toUpperCase())).toBe(address);
      }),
    );
  });
});

describe('addressBucket', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ])('maps %s to %s', (address, bucket) => {
    expect(addressBucket(address)).toBe(bucket);
  });

  it('groups IPv6 addresses exactly by their first 64 bits', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const half = fc.tuple(group, group, group, group);
    const textOf = (groups: number[]) => groups.map((value) => value.toString(16)).join(':');
    fc.assert(
      fc.property(half, half, half, half, (network, other, first, second) => {
        const bucketOf = (groups: number[]) => addressBucket(addressOf(textOf(groups)) ?? '');
        // 0:0:0:0 is also the prefix of mapped IPv4 addresses.
        fc.pre(network.some((value) => value !== 0) && other.some((value) => value !== 0));
        expect(bucketOf([...network, ...first])).toBe(bucketOf([...network, ...second]));
        const isSame = textOf(network) === textOf(other);
        expect(bucketOf([...network, ...first]) === bucketOf([...other, ...first])).toBe(isSame);
      }),
    );
  });
});
