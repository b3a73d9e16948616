// A name for every request: the caller's own when it is well-formed, else one of ours. On every response.

import type { IncomingMessage } from 'node:http';
import type { MintId } from '../domain/id.ts';

const wellFormed = /^[A-Za-z0-9._-]{1,128}$/;

export const requestIdOf =
  (mintId: MintId) =>
  (message: IncomingMessage): string => {
    const given = message.headers['x-request-id'];
    return typeof given === 'string' && wellFormed.test(given) ? given : mintId('request');
  };
