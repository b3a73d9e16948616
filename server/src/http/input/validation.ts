// Validates bodies by the schemas that also document them, with one error per invalid field. Responses are
// serialized without compiled serializers: compiling one per route took a third of the startup time.

import type { FastifySchemaCompiler } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { badFields, Failure, type FieldFault } from '../../domain/kernel/failure.ts';
import { maxFaults } from '../../domain/kernel/faults.ts';
import { findJsonError, notJson } from '../../domain/kernel/json-error.ts';
import { toJson } from '../kernel/json.ts';

/** A key of a schema: what the value must be, in words, where its type does not say it all. */
export const expected = 'x-expected';

export interface SchemaLike {
  [expected]?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: SchemaLike[];
  items?: SchemaLike;
  properties?: Record<string, TSchema>;
  required?: string[];
  additionalProperties?: unknown;
}

/** Only bodies: paths and query strings have their own, lenient parsers. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  httpPart === 'body' ? bodyValidator(schema as TObject) : () => true;

export const serializerCompiler = () => toJson;

function bodyValidator(schema: TObject): (body: unknown) => { value: unknown } | { error: Failure } {
  const compiled = Compile(schema);
  return (body) => {
    const value = body ?? {};
    return compiled.Check(value) ? { value } : { error: failureOf(schema, value) };
  };
}

/** The value if it fits the schema. */
export function checkedBy<Schema extends TObject>(schema: Schema, given: unknown): Static<Schema> {
  const value = given ?? {};
  if (fits(schema, value)) return value as Static<Schema>;
  throw failureOf(schema, value);
}

function failureOf(schema: TObject, value: unknown): Failure {
  if (!isObject(value)) return new Failure('BAD_REQUEST', 'The body must be a JSON object.');
  const [first, ...others] = faultsOf(schema, value, '');
  if (first === undefined) return new Failure('BAD_REQUEST', 'The body is not valid.');
  return badFields([first, ...others]);
}

function faultsOf(schema: SchemaLike, value: Record<string, unknown>, path: string): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (faults.length >= maxFaults) break;
    const field = path + name;
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (given === undefined) {
      if (schema.required?.includes(name)) faults.push({ field, message: `"${field}" is required.` });
    } else {
      faults.push(...faultsOfField(property as SchemaLike, given, field));
    }
  }
  return faults;
}

function faultsOfField(schema: SchemaLike, given: unknown, field: string): FieldFault[] {
  const isList = isLongList(schema, given);
  if (!isList && fits(schema, given)) return [];
  const inner = innerFaultsOf(schema, given, field);
  if (inner.length > 0 || (isList && given.length <= maxChecked)) return inner;
  return [{ field, message: `"${field}" must be ${nounOf(schema)}${jsonHint(schema, given)}.` }];
}

/** A longer text takes too long to scan. */
const maxHinted = 64 * 1024;

/** A form has objects as text: if one can't be read, say where. */
function jsonHint(schema: SchemaLike, given: unknown): string {
  if (
    typeof given !== 'string' ||
    given.length > maxHinted ||
    !given.startsWith('{') ||
    schema.properties === undefined
  )
    return '';
  return findJsonError(given) === undefined ? '' : `; its text ${notJson(given)}`;
}

/** No list of objects may be longer, so later errors need not be found. */
export const maxChecked = 1000;

const checks = new WeakMap<SchemaLike, (value: unknown) => boolean>();

/**
 * Compiled when first needed, since most schemas never are. Without compiling, a list of strings that fills a body takes
 * a fifth of a second; a single value doesn't need it.
 */
export function fits(schema: SchemaLike, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return Value.Check(schema as TSchema, value);
  const known = checks.get(schema);
  if (known !== undefined) return known(value);
  const compiled = Compile(schema as TSchema);
  checks.set(schema, (one) => compiled.Check(one));
  return compiled.Check(value);
}

/** A list of objects, which is checked entry by entry. */
export const isLongList = (schema: SchemaLike, value: unknown): value is unknown[] =>
  schema.items?.properties !== undefined && Array.isArray(value);

/** Errors in an object, or in the entries of a list of objects. */
function innerFaultsOf(schema: SchemaLike, given: unknown, field: string): FieldFault[] {
  const object = schema.anyOf?.find(({ properties }) => properties !== undefined) ?? schema;
  if (isObject(given) && object.properties !== undefined) return faultsOf(object, given, `${field}.`);
  const { items } = schema;
  if (items === undefined || !isLongList(schema, given)) return [];
  const faults: FieldFault[] = [];
  for (const [index, entry] of given.slice(0, maxChecked).entries()) {
    if (faults.length >= maxFaults) break;
    if (fits(items, entry)) continue;
    const name = `${field}.${index}`;
    if (isObject(entry)) faults.push(...faultsOf(items, entry, `${name}.`));
    else faults.push({ field: name, message: `"${name}" must be ${nounOf(items)}.` });
  }
  return faults;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nouns: Record<string, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  null: 'null',
};

function nounOf(schema: SchemaLike): string {
  if (schema[expected] !== undefined) return schema[expected];
  if (schema.enum !== undefined) return `one of ${schema.enum.map((value) => `"${value}"`).join(', ')}`;
  if (schema.type === 'array') return `a list, each entry ${nounOf(schema.items ?? {})}`;
  if (schema.anyOf !== undefined) return schema.anyOf.map(nounOf).join(' or ');
  return [schema.type ?? []]
    .flat()
    .map((type) => nouns[type] ?? type)
    .join(' or ');
}
