// Records each completed request: in the metrics, in the log and in the request log of the workspace.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AnsweredRequest, shownPath } from '../domain/request-record.ts';
import { codeOf } from './failures.ts';
import type { Metrics } from './operations.ts';

export type NoteAnswer = (request: FastifyRequest, reply: FastifyReply) => void;

/** `noteRequest` is called only for requests of API keys and of signed-in people. */
export const answerNotes =
  (metrics: Metrics, noteRequest: (request: AnsweredRequest) => void): NoteAnswer =>
  (request, { statusCode: status, elapsedTime }) => {
    const { method, url, apiKey, caller } = request;
    const route = request.is404 ? null : (request.routeOptions.url ?? null);
    metrics.answered(method, request.routeOptions.url ?? 'none', status, elapsedTime / 1000);
    const path = shownPath(url, route);
    const ms = Math.round(elapsedTime * 10) / 10;
    const keyId = apiKey?.id;
    const accountId = caller?.actor.type === 'person' ? caller.actor.id : undefined;
    request.log.info({ method, path, status, ms, keyId, accountId }, 'answered');
    const workspaceId = apiKey?.workspaceId ?? caller?.workspaceId;
    const callerId = keyId ?? accountId;
    // A batch is recorded as one request, without its parts.
    if (workspaceId === undefined || callerId === undefined || request.isPartOfBatch) return;
    const errorCode = codeOf(status);
    const durationMs = elapsedTime;
    noteRequest({
      workspaceId,
      callerId,
      requestId: request.id,
      method,
      url,
      route,
      status,
      durationMs,
      errorCode,
    });
  };
