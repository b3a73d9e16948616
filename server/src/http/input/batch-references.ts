// References between the operations of a batch: `{0.id}` in a path, `{"$ref": "0.id"}` in a body. Each is replaced by
// that field of an earlier operation's `data`, just before the operation runs (ADR 0014).

import { badField, type Failure } from '../../domain/kernel/failure.ts';
import { toJson } from '../kernel/json.ts';

export interface Part {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
}

/** An operation as it is sent. */
export interface ResolvedPart extends Omit<Part, 'body'> {
  /** The body as JSON. */
  payload?: string;
}

export interface Result {
  status: number;
  body: object;
}

/** Total for a batch: a few bytes of a body can refer to a long text many times. */
export const maxReferencedBytes = 1024 * 1024;

/** Braces around something else are ordinary characters of a path. */
const inPath = /\{(\d[^{}]*)\}/g;
const referenceShape = /^(?<operation>\d{1,9})(?:\.[^.]+)+$/;

/** Replaces the references of one batch, operation by operation. */
export function batchReferences() {
  let left = maxReferencedBytes;

  /** `index` is the operation's own; only earlier ones have results. */
  function resolveOne(reference: string, field: string, index: number, results: readonly Result[]) {
    const refuse = (why: string): Failure =>
      badField(field, `has the reference "${shown(reference)}", ${why}`);
    const operation = Number(referenceShape.exec(reference)?.groups?.operation ?? Number.NaN);
    if (Number.isNaN(operation)) throw refuse('which is not of the form "0.id".');
    if (operation >= index) throw refuse(`but operation ${operation} does not run before this one.`);
    const { status, body } = results[operation] ?? { status: 0, body: {} };
    if (status < 200 || status >= 300) throw refuse(`but operation ${operation} failed.`);
    const [, ...names] = reference.split('.');
    const value = names.reduce(fieldOf, fieldOf(body, 'data'));
    if (value === undefined) throw refuse(`but the result of operation ${operation} has no such field.`);
    if (typeof value !== 'string' && typeof value !== 'number')
      throw refuse('which is neither a string nor a number.');
    left -= Buffer.byteLength(String(value));
    if (left < 0)
      throw refuse(`but the references of a batch may stand for at most ${maxReferencedBytes} bytes.`);
    return value;
  }

  return {
    /** Fails with BAD_REQUEST, naming the first reference that stands for nothing. */
    resolve({ method, path: given, body }: Part, index: number, results: readonly Result[]): ResolvedPart {
      const path = given.replace(inPath, (_, reference: string) =>
        encodeURIComponent(resolveOne(reference, 'path', index, results)),
      );
      if (body === undefined) return { method, path };
      const payload = toJson(body);
      if (!payload.includes('"$ref"')) return { method, path, payload };
      // A copy: the request's own body identifies it for an Idempotency-Key.
      const root = { body: JSON.parse(payload) as unknown };
      replaceReferences(root, (reference, field) => resolveOne(reference, field, index, results));
      return { method, path, payload: toJson(root.body) };
    },
  };
}

/** Only own properties, so that no name reaches a prototype. */
const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

interface Place {
  container: Record<string, unknown>;
  name: string;
  /** As in error messages about the body. */
  field: string;
}

/** In place and without recursion: a body can be nested to any depth. */
function replaceReferences(
  root: { body: unknown },
  resolveOne: (reference: string, field: string) => unknown,
): void {
  const places: Place[] = [{ container: root, name: 'body', field: '' }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { container, name, field } = place;
    const value = container[name];
    if (typeof value !== 'object' || value === null) continue;
    const reference = referenceIn(value, field || 'body');
    if (reference !== undefined) {
      container[name] = resolveOne(reference, field || 'body');
      continue;
    }
    for (const inner of Object.keys(value).reverse())
      places.push({
        container: value as Record<string, unknown>,
        name: inner,
        field: field === '' ? inner : `${field}.${inner}`,
      });
  }
}

/** An object with `$ref` alone is always a reference: no field of the API takes such an object. */
function referenceIn(value: object, field: string): string | undefined {
  const [name, ...others] = Object.keys(value);
  if (name !== '$ref' || others.length > 0) return undefined;
  const { $ref: reference } = value as { $ref: unknown };
  if (typeof reference !== 'string') throw badField(field, 'has a "$ref" that is not a string.');
  return reference;
}

const maxShown = 100;

const shown = (reference: string): string =>
  reference.length > maxShown ? `${reference.slice(0, maxShown).toWellFormed()}…` : reference;
