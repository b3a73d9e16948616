// JSON Web Tokens, by jose, which is loaded when the first one comes.

import type { CryptoKey } from 'jose';
import type { PublicKey, SignedTokens } from '../../ports/site/signed-tokens.ts';

/** The only algorithms by which a published key may sign, and the kind of key that each needs. */
const keyKinds: Record<string, { kty: string; crv?: string }> = {
  RS256: { kty: 'RSA' },
  ES256: { kty: 'EC', crv: 'P-256' },
  EdDSA: { kty: 'OKP', crv: 'Ed25519' },
};

/** Trying more would cost more than a request is worth. */
const maxTried = 8;

export const jwtTokens = (): SignedTokens => ({
  async read(token) {
    const { decodeJwt, decodeProtectedHeader } = await import('jose');
    try {
      return { header: { ...decodeProtectedHeader(token) }, claims: decodeJwt(token) };
    } catch {
      return undefined;
    }
  },
  isSignedBySecret: (token, secret) => isSignedBy(token, 'HS256', new TextEncoder().encode(secret)),
  async isSignedByOneOf(token, keys) {
    const { decodeProtectedHeader } = await import('jose');
    const { alg = '', kid } = decodeProtectedHeader(token);
    const kind = keyKinds[alg];
    if (kind === undefined) return false;
    const fitting = keys.filter(
      (key) =>
        key.kty === kind.kty &&
        (kind.crv === undefined || key.crv === kind.crv) &&
        (key.use === undefined || key.use === 'sig') &&
        (key.alg === undefined || key.alg === alg) &&
        (kid === undefined || key.kid === kid),
    );
    for (const key of fitting.slice(0, maxTried)) {
      const imported = await importedKey(key, alg);
      if (imported !== undefined && (await isSignedBy(token, alg, imported))) return true;
    }
    return false;
  },
});

async function importedKey(key: PublicKey, alg: string): Promise<CryptoKey | undefined> {
  const { importJWK } = await import('jose');
  try {
    // Without its private part, in case that was published too.
    const { d: _private, ...published } = key;
    const imported = await importJWK(published, alg);
    return imported instanceof Uint8Array ? undefined : imported;
  } catch {
    return undefined;
  }
}

async function isSignedBy(token: string, alg: string, key: CryptoKey | Uint8Array): Promise<boolean> {
  const { compactVerify } = await import('jose');
  try {
    await compactVerify(token, key, { algorithms: [alg] });
    return true;
  } catch {
    return false;
  }
}
