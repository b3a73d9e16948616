// Pieces that every shape and every operation is documented with.

import Type, { type TProperties, type TSchema } from 'typebox';
import type { FailureCode } from '../domain/failure.ts';
import { failureCodes } from '../domain/failure.ts';
import { statusOf } from '../http/failures.ts';

type Options = Record<string, unknown>;

export const nullable = <T>(type: string, options: Options = {}) =>
  Type.Unsafe<T | null>({ type: [type, 'null'], ...options });

export const oneOf = <const T extends readonly string[]>(values: T, options: Options = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });

export const dateTime = (options: Options = {}) =>
  Type.String({ format: 'date-time', examples: ['2026-01-31T09:15:02.123Z'], ...options });

export const identifier = (prefix: string, options: Options = {}) =>
  Type.String({ examples: [`${prefix}_01jz3k8n5yegs9t2w6qv4m7r8c`], ...options });

/** A schema with a name of its own in the OpenAPI document. */
export const named = <P extends TProperties>(name: string, properties: P, options: Options = {}) =>
  Type.Object(properties, { $id: name, title: name, ...options });

export const ErrorShape = named(
  'Error',
  {
    error: Type.Object({
      code: oneOf(failureCodes),
      message: Type.String({ description: 'One sentence for a developer.' }),
      status: Type.Integer({ description: 'Equals the HTTP status.' }),
      details: Type.Optional(
        Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), {
          description: 'On 400: every wrong field.',
        }),
      ),
    }),
  },
  { description: 'The body of every error.' },
);

const testFlag = Type.Optional(
  Type.Boolean({ description: 'True under a test key, absent under a live key.' }),
);

const text = (description: string) => Type.String({ description });
const count = (description: string) => Type.Integer({ description });

const commonHeaders = {
  'X-Request-Id': text('Names the request in our logs; yours is kept when it is well-formed.'),
};
const limitHeaders = {
  'X-RateLimit-Limit': count('Requests a window of one minute.'),
  'X-RateLimit-Remaining': count('Requests left in this window.'),
  'X-RateLimit-Reset': count('Unix time at which the window closes.'),
};
const retryHeader = { 'Retry-After': count('Seconds to wait.') };
const replayHeaders = {
  'Idempotent-Replayed': text('`true` when this is the kept answer to an earlier request.'),
};
const freshHeaders = { ETag: text('Send it back as If-None-Match.') };

/** A success with its envelope. */
export const success = (
  description: string,
  data: TSchema,
  example: unknown,
  kind: 'read' | 'write' = 'write',
) => ({
  description,
  headers: { ...commonHeaders, ...limitHeaders, ...(kind === 'read' ? freshHeaders : replayHeaders) },
  content: {
    'application/json': {
      schema: Type.Object({ data, test: testFlag }),
      examples: {
        live: { summary: 'Under a live key', value: { data: example } },
        test: { summary: 'Under a test key', value: { data: example, test: true } },
      },
    },
  },
});

const errorTexts: Partial<Record<FailureCode, { description: string; message: string; field?: string }>> = {
  BAD_REQUEST: {
    description: 'A field is missing or wrong.',
    message: '"title" is required.',
    field: 'title',
  },
  UNAUTHORIZED: {
    description: 'The API key is absent, unknown, revoked or expired.',
    message: 'Invalid API key.',
  },
  FORBIDDEN: {
    description: 'A person at the console whose role does not allow it. A key never gets this.',
    message: 'Only an owner or an admin of the workspace can do this.',
  },
  NOT_FOUND: { description: 'There is no such thing in this workspace.', message: 'Post not found.' },
  CONFLICT: {
    description: 'It does not fit what is there.',
    message: 'A post with the externalId "crm-42" exists already.',
  },
  PRECONDITION_FAILED: {
    description: 'It has been edited since.',
    message: 'It has changed since you read it; read it again.',
  },
  IDEMPOTENCY_MISMATCH: {
    description: 'The Idempotency-Key was used for another request.',
    message: 'This Idempotency-Key was used for another request.',
  },
  PAYLOAD_TOO_LARGE: { description: 'The body or a file is too large.', message: 'The body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: {
    description: 'The content type of the body, or of a file, is not taken.',
    message: 'This endpoint does not take a body of this content type.',
  },
  RATE_LIMITED: {
    description: 'The key is over its limit.',
    message: 'Too many requests. Please try again later.',
  },
  INTERNAL_ERROR: { description: 'A fault on our side.', message: 'Something went wrong on our side.' },
  UNAVAILABLE: {
    description: 'An engine behind the service is away.',
    message: 'The service cannot answer right now.',
  },
};

const always: FailureCode[] = ['UNAUTHORIZED', 'RATE_LIMITED', 'INTERNAL_ERROR', 'UNAVAILABLE'];
const withoutLimits = new Set<FailureCode>(['UNAUTHORIZED', 'INTERNAL_ERROR']);
const withRetry = new Set<FailureCode>(['RATE_LIMITED', 'UNAVAILABLE']);

/** The error answers of an operation: its own and those that any operation can give. */
export const errorAnswers = (own: readonly FailureCode[]) =>
  Object.fromEntries([...own, ...always].map((code) => [statusOf[code], errorAnswer(code)]));

function errorAnswer(code: FailureCode) {
  const { description, message, field } = errorTexts[code] ?? { description: code, message: code };
  const details = field === undefined ? {} : { details: [{ field, message }] };
  return {
    description,
    headers: {
      ...commonHeaders,
      ...(!withoutLimits.has(code) && limitHeaders),
      ...(withRetry.has(code) && retryHeader),
    },
    content: {
      'application/json': {
        schema: Type.Ref('Error'),
        examples: { [code]: { value: { error: { code, message, status: statusOf[code], ...details } } } },
      },
    },
  };
}

export const notModified = { 304: { description: 'What you have is still true.', type: 'null' } };

/** A page of things under their plural name. */
export const pageOf = (plural: string, item: TSchema) =>
  Type.Object({
    [plural]: Type.Array(item),
    cursor: Type.Integer({
      description: 'While `hasMore`, the page to ask for next; on the last page, the page just read.',
    }),
    hasMore: Type.Boolean(),
    next: nullable<string>('string', {
      description: 'Opaque. Send it as `after` for the next page at constant cost; null at the end.',
    }),
  });

export const pageExample = (plural: string, item: unknown) => ({
  [plural]: [item],
  cursor: 2,
  hasMore: true,
  next: 'WyJyZWNlbnQiLDE3Njk4NTA5MDIxMjMsInBvc3RfMDFrZyJd',
});

export const pageParameters = {
  cursor: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: 1,
      description:
        'Page number. Reaches the first 100,000 rows, fewer with several filter values; see `after`.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Results a page; clamped to 1…100.' }),
  ),
  after: Type.Optional(
    Type.String({ description: 'The `next` of the page before, at any depth; wins over `cursor`.' }),
  ),
};

export const idParameter = (thing: string, prefix: string) =>
  Type.Object({ id: identifier(prefix, { description: `The ${thing}'s id.`, maxLength: 64 }) });

export const Deleted = named(
  'Deleted',
  { id: Type.String(), deleted: Type.Literal(true) },
  { description: 'What is left of a deleted thing.' },
);

export const TombstoneShape = named(
  'Tombstone',
  { id: Type.String(), deleted: Type.Literal(true), deletedAt: dateTime() },
  { description: 'A deleted thing, in a list with `filters=deleted:true`.' },
);
