// The ID of every request, also sent with its response: the caller's own if it is well-formed, else a new one.

import type { IncomingMessage } from 'node:http';
import type { MintId } from '../../domain/kernel/id.ts';

const validId = /^[A-Za-z0-9._-]{1,128}$/;

/** Always the same ID for the same message, and a new one where there is no message. */
export type RequestIdOf = (message?: IncomingMessage) => string;

export function requestIds(mintId: MintId): RequestIdOf {
  return (message: (IncomingMessage & { [known]?: string }) | undefined) => {
    if (message === undefined) return mintId('request');
    const given = message.headers['x-request-id'];
    message[known] ??= typeof given === 'string' && validId.test(given) ? given : mintId('request');
    return message[known];
  };
}

/** On the message itself: a weak map of this many short-lived keys slows down every garbage collection. */
const known = Symbol('request id');
