// What the service can refuse, in its own words. HTTP statuses are not known here: http/failures maps them.

export const failureCodes = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'PRECONDITION_FAILED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'IDEMPOTENCY_MISMATCH',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
] as const;

export type FailureCode = (typeof failureCodes)[number];

/** One wrong field. `message` is a whole sentence that names the field in quotes. */
export interface FieldFault {
  field: string;
  message: string;
}

/** A refusal that a caller may read: one sentence for a developer, never SQL, a path or a stack. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly details: readonly FieldFault[] | undefined;

  constructor(code: FailureCode, message: string, details?: readonly FieldFault[], cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'Failure';
    this.code = code;
    this.details = details;
  }
}

/** A refusal that ends by itself, and when. */
export class PassingFailure extends Failure {
  readonly retryAfterSeconds: number;

  constructor(code: FailureCode, message: string, waitMs: number) {
    super(code, message);
    this.retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  }
}

/** Whether the write happened cannot be told: the engine was lost while it committed. */
export class OutcomeUnknown extends Failure {
  constructor(cause: unknown) {
    super('UNAVAILABLE', 'The service cannot answer right now.', undefined, cause);
  }
}

/** A wrong field: `rule` completes the sentence `"field" …`, as in `must be a string.` */
export const badField = (field: string, rule: string): Failure =>
  badFields([{ field, message: `"${field}" ${rule}` }]);

/** Several wrong fields at once; the first one makes the message. */
export const badFields = (faults: readonly [FieldFault, ...FieldFault[]]): Failure =>
  new Failure('BAD_REQUEST', faults[0].message, faults);

export const notFound = (thing: string): Failure => new Failure('NOT_FOUND', `${thing} not found.`);

export const conflict = (message: string): Failure => new Failure('CONFLICT', message);

/** The caller is known, and may not do this. */
export const forbidden = (message: string): Failure => new Failure('FORBIDDEN', message);
