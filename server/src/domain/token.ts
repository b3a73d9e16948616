// Secrets that open something once or for a while: a session, an invite, a set-up link. Only their hashes are kept.

import { createHash, randomBytes } from 'node:crypto';

const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits. */
export const mintToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A cheap look before any look-up: no token has ever had another form. */
export const looksLikeToken = (text: string): boolean => tokenShape.test(text);
