// The OpenAPI document, generated from the routes.

import type { SwaggerOptions } from '@fastify/swagger';
import Type, { type TSchema } from 'typebox';
import type { FailureCode } from '../../domain/kernel/failure.ts';
import { nameOf } from '../../shapes/kernel/common.ts';
import { withComponents } from './components.ts';
import type { DocumentPart } from './document.ts';
import { errorAnswers, notModified } from './responses.ts';
import { addWebhooks } from './webhooks.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation's own failures. */
    errors?: readonly FailureCode[];
    /** Accepts If-Match. */
    conditional?: boolean;
  }
}

const description = `Programmatic access to the feedback of one workspace.

Every request requires an API key: \`Authorization: Bearer <key>\`, \`Authorization: <key>\` or \`x-api-key: <key>\`.
Keys belong on a backend, never in a browser. A live key (\`sk_live_…\`) reads and writes real data; under a test
key (\`sk_test_…\`), reads return real data, and writes return realistic data with \`"test": true\` and save nothing.

Every success is \`{"data": …}\`; every error is \`{"error": {"code", "message", "status"}}\`. Every response has an
\`X-Request-Id\` and, for a valid key, \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`. By default,
a key may send 200 reads and 60 writes per minute.`;

export const openapiOptions = (version: string): SwaggerOptions => ({
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Earshot API',
      version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The Earshot project' },
    },
    servers: [{ url: '/v1', description: 'This installation' }],
    tags: [
      { name: 'Posts', description: 'Pieces of feedback.' },
      { name: 'Duplicates', description: 'Finding and merging posts that ask for the same feature.' },
      { name: 'Comments', description: 'Discussion of posts.' },
      { name: 'Votes', description: 'Who supports which post.' },
      { name: 'Followers', description: 'Who wants to hear of which post.' },
      { name: 'Users', description: 'The people who give feedback.' },
      { name: 'Statuses', description: 'The stages a post moves through.' },
      { name: 'Status changes', description: 'The status history of posts.' },
      { name: 'Post types', description: 'The kinds of feedback.' },
      { name: 'Views', description: 'Filters of posts, kept under a name.' },
      { name: 'Tags', description: 'Labels that posts share.' },
      { name: 'Changelogs', description: 'What was shipped, linked to the posts it resolves.' },
      { name: 'Public site', description: 'What visitors read: feedback, roadmap and changelog.' },
      { name: 'Moderation', description: 'What visitors send and report, and who may not write.' },
      { name: 'Mail', description: 'Who gets no mail.' },
      { name: 'Batch', description: 'Many operations in one request.' },
      { name: 'Events', description: 'Every change as an event, in commit order.' },
      { name: 'Webhooks', description: 'Events sent to your servers and chats.' },
      { name: 'Audit log', description: 'Who changed what, and when.' },
      { name: 'Deletions', description: 'Deleted objects, for keeping a mirror in sync.' },
      { name: 'Exports and imports', description: 'The whole workspace as a file, and data from elsewhere.' },
      { name: 'Team', description: 'The members of the workspace.' },
      { name: 'Key', description: 'The API key of the request.' },
    ],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The API key as a bearer token.' },
        header: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'The API key in its own header.',
        },
      },
    },
    security: [{ bearer: [] }, { header: [] }],
  },
  hideUntagged: true,
  // Documents the headers and errors that operations share.
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
    return { schema: { ...schema, ...bodyByName(schema.body), ...headers, response }, url };
  },
  transformObject: (document) => {
    if (!('openapiObject' in document)) return document.swaggerObject;
    const { openapiObject } = document;
    // A DELETE's body is optional, since a proxy may drop it: the query string works too.
    for (const path of Object.values(openapiObject.paths ?? {})) {
      const body = path?.delete?.requestBody;
      if (body !== undefined && 'required' in body) body.required = false;
    }
    // The plugin's types have no names for what is generic here, and its paths are all made of operations.
    const shared = withComponents(openapiObject as unknown as DocumentPart);
    addWebhooks(shared);
    return shared as unknown as typeof openapiObject;
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

/** Errors that any request body can cause, even if the operation needs none. */
const anyBody: FailureCode[] = ['BAD_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

/** Headers and errors that operations of the same method share. */
function sharedBy(method: string, untagged: boolean, conditional: boolean): Shared {
  // With strict handling, an unknown parameter is an error of any operation.
  if (method === 'GET') {
    return {
      headers: { Prefer: prefer, ...(!untagged && { 'If-None-Match': ifNoneMatch }) },
      errors: ['BAD_REQUEST'],
    };
  }
  const repeatable: Shared = {
    headers: { Prefer: prefer, 'Idempotency-Key': idempotencyKey },
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
  '1 to 255 characters. The first response is stored for 24 hours and replayed.',
  'order-7-retry',
);
const prefer = header(
  '`handling=strict`: what would be ignored, such as an unknown filter or an unknown field of the body, is an error ' +
    '(RFC 7240).',
  'handling=strict',
);
const ifMatch = header(
  'An ETag from a read: the write succeeds only if the object has not been edited since.',
  '"v3"',
);
const ifNoneMatch = header(
  'An ETag from a read: 304 if nothing in the workspace has changed since.',
  'W/"digest"',
);

/** Validation needs the schema of a body; the document references it by name. */
function bodyByName(body: unknown): object {
  if (body === undefined) return {};
  const { content } = body as { content: Record<string, { schema: TSchema }> };
  const types = Object.entries(content).map(([type, { schema }]) => [
    type,
    { schema: Type.Ref(nameOf(schema)) },
  ]);
  return { body: { content: Object.fromEntries(types) } };
}
