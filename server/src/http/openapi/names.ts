// Names of the components of the OpenAPI document, by what they mean: they become the names of types in generated
// clients. No two kinds of component share a name, because some generators confuse them then.

import { STATUS_CODES } from 'node:http';
import type { MediaPart, ParameterPart, Part, ResponsePart } from './document.ts';

/** `Idempotency-Key` → `IdempotencyKey`, `NOT_FOUND` → `NotFound`, `sortBy` → `SortBy`. */
export const pascalCase = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word.charAt(0) + word.slice(1).toLowerCase() : word))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** The component that a schema references. */
const referencedName = ({ $ref }: Part): string | undefined =>
  typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined;

/** A path parameter is named after its resource: `id` in `/posts/{id}/votes` is `PostId`. */
export function nameOfParameter({ name, in: place }: ParameterPart, path: string): string {
  if (place !== 'path') return pascalCase(name);
  const before = path.slice(0, path.indexOf(`{${name}}`)).split('/');
  const resource = before.findLast((segment) => /^(?!by-)[a-z]/.test(segment)) ?? '';
  return pascalCase(singular(resource)) + pascalCase(name);
}

const singular = (noun: string): string => noun.replace(/ies$/, 'y').replace(/(?<=us)es$|(?<!us)s$/, '');

const statusNames: Record<string, string | undefined> = {
  ...STATUS_CODES,
  '4XX': 'Client Error',
  default: 'Other Error',
};

/** An error is named after its code, anything else after its status. */
export function nameOfResponse(status: string, { content = {} }: ResponsePart): string {
  const [media = {}] = Object.values(content);
  const [code] = Object.keys(media.examples ?? {});
  if (code !== undefined && /^[A-Z_]+$/.test(code)) return pascalCase(code);
  return pascalCase(statusNames[status] ?? `Status ${status}`);
}

/** An example is named after what its envelope holds. */
export function nameOfExample(key: string, { schema = {} }: MediaPart): string {
  const data = referencedName(schema)?.replace(/Envelope$/, '') ?? pascalCase(key);
  return `${data}Example`;
}

/** `PostIn` is the body of a `PostRequest`. */
export function nameOfBody({ content }: Part): string | undefined {
  const [media] = Object.values((content ?? {}) as Record<string, MediaPart>);
  const schema = media?.schema && referencedName(media.schema);
  return schema && `${schema.replace(/In$/, '')}Request`;
}

/** `{"data": Post}` is a `PostEnvelope`. Undefined for what is no envelope. */
export function nameOfEnvelope({ properties }: Part, operationId: string): string | undefined {
  const data = (properties as Record<string, Part> | undefined)?.data;
  return data && `${nameOfData(data) ?? pascalCase(operationId)}Envelope`;
}

function nameOfData(data: Part): string | undefined {
  const items = data.items as Part | undefined;
  const item = items && referencedName(items);
  return item === undefined ? referencedName(data) : `${item}List`;
}
