// What can go wrong: the server refused (EarshotError), there was no complete answer (EarshotConnectionError), or a
// received webhook is not genuine (EarshotWebhookError). None holds a header that was sent, so none can show the key.

import type { components } from './generated/openapi.ts';

type ErrorBody = components['schemas']['ApiError']['error'];

/** The codes of the API, each with one status. */
export type ErrorCode = ErrorBody['code'];

/** One wrong field of a refused request. */
export type FieldFault = NonNullable<ErrorBody['details']>[number];

export interface EarshotErrorFields {
  code: ErrorCode | 'UNEXPECTED_ANSWER';
  message: string;
  status: number;
  operation: string;
  requestId: string | undefined;
  details: readonly FieldFault[];
  retryAfterMs: number | undefined;
  isReplayed: boolean;
}

/** The server answered with a refusal or a fault. */
export class EarshotError extends Error {
  override readonly name = 'EarshotError';
  /** What to decide on. `UNEXPECTED_ANSWER`: not an answer of the API, as from a proxy in between. */
  readonly code: ErrorCode | 'UNEXPECTED_ANSWER';
  /** The HTTP status. */
  readonly status: number;
  /** The operationId of the API's document. */
  readonly operation: string;
  /** What the operator finds the request by in the logs. */
  readonly requestId: string | undefined;
  /** On 400, every wrong field; else empty. */
  readonly details: readonly FieldFault[];
  /** How long the server asked to wait. */
  readonly retryAfterMs: number | undefined;
  /** Whether this is the kept answer to an earlier request with the same idempotency key. */
  readonly isReplayed: boolean;

  constructor({ message, ...fields }: EarshotErrorFields) {
    super(message);
    this.code = fields.code;
    this.status = fields.status;
    this.operation = fields.operation;
    this.requestId = fields.requestId;
    this.details = fields.details;
    this.retryAfterMs = fields.retryAfterMs;
    this.isReplayed = fields.isReplayed;
  }
}

/** No answer: the connection failed or broke (`NETWORK`), or took longer than `timeoutMs` (`TIMEOUT`). */
export class EarshotConnectionError extends Error {
  override readonly name = 'EarshotConnectionError';
  readonly code: 'NETWORK' | 'TIMEOUT';
  readonly operation: string;

  constructor(code: 'NETWORK' | 'TIMEOUT', operation: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.operation = operation;
  }
}

/** What is wrong with a webhook delivery. */
export type WebhookFault = 'MISSING_HEADER' | 'WRONG_TIMESTAMP' | 'WRONG_SIGNATURE' | 'NOT_AN_EVENT';

/** A webhook delivery that must not be trusted. */
export class EarshotWebhookError extends Error {
  override readonly name = 'EarshotWebhookError';
  readonly code: WebhookFault;

  constructor(code: WebhookFault, message: string) {
    super(message);
    this.code = code;
  }
}
