import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { jwtTokens } from './jwt.ts';

const tokens = jwtTokens();
const pairOf = async (alg: string) => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one' };
  const sign = (header: object = {}) =>
    new SignJWT({ sub: 'ada' }).setProtectedHeader({ alg, kid: 'one', ...header }).sign(privateKey);
  return { jwk, sign };
};

describe('a token signed with a published key', () => {
  it.each(['RS256', 'ES256', 'EdDSA'])('is known by it, and by no other: %s', async (alg) => {
    const { jwk, sign } = await pairOf(alg);
    const other = (await pairOf(alg)).jwk;
    const token = await sign();
    expect(await tokens.isSignedByOneOf(token, [other, jwk])).toBe(true);
    expect(await tokens.isSignedByOneOf(token, [other])).toBe(false);
    expect(await tokens.isSignedByOneOf(await sign({ kid: 'two' }), [jwk])).toBe(false);
    expect(await tokens.isSignedByOneOf(token, [{ ...jwk, use: 'enc' }])).toBe(false);
    expect(await tokens.isSignedByOneOf(token, [{ kty: jwk.kty, kid: 'one' }, { nonsense: 1 }])).toBe(false);
  });

  it('is never known by a secret among them, nor by another algorithm', async () => {
    const k = Buffer.from('a secret that is long enough to sign').toString('base64url');
    const token = await new SignJWT({ sub: 'ada' })
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .sign(Buffer.from(k, 'base64url'));
    expect(await tokens.isSignedByOneOf(token, [{ kty: 'oct', kid: 'one', k }])).toBe(false);
    const { jwk, sign } = await pairOf('RS512');
    expect(await tokens.isSignedByOneOf(await sign(), [jwk])).toBe(false);
    expect(await tokens.isSignedBySecret(await sign(), JSON.stringify(jwk))).toBe(false);
  });
});
