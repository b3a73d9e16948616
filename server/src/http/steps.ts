// Hooks that finish at once where they can. Fastify waits for the promise of an async hook even if nothing in it had to
// wait, and a request meets a dozen hooks.

import type { FastifyReply, FastifyRequest, onRequestHookHandler, onSendHookHandler } from 'fastify';
import type { Eventual } from '../domain/eventual.ts';

/** Returns the reply if it has sent the answer; then nothing else runs. */
export type Step = (request: FastifyRequest, reply: FastifyReply) => Eventual<unknown>;

export const step =
  (run: Step): onRequestHookHandler =>
  (request, reply, done) => {
    const outcome = run(request, reply);
    if (outcome instanceof Promise) outcome.then(() => done(), done);
    else if (outcome === undefined) done();
  };

type LastStep = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => Eventual<unknown>;

/** Returns what to send in place of the payload. */
export const lastStep =
  (run: LastStep): onSendHookHandler =>
  (request, reply, payload, done) => {
    const outcome = run(request, reply, payload);
    if (outcome instanceof Promise) outcome.then((body) => done(null, body), done);
    else done(null, outcome);
  };
