// The OpenAPI document as the pages show it: operations by resource, references resolved, twins for external IDs
// joined with the operation that they repeat.

import { slugOf } from '../../kernel/help-links.ts';
import type { DocumentPart, OperationPart, ParameterPart, Part, ResponsePart } from '../document.ts';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  format?: string;
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  examples?: unknown[];
  'x-filters'?: Record<string, Schema>;
}

export interface Parameter extends ParameterPart {
  schema: Schema;
  required?: boolean;
  description?: string;
  example?: unknown;
}

export interface Operation {
  id: string;
  method: string;
  /** With /v1. */
  path: string;
  summary: string;
  description: string | undefined;
  parameters: Parameter[];
  /** The JSON body, and the form. */
  json: Schema | undefined;
  form: Schema | undefined;
  responses: [status: string, ResponsePart][];
  /** The same by external ID. */
  twin: { id: string; path: string } | undefined;
}

export interface Resource {
  slug: string;
  title: string;
  description: string;
  operations: Operation[];
}

export interface ReadDocument {
  introduction: string;
  resources: Resource[];
  /** Type and summary of each event. */
  events: [type: string, summary: string][];
  resolve: Resolve;
}

/** What a reference stands for, with its own description in front. */
export type Resolve = <P extends object>(part: P) => P;

const base = '/v1';
const idPath = /^\/posts\/\{id\}/;
const twinPath = '/posts/by-external-id/{externalId}';

export function readDocument(document: DocumentPart): ReadDocument {
  const resolve: Resolve = (part) => {
    if (!('$ref' in part) || typeof part.$ref !== 'string') return part;
    const { $ref, ...own } = part;
    const steps = part.$ref.slice(2).split('/');
    const target = steps.reduce<unknown>((at, step) => (at as Part)[step], document);
    return resolve({ ...(target as typeof part), ...own });
  };
  const rows = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  );
  const twinOf = (method: string, path: string) =>
    idPath.test(path)
      ? rows.find((row) => row.method === method && row.path === path.replace(idPath, twinPath))
      : undefined;
  const twins = new Set(rows.map(({ method, path }) => twinOf(method, path)));
  const operations = rows
    .filter((row) => !twins.has(row))
    .map(({ method, path, operation }) => {
      const twin = twinOf(method, path);
      return {
        tag: (operation.tags as string[])[0],
        ...operationOf(method, path, operation, resolve),
        twin: twin && { id: twin.operation.operationId, path: base + twin.path },
      };
    });
  const tags = document.tags as { name: string; description: string }[];
  const webhooks = (document.webhooks ?? {}) as Record<string, { post: { summary: string } }>;
  return {
    introduction: (document.info as { description: string }).description,
    resources: tags.map(({ name, description }) => ({
      slug: slugOf(name),
      title: name,
      description,
      operations: operations.filter(({ tag }) => tag === name),
    })),
    events: Object.entries(webhooks).map(([type, { post }]) => [type, post.summary]),
    resolve,
  };
}

function operationOf(method: string, path: string, operation: OperationPart, resolve: Resolve) {
  const body = operation.requestBody === undefined ? undefined : resolve(operation.requestBody);
  const content = (body?.content ?? {}) as Record<string, { schema: Schema }>;
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path: base + path,
    summary: String(operation.summary),
    description: operation.description as string | undefined,
    parameters: (operation.parameters ?? []).map((parameter) => resolve(parameter) as Parameter),
    json: content['application/json']?.schema,
    form: content['multipart/form-data']?.schema,
    responses: Object.entries(operation.responses).map(([status, response]): [string, ResponsePart] => [
      status,
      resolve(response),
    ]),
  };
}
