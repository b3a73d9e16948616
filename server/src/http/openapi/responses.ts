// OpenAPI responses of an operation: envelope, headers, examples and errors.

import Type, { type TSchema } from 'typebox';
import type { FailureCode } from '../../domain/kernel/failure.ts';
import { ErrorShape, nameOf } from '../../shapes/kernel/common.ts';
import { statusOf } from '../kernel/failures.ts';

const testFlag = Type.Optional(
  Type.Boolean({ title: 'TestFlag', description: 'True for a test key, absent for a live key.' }),
);

const text = (description: string) => Type.String({ description });
const count = (description: string) => Type.Integer({ description });

const commonHeaders = {
  'X-Request-Id': text('Identifies the request in the logs. If you send a valid one, it is used.'),
};
const limitHeaders = {
  'X-RateLimit-Limit': count('Requests allowed per one-minute window.'),
  'X-RateLimit-Remaining': count('Requests left in this window.'),
  'X-RateLimit-Reset': count('Unix time at which the window ends.'),
};
const retryHeader = { 'Retry-After': count('Seconds to wait before retrying.') };
const helpHeader = { Link: text('Where the error is explained: `</docs/errors#not-found>; rel="help"`.') };
const replayHeaders = {
  'Idempotent-Replayed': text('`true` if this is the stored response to an earlier request.'),
};
const preferenceHeader = {
  'Preference-Applied': text('`handling=strict` if you sent `Prefer: handling=strict`.'),
};
const queryHeaders = {
  'Earshot-Ignored': text(
    'What was ignored in the query string and the body, percent-encoded and comma-separated, such as ' +
      '`filters.color, author.nmae`. A final `*` stands for more. Absent if nothing was ignored.',
  ),
  ...preferenceHeader,
};
/** The headers of some successes: reads have a tag, unless they depend on more than the workspace's data. */
const ownHeaders = {
  read: { ETag: text('Send it back as If-None-Match.') },
  untagged: {},
  write: replayHeaders,
};

/** A success response with its envelope. */
export const success = (
  description: string,
  data: TSchema,
  example: unknown,
  kind: keyof typeof ownHeaders = 'write',
) => ({
  description,
  headers: {
    ...commonHeaders,
    ...limitHeaders,
    ...queryHeaders,
    ...ownHeaders[kind],
  },
  content: {
    'application/json': {
      schema: Type.Object({ data, test: testFlag }),
      examples: { live: { value: { data: example } } },
    },
  },
});

/** A file to download. */
export const fileAnswer = (description: string, mediaType: string) => ({
  description,
  headers: {
    ...commonHeaders,
    ...limitHeaders,
    ...queryHeaders,
    ETag: text('Send it back as If-Range to resume a download.'),
    'Content-Disposition': text('The name of the file.'),
  },
  content: { [mediaType]: { schema: Type.Unsafe<string>({ type: 'string', format: 'binary' }) } },
});

const errorTexts: Partial<Record<FailureCode, { description: string; message: string; field?: string }>> = {
  BAD_REQUEST: {
    description: 'A field is missing or invalid.',
    message: '"title" is required.',
    field: 'title',
  },
  UNAUTHORIZED: {
    description: 'The API key is missing, unknown, revoked or expired.',
    message: 'Invalid API key.',
  },
  FORBIDDEN: {
    description: 'The role of the signed-in person does not allow this. Never returned for API keys.',
    message: 'Only an owner or an admin of the workspace can do this.',
  },
  NOT_FOUND: { description: 'Not found in this workspace.', message: 'Post not found.' },
  CONFLICT: {
    description: 'The request conflicts with the current state.',
    message: 'A post with the externalId "crm-42" exists already.',
  },
  GONE: {
    description: 'It was there, but has expired.',
    message: 'The file of this export has expired; make another export.',
  },
  PRECONDITION_FAILED: {
    description: 'The object has been edited since you read it.',
    message: 'It has changed since you read it; read it again.',
  },
  IDEMPOTENCY_MISMATCH: {
    description: 'The Idempotency-Key was used with a different request.',
    message: 'This Idempotency-Key was used for another request.',
  },
  PAYLOAD_TOO_LARGE: { description: 'The body or a file is too large.', message: 'The body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: {
    description: 'The content type of the body or of a file is not supported.',
    message: 'This endpoint takes application/json, not "text/plain".',
  },
  RATE_LIMITED: {
    description: 'Rate limit exceeded.',
    message: 'Too many requests. Please try again later.',
  },
  INTERNAL_ERROR: {
    description: 'An unexpected server error.',
    message: 'Something went wrong on our side.',
  },
  UNAVAILABLE: {
    description: 'A backing service, such as the database, is unavailable.',
    message: 'The service cannot answer right now.',
  },
};

const commonCodes: FailureCode[] = ['UNAUTHORIZED', 'RATE_LIMITED', 'INTERNAL_ERROR', 'UNAVAILABLE'];
const unlimitedCodes = new Set<FailureCode>(['UNAUTHORIZED', 'INTERNAL_ERROR']);
const retryableCodes = new Set<FailureCode>(['RATE_LIMITED', 'UNAVAILABLE']);

/** The error responses of an operation: its own and the common ones. */
export const errorAnswers = (own: readonly FailureCode[]) =>
  Object.fromEntries([...own, ...commonCodes].map((code) => [statusOf[code], errorAnswer(code)]));

function errorAnswer(code: FailureCode) {
  const { description, message, field } = errorTexts[code] ?? { description: code, message: code };
  const details = field === undefined ? {} : { details: [{ field, message }] };
  return {
    description,
    headers: {
      ...commonHeaders,
      ...helpHeader,
      ...(!unlimitedCodes.has(code) && limitHeaders),
      ...(retryableCodes.has(code) && retryHeader),
      ...(code === 'BAD_REQUEST' && preferenceHeader),
    },
    content: {
      'application/json': {
        schema: Type.Ref(nameOf(ErrorShape)),
        examples: { [code]: { value: { error: { code, message, status: statusOf[code], ...details } } } },
      },
    },
  };
}

export const notModified = { 304: { description: 'Not modified: your copy is current.', type: 'null' } };
