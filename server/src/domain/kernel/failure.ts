// The failures a client may see. http/failures maps them to statuses.

export const failureCodes = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'GONE',
  'PRECONDITION_FAILED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'IDEMPOTENCY_MISMATCH',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
] as const;

export type FailureCode = (typeof failureCodes)[number];

/** One invalid field. `message` is a full sentence that quotes the field's name. */
export interface FieldFault {
  field: string;
  message: string;
}

/** An error for the client: one sentence for a developer, never SQL, a path or a stack trace. */
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

/** A temporary failure, with the time to retry. */
export class TransientFailure extends Failure {
  readonly retryAfterSeconds: number;

  constructor(code: FailureCode, message: string, waitMs: number) {
    super(code, message);
    this.retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  }
}

/** Refused before anything was done, because too much is waiting already. */
export class Overloaded extends TransientFailure {
  constructor(message: string) {
    super('UNAVAILABLE', message, 1_000);
  }
}

/** The connection or the disk failed during a commit, so the outcome of the write is unknown. */
export class OutcomeUnknown extends Failure {
  constructor(cause: unknown) {
    super('UNAVAILABLE', 'The service cannot answer right now.', undefined, cause);
  }
}

/** Whether the same work may succeed later: a database or storage can't be reached. */
export const isPassing = (error: unknown): boolean =>
  error instanceof Failure && error.code === 'UNAVAILABLE';

const fullDiskCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Whether there was no space for a file: a full disk, a quota, or a limit for the size of files. */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && fullDiskCodes.includes(cause.code)) return true;
  return false;
}

/** Whether the database had no space: PostgreSQL's code for it, or SQLite's, of which only the low byte counts. */
export function isDatabaseFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === '53100') return true;
    if ('errcode' in cause && typeof cause.errcode === 'number' && (cause.errcode & 0xff) === 13) return true;
  }
  return false;
}

/** For whoever waits for a job. */
export const diskIsFull = "The server's disk is full.";

/** An invalid field: `rule` completes the sentence `"field" …`, as in `must be a string.` */
export const badField = (field: string, rule: string): Failure =>
  badFields([{ field, message: `"${field}" ${rule}` }]);

/** Several invalid fields; the message is the first one's. */
export const badFields = (faults: readonly [FieldFault, ...FieldFault[]]): Failure =>
  new Failure('BAD_REQUEST', faults[0].message, faults);

export const notFound = (what: string): Failure => new Failure('NOT_FOUND', `${what} not found.`);

export const conflict = (message: string): Failure => new Failure('CONFLICT', message);

/** The caller is authenticated but not allowed to do this. */
export const forbidden = (message: string): Failure => new Failure('FORBIDDEN', message);
