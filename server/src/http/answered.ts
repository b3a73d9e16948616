// Records each completed request: in the metrics, in the log and in the request log of the workspace.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../app/kernel/change.ts';
import type { ApiKey } from '../domain/api-key.ts';
import { type AnsweredRequest, shownPath } from '../domain/request-record.ts';
import { codeOf } from './failures.ts';
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

/** A request and its response, before it is known what of it is recorded. */
export interface Answered extends Omit<AnsweredRequest, 'workspaceId' | 'callerId' | 'errorCode'> {
  waitedMs: number;
  /** Neither for a request that was refused before it was known whose it is. */
  apiKey: ApiKey | undefined;
  caller: Caller | undefined;
  isPartOfBatch: boolean;
}

export type NoteAnswer = (answered: Answered) => void;

export function answeredBy(request: FastifyRequest, reply: FastifyReply): Answered {
  const { id: requestId, method, url, apiKey, caller, waitedMs = 0, isPartOfBatch } = request;
  const route = request.routeOptions.url ?? null;
  const durationMs = Math.max(0, reply.elapsedTime - waitedMs);
  const status = reply.statusCode;
  return { requestId, method, url, route, status, durationMs, waitedMs, apiKey, caller, isPartOfBatch };
}

/** `noteRequest` is called only for requests of API keys and of signed-in people. */
export function answerNotes(
  logAnswer: (line: AnsweredLine) => void,
  metrics: Metrics,
  noteRequest: (request: AnsweredRequest) => void,
): NoteAnswer {
  return ({ requestId, method, url, route, status, durationMs, waitedMs, apiKey, caller, isPartOfBatch }) => {
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
