// multipart/form-data: reads a form part by part, hands file parts on as streams, and turns the text of the
// other parts into what a JSON body would hold.

import { finished, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Upload } from '../app/files/uploads.ts';
import { fileFamily } from '../domain/attachment.ts';
import { badField, Failure } from '../domain/failure.ts';
import { type FormPart, formParts, MalformedForm } from './form-parts.ts';

const maxFields = 200;
const maxFieldBytes = 1024 * 1024;
const maxTextBytes = 4 * maxFieldBytes;
const maxNameLength = 100;

const maxParts = 1000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the body is a form, which is read by `receiveForm`. */
    isForm: boolean;
  }
}

/** Leaves forms unread, for `receiveForm`. */
export function takeForms(app: FastifyInstance): void {
  app.decorateRequest('isForm', false);
  app.addContentTypeParser('multipart/form-data', (request, _body, done) => {
    request.isForm = true;
    done(null);
  });
}

export type FormFields = Record<string, string | string[]>;

/**
 * The text fields of the form; its files go to `upload`, in the order they come. When it throws, the caller
 * discards the upload. The rest of a refused body is read and dropped, so that a client which sends it all
 * before it looks for an answer gets the answer, and the connection stays usable.
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
    // Also after success: whatever may follow the last part.
    request.raw.resume();
  }
}

async function receiveFile(part: FormPart, upload: Upload): Promise<void> {
  // RFC 7578 holds text/plain to be the same as no type, and some clients always send it: not a claim, so the bytes
  // decide.
  const declaredType = part.mediaType === 'text/plain' ? '' : part.mediaType;
  await upload.receive({ fileName: unescapedName(part.fileName ?? ''), declaredType, bytes: part.bytes });
}

/** Browsers, and every other `FormData`, write a quotation mark or a line end in a name so; nothing else is escaped. */
const unescapedName = (name: string): string =>
  name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');

/** A part with a file name is a file; so is one without, if it stands where files are taken and holds no text. */
function isFile({ fileName, mediaType }: FormPart, takesFiles: boolean): boolean {
  if (fileName !== undefined) return true;
  return takesFiles && (mediaType === 'application/octet-stream' || fileFamily(mediaType) !== undefined);
}

/** `name[]` is another way to write `name`. */
function fieldName(written: string | undefined): string {
  const name = (written ?? '').replace(/\[\]$/, '');
  if (name === '') throw new Failure('BAD_REQUEST', 'A part of the form has no name.');
  if (name.length > maxNameLength) {
    throw new Failure('BAD_REQUEST', `A field name is longer than ${maxNameLength} characters.`);
  }
  if (name in Object.prototype)
    throw new Failure('BAD_REQUEST', 'A field of the form has a name that is not allowed.');
  return name;
}

class Form {
  /** Without a prototype, so that no name of a client's means anything to the language. */
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

/** Whether the stream ends without a byte, as a browser sends a file input that was left empty. */
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

/** As much of a JSON schema as it takes to read text: a TypeBox object fits. */
export interface JsonObjectSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
}

/**
 * The form as the JSON body it stands for. Text that cannot be read as its schema wants stays text, and a
 * repeated field that is no list stays a list: the validation that follows names the field.
 */
export function decodeForm(fields: Readonly<FormFields>, schema: JsonObjectSchema): Record<string, unknown> {
  const body: Record<string, unknown> = Object.create(null);
  const properties = schema.properties ?? {};
  for (const [name, value] of Object.entries(fields)) {
    body[name] = Object.hasOwn(properties, name) ? decodeValue(value, properties[name]) : value;
  }
  return body;
}

function decodeValue(value: string | readonly string[], schema: unknown): unknown {
  const shapes = shapesOf(schema);
  const list = shapes.find((shape) => kindOf(shape) === 'array');
  if (typeof value !== 'string') {
    return list === undefined ? [...value] : value.map((item) => decodeText(item, shapesOf(list.items)));
  }
  if (list === undefined) return decodeText(value, shapes);
  const parsed = value.startsWith('[') ? parseJson(value) : undefined;
  if (Array.isArray(parsed)) return parsed;
  const others = shapes.filter((shape) => shape !== list && kindOf(shape) !== 'null');
  if (others.length > 0) return decodeText(value, others);
  // A field sent empty is how a form says "no entries".
  return value === '' ? [] : [decodeText(value, shapesOf(list.items))];
}

function decodeText(text: string, shapes: readonly Shape[]): unknown {
  const kinds = new Set(shapes.map(kindOf));
  const object = shapes.find((shape) => kindOf(shape) === 'object');
  if (object !== undefined && text.startsWith('{')) {
    const parsed = parseJson(text);
    if (typeof parsed === 'object' && (!kinds.has('string') || hasRequired(parsed, object))) return parsed;
  }
  if (kinds.has('string')) return text;
  if (kinds.has('number') && jsonNumber.test(text) && Number.isFinite(Number(text))) return Number(text);
  if (kinds.has('boolean') && Object.hasOwn(booleans, text)) return booleans[text];
  return kinds.has('null') && text === 'null' ? null : text;
}

/** Where text is taken as well as an object, what lacks what the object must have is text that looks like one. */
const hasRequired = (value: object | null, { required }: Shape): boolean =>
  !Array.isArray(required) || required.every((name) => Object.hasOwn(value ?? {}, name));

const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const booleans: Record<string, boolean> = { true: true, false: false, 1: true, 0: false };

/** Undefined when it is no JSON, or holds the one key that could reach an object's prototype. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (key, value) => {
      if (key === '__proto__') throw new SyntaxError('A forbidden key.');
      return value;
    });
  } catch {
    // No JSON is an answer: the text stays as it is.
    return undefined;
  }
}

type Shape = Readonly<Record<string, unknown>>;

/** The alternatives of a schema, unions and intersections unfolded, one for each type that it names. */
function shapesOf(schema: unknown): Shape[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const shape: Shape = { ...schema };
  const branches = [shape.anyOf, shape.oneOf, shape.allOf].flat().filter((branch) => branch !== undefined);
  if (branches.length > 0) return branches.flatMap(shapesOf);
  if (Array.isArray(shape.type)) return shape.type.map((type) => ({ ...shape, type }));
  if (Array.isArray(shape.enum)) return shape.enum.map((value) => ({ type: typeNameOf(value) }));
  return [shape];
}

const kindOf = (shape: Shape): unknown => {
  if (shape.type === 'integer') return 'number';
  return shape.type ?? ('const' in shape ? typeNameOf(shape.const) : undefined);
};

const typeNameOf = (value: unknown): string => (value === null ? 'null' : typeof value);
