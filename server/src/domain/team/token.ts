// Tokens for sessions, invites and setup links. Only their hashes are stored.

import { createHash, randomBytes } from 'node:crypto';

const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits. */
export const mintToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A cheap check before any lookup. */
export const looksLikeToken = (text: string): boolean => tokenShape.test(text);
