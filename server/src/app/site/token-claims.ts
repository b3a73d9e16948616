// What a token that a host application signed must say, and what of it counts.

import type { Instant } from '../../domain/kernel/clock.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { throwAtOnce } from '../../domain/kernel/faults.ts';
import { checkedFields } from '../../domain/people/user.ts';
import type { UncheckedToken } from '../../ports/site/signed-tokens.ts';
import type { Introduced } from './visitor-people.ts';

export interface TokenClaims {
  introduced: Introduced;
  issuer: unknown;
  jti: string;
  /** Until when it must be remembered, so that it is used once. */
  expiresAt: Instant;
}

const skewSeconds = 60;
const maxLifetimeSeconds = 3600;
const maxIdLength = 255;

/** They would let whoever makes the token choose the key, or need something that we don't know. */
const refusedHeaders = ['jku', 'x5u', 'jwk', 'x5c', 'crit', 'b64'];

export const hasPlainHeader = ({ header }: UncheckedToken): boolean =>
  refusedHeaders.every((name) => !Object.hasOwn(header, name)) &&
  (header.kid === undefined || typeof header.kid === 'string');

/** Undefined if anything of it is wrong. `slug`: the workspace that it must be for. */
export function claimsIn({ claims }: UncheckedToken, slug: string, now: Instant): TokenClaims | undefined {
  const { aud, sub, exp, iat, nbf, jti, iss, email, email_verified: isVerified, name } = claims;
  const seconds = now / 1000;
  if (aud !== slug || !isId(sub) || !isId(jti) || !isTime(exp) || !isTime(iat)) return undefined;
  if (exp <= seconds - skewSeconds || iat > seconds + skewSeconds) return undefined;
  if (exp <= iat || exp - iat > maxLifetimeSeconds) return undefined;
  if (nbf !== undefined && (!isTime(nbf) || nbf > seconds + skewSeconds)) return undefined;
  if (!isTextOrAbsent(email) || !isTextOrAbsent(name)) return undefined;
  try {
    const { externalId, ...fields } = checkedFields({ externalId: sub, email, name }, throwAtOnce);
    const introduced = { ...fields, externalId: externalId ?? sub, emailVerified: isVerified === true };
    return { introduced, issuer: iss, jti, expiresAt: (exp + skewSeconds) * 1000 };
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= maxIdLength;
const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isTextOrAbsent = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string';
