// The operations of the OpenAPI document for the guards: their inputs, and where ids go.

import type { FastifyInstance } from 'fastify';
import { resolved } from '../support/documents/openapi-document.ts';

export interface Schema {
  type?: string | string[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
  enum?: unknown[];
  description?: string;
  format?: string;
  maxLength?: number;
  /** The keys of `filters`, and the words of `include`. */
  'x-filters'?: Record<string, Schema>;
  'x-includes'?: string[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
  description?: string;
}

interface DocumentedOperation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}

export interface ApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>;
}

export interface ApiOperation {
  id: string;
  method: string;
  /** Relative to /v1, with parameters in braces. */
  path: string;
  query: Parameter[];
  /** The JSON body and the form body, if any. */
  json: Schema | undefined;
  form: Schema | undefined;
  /** The keys of `filters` and the values of `include`. */
  filterKeys: string[];
  includes: string[];
}

/** Path segments by kind. */
export const kindOfSegment = {
  posts: 'post',
  comments: 'comment',
  users: 'user',
  statuses: 'status',
  'post-types': 'postType',
  tags: 'tag',
  changelogs: 'changelog',
  webhooks: 'webhook',
  exports: 'export',
  imports: 'import',
  submissions: 'submission',
  reports: 'report',
  suppressions: 'suppression',
  members: 'member',
  views: 'view',
} as const;

export type Kind = (typeof kindOfSegment)[keyof typeof kindOfSegment] | 'attachment' | 'delivery';

const documents = new WeakMap<FastifyInstance, ApiDocument>();

/** The document of the running program, without references. */
export function documentOf(app: FastifyInstance): ApiDocument {
  const document = documents.get(app) ?? resolved(app.swagger() as unknown as ApiDocument);
  documents.set(app, document);
  return document;
}

export const operationsOf = (document: ApiDocument): ApiOperation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      query: parameters.filter((parameter) => parameter.in === 'query'),
      json: requestBody?.content['application/json']?.schema,
      form: requestBody?.content['multipart/form-data']?.schema,
      filterKeys: Object.keys(filtersOf(parameters)),
      includes: parameters.find(({ name }) => name === 'include')?.schema['x-includes'] ?? [],
    })),
  );

export const isWrite = ({ method }: ApiOperation): boolean => method !== 'GET';

/** The filters of an operation, by key. */
export const filtersOf = (parameters: readonly Parameter[]): Record<string, Schema> =>
  parameters.find(({ name }) => name === 'filters')?.schema['x-filters'] ?? {};

/** The kind of object named by the first path segment. */
export function kindOfPath({ id, path }: ApiOperation): Kind {
  const segment = path.split('/')[1] ?? '';
  const kind = kindOfSegment[segment as keyof typeof kindOfSegment];
  if (kind === undefined) throw new Error(`No kind is known for the path of ${id}; add it to document.ts.`);
  return kind;
}

/**
 * What fields, parameters and filters reference, by name: the document has no types for it. `own` is the kind in the
 * operation's path, `file` one of its files, `any` every kind, `next` a position in a list.
 */
export const references: Record<
  string,
  Exclude<Kind, 'attachment'> | 'own' | 'file' | 'any' | 'key' | 'externalId' | 'email' | 'next'
> = {
  id: 'user',
  authorId: 'user',
  userId: 'user',
  voterId: 'user',
  ownerId: 'member',
  viewId: 'view',
  postId: 'post',
  intoId: 'post',
  mergedIntoId: 'post',
  linkedPostIds: 'post',
  parentId: 'comment',
  statusId: 'status',
  nextStatusIds: 'status',
  roadmapStatusIds: 'status',
  postTypeId: 'postType',
  typeId: 'postType',
  tags: 'tag',
  tag: 'tag',
  removeAttachmentIds: 'file',
  deliveryId: 'delivery',
  ids: 'own',
  moveTo: 'own',
  objectId: 'any',
  actorId: 'key',
  externalId: 'externalId',
  authorExternalId: 'externalId',
  userExternalId: 'externalId',
  postExternalId: 'externalId',
  parentExternalId: 'externalId',
  email: 'email',
  authorEmail: 'email',
  userEmail: 'email',
  voterEmail: 'email',
  after: 'next',
};

/** The kind whose ids a field takes; undefined if none. A name that looks like an id must be in `references`. */
export function kindOfField(operation: ApiOperation, name: string): Kind | 'any' | undefined {
  const reference = references[name];
  switch (reference) {
    case undefined:
      if (!/(?:^id|Id)s?$/.test(name)) return undefined;
      throw new Error(`No kind is known for "${name}" of ${operation.id}; add it to document.ts.`);
    case 'own':
      return kindOfPath(operation);
    case 'file':
      return 'attachment';
    case 'any':
    case 'key':
      return 'any';
    case 'externalId':
    case 'email':
    case 'next':
      return undefined;
    default:
      return reference;
  }
}

/** A path in a body; `[]` for list items. */
export interface FieldPlace {
  path: string[];
  schema: Schema;
}

/** Every field of a body, including nested ones. */
export function fieldsOf(schema: Schema | undefined, before: string[] = []): FieldPlace[] {
  if (schema === undefined) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const place = { path: [...before, name], schema: field };
    const items = field.items === undefined ? [] : fieldsOf(field.items, [...place.path, '[]']);
    return [place, ...fieldsOf(field, place.path), ...items];
  });
}

/** Empty if any type will do. */
export const typesOf = ({ type, anyOf }: Schema): string[] => [type ?? anyOf?.flatMap(typesOf) ?? []].flat();

/** The values of a list of choices, which may be nullable; undefined if there is no list. */
export const choicesOf = ({ enum: choices, anyOf = [] }: Schema): unknown[] | undefined =>
  choices ?? anyOf.map(choicesOf).find((found) => found !== undefined);

export function isOfType(schema: Schema, wanted: string): boolean {
  const types = typesOf(schema);
  return types.length === 0 || types.includes(wanted);
}

export const lastName = ({ path }: FieldPlace): string => path.filter((name) => name !== '[]').at(-1) ?? '';
