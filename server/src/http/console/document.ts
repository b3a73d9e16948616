// The OpenAPI document of the console's own endpoints, built from their route table. The console's API calls are
// generated from it. It is internal and never part of the public document.

import type { TObject, TSchema } from 'typebox';
import { ErrorShape } from '../../shapes/kernel/common.ts';
import { withComponents } from '../openapi/components.ts';
import type { DocumentPart, Part } from '../openapi/document.ts';
import { type ConsoleRow, consoleTable, type Door } from './index.ts';
import type { ConsoleOperation } from './operation.ts';

type Json = Record<string, unknown>;

export function consoleDocument(): DocumentPart {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const row of consoleTable) {
    const [method, url] = row;
    const path = url.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(row) };
  }
  const referenced = withReferences(paths, schemas) as DocumentPart['paths'];
  return withComponents({
    openapi: '3.1.0',
    info: {
      title: 'Earshot console',
      version: '0',
      description: 'Endpoints that only the console uses. They may change at any time.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The Earshot project' },
    },
    servers: [{ url: '/console/api' }],
    tags: Object.values(doors),
    paths: referenced,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-earshot' } },
      schemas: schemas as Record<string, Part>,
    },
  });
}

const doors: Record<Door, { name: string; description: string }> = {
  'signed-in': { name: 'Signed in', description: 'For people who are signed in.' },
  page: { name: 'Pages', description: 'For any page of the console.' },
  redirect: { name: 'Redirects', description: 'For a browser that was redirected here.' },
};

function operationOf([, , door, operation]: ConsoleRow): Json {
  const { operationId, summary, params, query, body, status } = operation;
  const { name: tag, description } = doors[door];
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    security: door === 'signed-in' ? [{ session: [] }] : [],
    ...((params ?? query) && {
      parameters: [...parametersOf('path', params), ...parametersOf('query', query)],
    }),
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: {
      [status]: answerOf(operation),
      '4XX': { description: 'The request was refused.', content: json(ErrorShape) },
      default: { description: 'The server failed.', content: json(ErrorShape) },
    },
  };
}

const parametersOf = (place: 'path' | 'query', schema: TObject | undefined): Json[] =>
  Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: property,
  }));

function answerOf({ answer, streams, summary }: ConsoleOperation): Json {
  if (streams !== undefined)
    return { description: summary, content: { [streams]: { schema: { type: 'string' } } } };
  if (answer === undefined) return { description: 'A redirect.' };
  return {
    description: summary,
    content: json({ type: 'object', required: ['data'], properties: { data: answer } }),
  };
}

const json = (schema: TSchema | Json): Json => ({ 'application/json': { schema } });

/** Moves each named schema to the components and leaves a reference in its place. */
function withReferences(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((entry) => withReferences(entry, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { $id, ...rest } = value as { $id?: string };
  const copy = Object.fromEntries(
    Object.entries(rest).map(([key, inner]) => [key, withReferences(inner, schemas)]),
  );
  if ($id === undefined) return copy;
  schemas[$id] = copy;
  return { $ref: `#/components/schemas/${$id}` };
}
