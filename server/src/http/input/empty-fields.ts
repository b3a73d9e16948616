// Optional fields that a client sends without a value. Where a request may create something, null in JSON and an empty
// field in a form are the same as no field (contract §5). In a PATCH, null clears a field or is an error.

import type { FastifyRequest } from 'fastify';
import { kindOf, shapesOf } from './multipart.ts';

/** The part of JSON Schema needed here; TypeBox objects fit. */
interface Schema {
  properties?: Readonly<Record<string, unknown>>;
  required?: readonly string[];
  items?: unknown;
}

type Fields = Record<string, unknown>;

/** Runs before validation. */
export const readEmptyFields =
  (method: string, schema: object | undefined) =>
  async ({ body, isForm }: FastifyRequest): Promise<void> => {
    if (schema === undefined || !isFields(body)) return;
    if (isForm) readForm(schema, body);
    if (method !== 'PATCH') dropEmpty(schema, body, isForm);
  };

/** A form has no null: an empty field stands for it where the field takes null. In a list, it is no entry. */
function readForm({ properties = {} }: Schema, body: Fields): void {
  for (const [name, property] of Object.entries(properties)) {
    const value = body[name];
    if (Array.isArray(value)) body[name] = value.filter((entry) => entry !== '');
    else if (isBlank(value) && !meansEmpty(property) && takesNull(property)) body[name] = null;
  }
}

/** Removes optional fields without a value, also in objects and lists of objects. As deep as the schema, no deeper. */
function dropEmpty({ properties = {}, required = [] }: Schema, body: Fields, isForm: boolean): void {
  for (const [name, property] of Object.entries(properties)) {
    if (!Object.hasOwn(body, name)) continue;
    const value = body[name];
    const isEmpty = value === null ? !takesNull(property) : isForm && isBlank(value) && !meansEmpty(property);
    if (isEmpty && !required.includes(name)) delete body[name];
    else for (const [inner, schema] of objectsIn(value, property)) dropEmpty(schema, inner, false);
  }
}

/** The objects in a value whose fields the schema describes. */
function objectsIn(value: unknown, property: unknown): [Fields, Schema][] {
  const schema = property as Schema;
  if (isFields(value)) return schema.properties === undefined ? [] : [[value, schema]];
  if (!Array.isArray(value) || !describesObjects(schema.items)) return [];
  return value.flatMap((entry) => objectsIn(entry, schema.items));
}

/** Long lists of anything else need not be looked through. */
const describesObjects = (items: unknown): boolean =>
  typeof items === 'object' && items !== null && ('properties' in items || 'items' in items);

const kindsOf = (property: unknown): unknown[] => shapesOf(property).map(kindOf);

/** A schema without a type takes anything. */
const takesNull = (property: unknown): boolean =>
  kindsOf(property).some((kind) => kind === undefined || kind === 'null');

/** For a list and for rich text, empty is a value of its own. */
const meansEmpty = (property: unknown): boolean => {
  const kinds = kindsOf(property);
  return kinds.includes('array') || (kinds.includes('object') && kinds.includes('string'));
};

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
