// Records each completed request: in the metrics, in the log and in the request log of the workspace.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AnsweredRequest, shownPath } from '../../domain/team/request-record.ts';
import { codeOf } from '../kernel/failures.ts';
import type { Metrics } from './operations.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** How long the request waited for something to happen. It doesn't count as processing time. */
    waitedMs: number;
  }
}

/** A line of the log. None of its fields can hold a secret. */
export interface AnsweredLine {
  requestId: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  waitedMs?: number | undefined;
  keyId?: string | undefined;
  accountId?: string | undefined;
}

export type NoteAnswer = (request: FastifyRequest, reply: FastifyReply) => void;

/** `noteRequest` is called only for requests of API keys and of signed-in people. */
export function answerNotes(
  logAnswer: (line: AnsweredLine) => void,
  metrics: Metrics,
  noteRequest: (request: AnsweredRequest) => void,
): NoteAnswer {
  return (request, reply) => {
    const { id: requestId, method, url, apiKey, caller, waitedMs = 0, isPartOfBatch } = request;
    const route = request.routeOptions.url ?? null;
    const status = reply.statusCode;
    const durationMs = Math.max(0, reply.elapsedTime - waitedMs);
    metrics.answered(method, route ?? 'none', status, durationMs / 1000);
    const path = shownPath(url, route);
    const ms = Math.round(durationMs * 10) / 10;
    const keyId = apiKey?.id;
    const accountId = caller?.actor.type === 'person' ? caller.actor.id : undefined;
    const waited = waitedMs === 0 ? undefined : Math.round(waitedMs);
    logAnswer({ requestId, method, path, status, ms, waitedMs: waited, keyId, accountId });
    const workspaceId = apiKey?.workspaceId ?? caller?.workspaceId;
    const callerId = keyId ?? accountId;
    // A batch is recorded as one request, without its parts.
    if (workspaceId === undefined || callerId === undefined || isPartOfBatch) return;
    const errorCode = codeOf(status);
    noteRequest({ workspaceId, callerId, requestId, method, url, route, status, durationMs, errorCode });
  };
}
