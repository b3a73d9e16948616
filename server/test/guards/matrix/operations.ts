// Every operation of the OpenAPI document, and every reference to an object in its path, query string, filters and
// body. A text whose name is unknown fails the matrices.

import type { FastifyInstance } from 'fastify';
import {
  choicesOf,
  documentOf,
  filtersOf,
  isOfType,
  kindOfSegment,
  type Parameter,
  references,
  type Schema,
} from '../document.ts';

export interface Operation {
  id: string;
  method: string;
  /** Relative to /v1, with parameters in braces. */
  path: string;
  parameters: Parameter[];
  json: Schema | undefined;
  form: Schema | undefined;
}

export type Kind =
  | 'post'
  | 'comment'
  | 'user'
  | 'status'
  | 'postType'
  | 'tag'
  | 'changelog'
  | 'postFile'
  | 'changelogFile'
  | 'commentFile'
  | 'webhook'
  | 'delivery'
  | 'export'
  | 'import'
  | 'submission'
  | 'report'
  | 'suppression'
  | 'member'
  | 'view'
  | 'key';

/** What a value references: an object by id, an object by external name, or a position in a list. */
export type Meaning = Kind | 'externalId' | 'email' | 'next';

export interface Place {
  operation: Operation;
  in: 'path' | 'query' | 'filter' | 'json' | 'form';
  /** The path to it. */
  names: string[];
  isList: boolean;
  meaning: Meaning;
}

const kindOf: Record<string, Kind> = kindOfSegment;

/**
 * Free texts that reference nothing in a workspace. Batch operations have their own cases. What can't reference
 * anything by its schema need not be here: numbers, choices, times, files.
 */
const plainTexts = new Set(
  `accentColor action allowedDomains authorAvatarUrl authorName avatarUrl color content createdAt description filters frameOrigins identityIssuer identityJwksUrl include label labels name
  operations publishedAt reason returnTo search signInUrl since slug sourceUrl statusComment text title types url userAvatarUrl userName
  votedAt`.split(/\s+/),
);

export const operationsOf = (app: FastifyInstance): Operation[] => {
  const document = documentOf(app);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      parameters,
      json: requestBody?.content['application/json']?.schema,
      form: requestBody?.content['multipart/form-data']?.schema,
    })),
  );
};

export const isWrite = ({ method }: Operation): boolean => method !== 'GET';

export function kindOfPath({ id, path }: Operation): Kind {
  const kind = kindOf[path.split('/')[1] ?? ''];
  if (kind === undefined)
    throw new Error(`No kind is known for ${path} of ${id}: add it to kindOfSegment in document.ts.`);
  return kind;
}

/** Whether a value can name an object: a text or a list of texts, without a list of choices or a format. */
function isText(schema: Schema): boolean {
  const text = isOfType(schema, 'string') ? schema : schema.items;
  return (
    text !== undefined &&
    isOfType(text, 'string') &&
    choicesOf(text) === undefined &&
    text.format === undefined
  );
}

/** Those of posts, otherwise. */
const fileKinds: Partial<Record<string, Meaning>> = { changelog: 'changelogFile', comment: 'commentFile' };

function meaningsOf(operation: Operation, name: string, schema: Schema, where: Place['in']): Meaning[] {
  if (where === 'path' && name === 'id') return [kindOfPath(operation)];
  const meaning = references[name];
  if (meaning === 'own') return [kindOfPath(operation)];
  if (meaning === 'file') return [fileKinds[kindOfPath(operation)] ?? 'postFile'];
  if (meaning === 'any') return Object.values(kindOfSegment);
  if (meaning !== undefined) return [meaning];
  if (!isText(schema) || plainTexts.has(name)) return [];
  throw new Error(
    `The ${where} of ${operation.id} has "${name}", which the matrices do not know: add it to "references" in ` +
      'document.ts or to "plainTexts" in matrix/operations.ts.',
  );
}

/** Every reference to an object in an operation's requests. */
export function placesOf(operation: Operation): Place[] {
  const at = (where: Place['in'], names: string[], schema: Schema): Place[] =>
    meaningsOf(operation, names.at(-1) ?? '', schema, where).map((meaning) => ({
      operation,
      in: where,
      names,
      isList: where !== 'filter' && [schema.type].flat().includes('array'),
      meaning,
    }));
  const inside = (where: 'json' | 'form', schema: Schema | undefined, before: string[] = []): Place[] =>
    Object.entries(schema?.properties ?? {}).flatMap(([name, field]) => {
      const within = field.items ?? field;
      return within.properties === undefined || plainTexts.has(name)
        ? at(where, [...before, name], field)
        : inside(where, within, [...before, name]);
    });
  return [
    ...operation.parameters
      .filter((parameter) => parameter.in !== 'header')
      .flatMap(({ in: where, name, schema }) => at(where === 'path' ? 'path' : 'query', [name], schema)),
    ...Object.entries(filtersOf(operation.parameters)).flatMap(([key, schema]) =>
      at('filter', [key], schema),
    ),
    ...inside('json', operation.json),
    ...inside('form', operation.form),
  ];
}
