// multipart/form-data: streams file parts to the upload, and converts text parts to the values of an equivalent
// JSON body.

import { finished, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Upload } from '../../app/files/uploads.ts';
import { fileFamily } from '../../domain/files/attachment.ts';
import { badField, Failure } from '../../domain/kernel/failure.ts';
import { JsonSize } from '../../domain/kernel/json-size.ts';
import { type FormPart, formParts, MalformedForm } from './form-parts.ts';
import { maxJsonBytes, maxJsonSize } from './large-bodies.ts';

const maxFields = 200;
const maxFieldBytes = 1024 * 1024;
const maxTextBytes = 4 * maxFieldBytes;
const maxNameLength = 100;

const maxParts = 1000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the body is a form, to be read by `receiveForm`. */
    isForm: boolean;
  }
}

/** Leaves forms unparsed for `receiveForm`. */
export function takeForms(app: FastifyInstance): void {
  app.decorateRequest('isForm', false);
  app.addContentTypeParser('multipart/form-data', (request, _body, done) => {
    request.isForm = true;
    done(null);
  });
}

export type FormFields = Record<string, string | string[]>;

/**
 * Returns the form's text fields and sends its files to `upload`, in order. If it throws, the caller discards the
 * upload. The rest of a rejected body is read and dropped, so that clients that send everything before reading get
 * the response, and the connection stays usable.
 */
export async function receiveForm(
  request: FastifyRequest,
  upload: Upload,
  fileFields: readonly string[],
): Promise<FormFields> {
  const form = new Form();
  let count = 0;
  try {
    for await (const part of formParts(request.raw, request.headers['content-type'] ?? '')) {
      count += 1;
      if (count > maxParts) throw tooMuch(`The form has more than ${maxParts} parts.`);
      const name = fieldName(part.name);
      if (!isFile(part, fileFields.includes(name))) form.add(name, await readText(part.bytes, name));
      else if (part.fileName === '' && (await isEmpty(part.bytes))) continue;
      else if (!fileFields.includes(name)) throw badField(name, 'does not take a file.');
      else await receiveFile(part, upload);
    }
    return form.fields;
  } catch (error) {
    if (!(error instanceof MalformedForm)) throw error;
    throw new Failure('BAD_REQUEST', 'The body is not valid multipart/form-data.', undefined, error);
  } finally {
    // Also after success: drain anything after the last part.
    request.raw.resume();
  }
}

async function receiveFile(part: FormPart, upload: Upload): Promise<void> {
  // RFC 7578 makes text/plain the default, and some clients always send it: treat it as undeclared and detect the
  // type.
  const declaredType = part.mediaType === 'text/plain' ? '' : part.mediaType;
  await upload.receive({ fileName: unescapedName(part.fileName ?? ''), declaredType, bytes: part.bytes });
}

/**
 * Browsers and other `FormData` implementations escape quotation marks and line breaks in names this way, and
 * nothing else.
 */
const unescapedName = (name: string): string =>
  name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');

/** A part with a file name is a file; so is a non-text part of a field that accepts files. */
function isFile({ fileName, mediaType }: FormPart, acceptsFiles: boolean): boolean {
  if (fileName !== undefined) return true;
  return acceptsFiles && (mediaType === 'application/octet-stream' || fileFamily(mediaType) !== undefined);
}

/** `name[]` and `name[0]` mean `name`. */
function fieldName(rawName: string | undefined): string {
  const name = (rawName ?? '').replace(/\[\d*\]$/, '');
  if (name === '') throw new Failure('BAD_REQUEST', 'A part of the form has no name.');
  if (name.length > maxNameLength) {
    throw new Failure('BAD_REQUEST', `A field name is longer than ${maxNameLength} characters.`);
  }
  if (name in Object.prototype)
    throw new Failure('BAD_REQUEST', 'A field of the form has a name that is not allowed.');
  return name;
}

class Form {
  /** No prototype, so that client-chosen names are safe. */
  readonly fields: FormFields = Object.create(null);
  #count = 0;
  #bytes = 0;

  add(name: string, text: Buffer): void {
    this.#count += 1;
    this.#bytes += text.length;
    if (this.#count > maxFields) throw tooMuch(`The form has more than ${maxFields} fields.`);
    if (this.#bytes > maxTextBytes) throw tooMuch(`The form has more than ${maxTextBytes} bytes of text.`);
    const value = decodeUtf8(text, name);
    const before = this.fields[name];
    if (before === undefined) this.fields[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else this.fields[name] = [before, value];
  }
}

async function readText(bytes: Readable, name: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxFieldBytes) throw tooMuch(`The field "${name}" is larger than ${maxFieldBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(text: Buffer, name: string): string {
  try {
    return utf8.decode(text);
  } catch (error) {
    if (error instanceof TypeError) throw badField(name, 'must be UTF-8 text.');
    throw error;
  }
}

/** Whether the stream is empty, as for a file input left blank. */
function isEmpty(bytes: Readable): Promise<boolean> {
  return new Promise((resolve, reject) => {
    finished(bytes, (error) => (error ? reject(error) : resolve(true)));
    bytes.once('readable', () => {
      if (bytes.readableLength > 0) resolve(false);
      else bytes.read();
    });
  });
}

const tooMuch = (message: string): Failure => new Failure('PAYLOAD_TOO_LARGE', message);

/** The part of JSON Schema needed here; TypeBox objects fit. */
export interface JsonObjectSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
}

/**
 * Converts the form to the equivalent JSON body. Text that does not fit its schema stays text, and a repeated field
 * that is not a list becomes one: the validation that follows reports the field.
 */
export function decodeForm(fields: Readonly<FormFields>, schema: JsonObjectSchema): Record<string, unknown> {
  const body: Record<string, unknown> = Object.create(null);
  const properties = schema.properties ?? {};
  const parse = jsonParser();
  for (const [name, value] of Object.entries(fields)) {
    body[name] = Object.hasOwn(properties, name) ? decodeValue(value, properties[name], parse) : value;
  }
  return body;
}

function decodeValue(value: string | readonly string[], schema: unknown, parse: ParseJson): unknown {
  const shapes = shapesOf(schema);
  const list = shapes.find((shape) => kindOf(shape) === 'array');
  if (typeof value !== 'string') {
    return list === undefined
      ? [...value]
      : value.map((item) => decodeText(item, shapesOf(list.items), parse));
  }
  if (list === undefined) return decodeText(value, shapes, parse);
  const parsed = value.startsWith('[') ? parse(value) : undefined;
  if (Array.isArray(parsed)) return parsed;
  const others = shapes.filter((shape) => shape !== list && kindOf(shape) !== 'null');
  if (others.length > 0) return decodeText(value, others, parse);
  // An empty field means "no entries".
  return value === '' ? [] : [decodeText(value, shapesOf(list.items), parse)];
}

function decodeText(text: string, shapes: readonly Shape[], parse: ParseJson): unknown {
  const kinds = new Set(shapes.map(kindOf));
  const object = shapes.find((shape) => kindOf(shape) === 'object');
  if (object !== undefined && text.startsWith('{')) {
    const parsed = parse(text);
    if (typeof parsed === 'object' && (!kinds.has('string') || hasRequired(parsed, object))) return parsed;
  }
  if (kinds.has('string')) return text;
  if (kinds.has('number') && jsonNumber.test(text) && Number.isFinite(Number(text))) return Number(text);
  if (kinds.has('boolean') && Object.hasOwn(booleans, text)) return booleans[text];
  return kinds.has('null') && text === 'null' ? null : text;
}

/** If the schema allows text too, JSON without the required fields stays text. */
const hasRequired = (value: object | null, { required }: Shape): boolean =>
  !Array.isArray(required) || required.every((name) => Object.hasOwn(value ?? {}, name));

const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const booleans: Record<string, boolean> = { true: true, false: false, 1: true, 0: false };

/** Undefined if it is not JSON, has a key `__proto__`, or is too large. */
type ParseJson = (text: string) => unknown;

/** All fields together may have as much JSON as a body: it is parsed in one go. */
function jsonParser(): ParseJson {
  let bytesLeft = maxJsonBytes;
  let sizeLeft = maxJsonSize;
  return (text) => {
    bytesLeft -= text.length;
    if (bytesLeft < 0) return undefined;
    sizeLeft -= new JsonSize(sizeLeft).add(text);
    if (sizeLeft < 0 || protoKey.test(text)) return undefined;
    try {
      return JSON.parse(text);
    } catch {
      // Not JSON: keep it as text.
      return undefined;
    }
  };
}

/** In any spelling. A function that looks at each key would take ten times as long as parsing. */
const protoKey = new RegExp(
  `"${[...'__proto__'].map((letter) => `(?:${letter}|\\\\u00${letter.charCodeAt(0).toString(16)})`).join('')}"\\s*:`,
  'i',
);

export type Shape = Readonly<Record<string, unknown>>;

/** The alternatives of a schema, with unions, intersections, type lists and enums flattened. */
export function shapesOf(schema: unknown): Shape[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const shape: Shape = { ...schema };
  const branches = [shape.anyOf, shape.oneOf, shape.allOf].flat().filter((branch) => branch !== undefined);
  if (branches.length > 0) return branches.flatMap(shapesOf);
  if (Array.isArray(shape.type)) return shape.type.map((type) => ({ ...shape, type }));
  if (Array.isArray(shape.enum)) return shape.enum.map((value) => ({ type: typeNameOf(value) }));
  return [shape];
}

export const kindOf = (shape: Shape): unknown => {
  if (shape.type === 'integer') return 'number';
  return shape.type ?? ('const' in shape ? typeNameOf(shape.const) : undefined);
};

const typeNameOf = (value: unknown): string => (value === null ? 'null' : typeof value);
