// Fields of a body that its operation does not know: named in `Earshot-Ignored`, or with `Prefer: handling=strict`
// refused together with the invalid ones (contract §4).

import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { badFields, Failure, type FieldFault } from '../../domain/kernel/failure.ts';
import { maxFaults } from '../../domain/kernel/faults.ts';
import { nearest } from '../../domain/kernel/nearest.ts';
import { firstCharacters } from '../../domain/kernel/text.ts';
import { nameIgnored, prefersStrict } from './ignored.ts';
import { maxIgnored, maxNameLength } from './query-words.ts';
import { isObject, maxChecked, type SchemaLike } from './validation.ts';

/** Runs after validation, before the answer to an invalid body. */
export const checkFields =
  ({ body: inJson, form }: { body: SchemaLike | undefined; form: SchemaLike | undefined }) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { body, headers, isForm, isPartOfBatch, validationError } = request;
    const isStrict = prefersStrict(headers.prefer);
    // A batch names what its operations ignore.
    if (!isObject(body) || (isPartOfBatch && !isStrict)) return;
    // Parsing a large body has taken its turn. An operation of a batch has its own, and may hold the writer.
    if (!isPartOfBatch && !(Number(headers['content-length']) <= smallBytes)) await setImmediate();
    const unknown = unknownFieldsOf((isForm ? form : inJson) ?? {}, body);
    if (unknown.length === 0) return;
    if (!isStrict) return nameIgnored(request, reply, unknown);
    const refused = validationError instanceof Failure ? (validationError.details ?? []) : [];
    const [first, ...others] = [...refused, ...unknown.map(faultOf)].slice(0, maxFaults);
    if (first === undefined || (validationError !== undefined && refused.length === 0)) return;
    Object.assign(request, { validationError: badFields([first, ...others]) });
    // Must not be stored under an Idempotency-Key, since the header is not part of the request.
    delete headers['idempotency-key'];
  };

const smallBytes = 64 * 1024;

export interface UnknownField {
  field: string;
  /** The names that are known there, and where that is. */
  known: Readonly<Record<string, unknown>>;
  path: string;
  name: string;
}

/** As deep as the schema, no deeper. An object that may hold anything is not looked at. The first few. */
export function unknownFieldsOf(schema: SchemaLike, value: unknown): UnknownField[] {
  const found: UnknownField[] = [];
  if (isObject(value)) addUnknown(found, schema, value, '');
  return found;
}

function addUnknown(
  found: UnknownField[],
  { properties = {}, additionalProperties }: SchemaLike,
  value: Record<string, unknown>,
  path: string,
): void {
  if (additionalProperties !== undefined) return;
  for (const name of Object.keys(value)) {
    if (found.length >= maxIgnored) return;
    if (Object.hasOwn(properties, name))
      addInner(found, properties[name] as SchemaLike, value[name], path + name);
    else found.push({ field: path + shown(name), known: properties, path, name });
  }
}

/** In an object, or in a list of objects. */
function addInner(found: UnknownField[], schema: SchemaLike, value: unknown, field: string): void {
  if (typeof value !== 'object' || value === null) return;
  const { items } = schema;
  if (Array.isArray(value)) {
    if (items?.properties === undefined) return;
    for (const [index, entry] of value.slice(0, maxChecked).entries())
      addInner(found, items, entry, `${field}.${index}`);
    return;
  }
  const object = [schema, ...(schema.anyOf ?? [])].find(({ properties }) => properties !== undefined);
  if (object !== undefined) addUnknown(found, object, value as Record<string, unknown>, `${field}.`);
}

/** Whatever the client sends, a name is short and valid text. */
const shown = (name: string): string => firstCharacters(name, maxNameLength).toWellFormed();

/** More names are not typos, and each takes time. */
const maxHints = 20;

function faultOf({ field, known, path, name }: UnknownField, index: number): FieldFault {
  const meant = index < maxHints ? nearest(name, Object.keys(known)) : undefined;
  const hint = meant === undefined ? '' : ` Did you mean \`${path}${meant}\`?`;
  return { field, message: `"${field}" is not a field of this operation.${hint}` };
}
