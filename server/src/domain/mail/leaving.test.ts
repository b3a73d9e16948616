import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isOurs, type LeaveLink, leaveToken, readLeaveToken } from './leaving.ts';
import { addressHash, newMailKey, userHash } from './suppression.ts';

const body = '01h455vb4pex5vsknk084sn02q';
const link: LeaveLink = { workspaceId: `ws_${body}`, who: `user_${body}`, scope: 'notices' };
const key = newMailKey();
const token = leaveToken(key, link);

it('reads what it wrote, for a person and for an address', () => {
  for (const who of [link.who, addressHash(key, 'ada@example.com')]) {
    const read = readLeaveToken(leaveToken(key, { ...link, who }));
    expect(read?.link).toEqual({ ...link, who });
    expect(read !== undefined && isOurs(key, read)).toBe(true);
  }
});

it('takes no token of another workspace, person, scope or key', () => {
  const mac = token.split('.').at(-1) ?? '';
  const others = [
    { ...link, workspaceId: `ws_${body.replace('1', '2')}` },
    { ...link, who: `user_${body.replace('1', '2')}` },
    { ...link, scope: 'sign_in' },
  ];
  for (const other of others) expect(isOurs(key, { link: other, mac })).toBe(false);
  expect(isOurs(newMailKey(), { link, mac })).toBe(false);
});

it('reads no other text, and takes none with one character changed', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => readLeaveToken(text) === undefined));
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom(...'0aZ_.'), (at, character) => {
      fc.pre(token[at] !== character);
      const read = readLeaveToken(token.slice(0, at) + character + token.slice(at + 1));
      // The last character carries two bits that are not of the MAC.
      fc.pre(at < token.length - 1);
      expect(read !== undefined && isOurs(key, read)).toBe(false);
    }),
  );
});

it('hashes an address whatever its case, and never as a user ID', () => {
  expect(addressHash(key, 'ADA@Example.com')).toBe(addressHash(key, 'ada@example.com'));
  expect(addressHash(key, 'x')).not.toBe(userHash(key, 'x'));
  expect(addressHash(key, 'x')).not.toBe(addressHash(newMailKey(), 'x'));
});
