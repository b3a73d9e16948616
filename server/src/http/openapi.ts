// The OpenAPI document, made from the routes themselves.

import type { SwaggerOptions } from '@fastify/swagger';
import Type, { type TSchema } from 'typebox';
import type { FailureCode } from '../domain/failure.ts';
import { errorAnswers, notModified } from './answers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The failures that are the operation's own. */
    errors?: readonly FailureCode[];
    /** Takes If-Match. */
    conditional?: boolean;
  }
}

const description = `Programmatic access to the feedback of one workspace.

Every request needs an API key: \`Authorization: Bearer <key>\`, \`Authorization: <key>\` or \`x-api-key: <key>\`.
Keys belong on a backend, never in a browser. A live key (\`sk_live_…\`) reads and writes real data; under a test
key (\`sk_test_…\`) reads see real data, and writes answer realistic data with \`"test": true\` and change nothing.

Every success is \`{"data": …}\`; every error is \`{"error": {"code", "message", "status"}}\`. Every response has an
\`X-Request-Id\`. A key may send 200 reads and 60 writes a minute unless the operator says otherwise.`;

export const openapiOptions = (version: string): SwaggerOptions => ({
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Earshot API',
      version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/v1', description: 'This installation' }],
    tags: [
      { name: 'Posts', description: 'Pieces of feedback.' },
      { name: 'Duplicates', description: 'Posts that ask for the same: finding and merging them.' },
      { name: 'Comments', description: 'What people say about posts.' },
      { name: 'Votes', description: 'Who supports which post.' },
      { name: 'Users', description: 'The people who give feedback.' },
      { name: 'Statuses', description: 'Where posts stand.' },
      { name: 'Status changes', description: 'How posts got where they stand.' },
      { name: 'Post types', description: 'What kind of feedback posts are.' },
      { name: 'Tags', description: 'Labels that posts share.' },
      { name: 'Changelogs', description: 'What was shipped, tied to the posts it answers.' },
      { name: 'Batch', description: 'Many operations in one request.' },
      { name: 'Audit log', description: 'Who changed what, and when.' },
      { name: 'Deletions', description: 'What was deleted, and when.' },
      { name: 'Key', description: 'The key that asks.' },
    ],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The API key as a bearer token.' },
        header: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'The API key in a header of its own.',
        },
      },
    },
    security: [{ bearer: [] }, { header: [] }],
  },
  hideUntagged: true,
  // What all operations share is documented here, once, rather than in each.
  transform: ({ schema, url, route }) => {
    const { errors, untagged = false, conditional = false } = route.config ?? {};
    if (errors === undefined) return { schema, url };
    const method = String(route.method);
    const shared = sharedBy(method, untagged, conditional);
    const headers = { headers: Type.Object(shared.headers) };
    const response = {
      ...(schema.response as object),
      ...(method === 'GET' && !untagged && notModified),
      ...errorAnswers([...errors, ...shared.errors]),
    };
    return { schema: { ...schema, ...headers, response }, url };
  },
  // A DELETE says what it means in its query string as well: a proxy may drop its body.
  transformObject: (document) => {
    if (!('openapiObject' in document)) return document.swaggerObject;
    for (const path of Object.values(document.openapiObject.paths ?? {})) {
      const body = path?.delete?.requestBody;
      if (body !== undefined && 'required' in body) body.required = false;
    }
    return document.openapiObject;
  },
  refResolver: {
    buildLocalReference: (json, _baseUri, _fragment, index) =>
      typeof json.$id === 'string' ? json.$id : `shape${index}`,
  },
});

interface Shared {
  headers: Record<string, TSchema>;
  errors: FailureCode[];
}

/** What a body can be refused for, also where none is needed. */
const anyBody: FailureCode[] = ['BAD_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

/** What operations of a kind take and answer beside their own. */
function sharedBy(method: string, untagged: boolean, conditional: boolean): Shared {
  if (method === 'GET') return { headers: untagged ? {} : { 'If-None-Match': ifNoneMatch }, errors: [] };
  const repeatable: Shared = {
    headers: { 'Idempotency-Key': idempotencyKey },
    errors: [...anyBody, 'CONFLICT', 'IDEMPOTENCY_MISMATCH'],
  };
  if (!conditional) return repeatable;
  return {
    headers: { ...repeatable.headers, 'If-Match': ifMatch },
    errors: [...repeatable.errors, 'PRECONDITION_FAILED'],
  };
}

const header = (description: string, example: string) =>
  Type.Optional(Type.String({ description, examples: [example] }));

const idempotencyKey = header(
  '1 to 255 characters. The first answer is kept for 24 hours and replayed.',
  'order-7-retry',
);
const ifMatch = header(
  'An ETag you read: the write happens only if the thing has not been edited since.',
  '"v3"',
);
const ifNoneMatch = header(
  'An ETag you read: 304 when nothing in the workspace has changed since.',
  'W/"digest"',
);
