// The OpenAPI document, made from the routes themselves.

import type { SwaggerOptions } from '@fastify/swagger';
import type { FailureCode } from '../domain/failure.ts';
import { errorAnswers, notModified } from './v1/shapes/common.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The failures that are the operation's own. */
    errors?: readonly FailureCode[];
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
      { name: 'Comments', description: 'What people say about posts.' },
      { name: 'Votes', description: 'Who supports which post.' },
      { name: 'Statuses', description: 'Where posts stand.' },
      { name: 'Post types', description: 'What kind of feedback posts are.' },
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
  // Errors are documented here rather than in the routes: the framework would compile a serialiser for each.
  transform: ({ schema, url, route }) => {
    const { errors, untagged } = route.config ?? {};
    if (errors === undefined) return { schema, url };
    const isTagged = route.method === 'GET' && !untagged;
    const response = {
      ...(schema.response as object),
      ...(isTagged && notModified),
      ...errorAnswers(errors),
    };
    return { schema: { ...schema, response }, url };
  },
  refResolver: {
    buildLocalReference: (json, _baseUri, _fragment, index) =>
      typeof json.$id === 'string' ? json.$id : `shape${index}`,
  },
});
