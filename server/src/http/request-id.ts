// The request id, on every response: the caller's own if valid, otherwise a new one.

import type { IncomingMessage } from 'node:http';
import type { MintId } from '../domain/id.ts';

const validId = /^[A-Za-z0-9._-]{1,128}$/;

export const requestIdOf =
  (mintId: MintId) =>
  (message: IncomingMessage): string => {
    const given = message.headers['x-request-id'];
    return typeof given === 'string' && validId.test(given) ? given : mintId('request');
  };
