// The OpenAPI document of the console's own endpoints, built from their route table. The console's API calls are
// generated from it. It is internal and never part of the public document.

import type { TObject, TSchema } from 'typebox';
import { ErrorShape } from '../../shapes/common.ts';
import { type ConsoleRow, consoleTable } from './index.ts';
import type { ConsoleOperation } from './operation.ts';

type Json = Record<string, unknown>;

export function consoleDocument(): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const row of consoleTable) {
    const [method, url] = row;
    const path = url.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(row) };
  }
  const referenced = withReferences(paths, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Earshot console',
      version: '0',
      description: 'Endpoints that only the console uses. They may change at any time.',
    },
    servers: [{ url: '/console/api' }],
    paths: referenced,
    components: { schemas },
  };
}

function operationOf([, , , operation]: ConsoleRow): Json {
  const { operationId, summary, params, query, body, status } = operation;
  return {
    operationId,
    summary,
    ...((params ?? query) && {
      parameters: [...parametersOf('path', params), ...parametersOf('query', query)],
    }),
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: {
      [status]: answerOf(operation),
      default: { description: 'An error.', content: json(ErrorShape) },
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

const answerOf = ({ answer, summary }: ConsoleOperation): Json =>
  answer === undefined
    ? { description: 'A redirect.' }
    : {
        description: summary,
        content: json({ type: 'object', required: ['data'], properties: { data: answer } }),
      };

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
