// A pull parser for multipart/form-data (RFC 7578). It takes what has arrived, and only ever waits for
// more or the end of the body.

import { Readable } from 'node:stream';

export interface FormPart {
  /** Undefined if missing. */
  name: string | undefined;
  fileName: string | undefined;
  /** Lowercase, without parameters; empty if missing. */
  mediaType: string;
  /** Read to the end before requesting the next part. */
  bytes: Readable;
}

/** The body is malformed or truncated. */
export class MalformedForm extends Error {}

const maxBoundaryLength = 200;
/** Part headers hold just the names of field and file. */
const maxHeaderBytes = 16 * 1024;
/** Before the first part, and in parts that are not form fields. */
const maxSkippedBytes = 1024 * 1024;

const lineEnd = Buffer.from('\r\n');
const headerEnd = Buffer.from('\r\n\r\n');
const closingDashes = Buffer.from('--');

/** The fields of a form, in order. Skips other parts. */
export async function* formParts(body: Readable, contentType: string): AsyncGenerator<FormPart> {
  const chunks = new Chunks(body);
  try {
    yield* partsOf(new FormReader(chunks, boundaryOf(contentType)));
  } finally {
    chunks.release();
  }
}

async function* partsOf(reader: FormReader): AsyncGenerator<FormPart> {
  if (await reader.isEmpty()) return;
  await skip(reader.untilDelimiter());
  while (!(await reader.isClosed())) {
    const headers = await reader.headers();
    const disposition = parametersOf(headers.get('content-disposition') ?? '');
    if (disposition.value !== 'form-data') {
      await skip(reader.untilDelimiter());
      continue;
    }
    const bytes = Readable.from(reader.untilDelimiter(), { objectMode: false });
    yield {
      name: disposition.parameters.get('name'),
      fileName: baseName(disposition.parameters.get('filename')),
      mediaType: parametersOf(headers.get('content-type') ?? '').value,
      bytes,
    };
    if (!bytes.readableEnded) throw new Error('The next part was requested before the current one was read.');
  }
}

async function skip(bytes: AsyncIterable<Buffer>): Promise<void> {
  let left = maxSkippedBytes;
  for await (const chunk of bytes) {
    left -= chunk.length;
    if (left < 0) throw new MalformedForm('Too much data outside form fields.');
  }
}

/**
 * Reads a body on demand: all that has arrived in one step, since a client may send each byte as a chunk of its own. After
 * `release`, possible at any time, the rest is read and dropped, so the connection stays usable.
 */
class Chunks {
  readonly #body: Readable;
  #wakeReader: (() => void) | undefined;

  constructor(body: Readable) {
    this.#body = body;
    for (const event of ['readable', 'end', 'error', 'close']) body.on(event, this.#wake);
  }

  /** Undefined at the end. */
  async next(): Promise<Buffer | undefined> {
    const body = this.#body;
    let chunk: Buffer | null = body.read();
    while (chunk === null && !body.readableEnded && !body.destroyed) {
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve;
      });
      chunk = body.read();
    }
    if (chunk === null && !body.readableEnded)
      throw new MalformedForm('The body is truncated.', { cause: body.errored });
    return chunk ?? undefined;
  }

  release(): void {
    for (const event of ['readable', 'end', 'close']) this.#body.off(event, this.#wake);
    this.#body.resume();
  }

  readonly #wake = (): void => this.#wakeReader?.();
}

class FormReader {
  readonly #chunks: Chunks;
  readonly #delimiter: Buffer;
  /** Received but not yet returned. Starts with the line break that the first delimiter may lack. */
  #buffer: Buffer = lineEnd;

  constructor(chunks: Chunks, boundary: string) {
    this.#chunks = chunks;
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  async isEmpty(): Promise<boolean> {
    return !(await this.#receive());
  }

  /** The bytes up to the next delimiter, which is consumed. */
  async *untilDelimiter(): AsyncGenerator<Buffer, void> {
    for (;;) {
      const at = this.#buffer.indexOf(this.#delimiter);
      if (at >= 0) {
        const last = this.#take(at);
        this.#take(this.#delimiter.length);
        if (last.length > 0) yield last;
        return;
      }
      // The buffer may end with the start of a delimiter.
      const safeLength = this.#buffer.length - this.#delimiter.length + 1;
      if (safeLength > 0) yield this.#take(safeLength);
      await this.#receiveMore();
    }
  }

  /** Whether the delimiter just read was the last one. If not, consumes the rest of its line. */
  async isClosed(): Promise<boolean> {
    while (this.#buffer.length < closingDashes.length) await this.#receiveMore();
    if (this.#buffer.subarray(0, closingDashes.length).equals(closingDashes)) return true;
    const padding = this.#take(await this.#find(lineEnd)).toString('latin1');
    if (/[^ \t]/.test(padding)) throw new MalformedForm('Unexpected data after a delimiter.');
    return false;
  }

  /** The part's headers by lowercase name. Starts at the line break before them. */
  async headers(): Promise<Map<string, string>> {
    const end = await this.#find(headerEnd);
    const block = this.#take(end + headerEnd.length);
    if (block.includes(this.#delimiter)) throw new MalformedForm('Unterminated part headers.');
    const unfolded = block.toString('utf8').replace(/\r\n(?=[ \t])/g, '');
    const lines = unfolded.split('\r\n').filter((line) => !/[\r\n]/.test(line));
    return new Map(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, Math.max(colon, 0)).trim().toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
  }

  /** Index of the bytes in the buffer; reads until they are found. */
  async #find(bytes: Buffer): Promise<number> {
    for (;;) {
      const at = this.#buffer.indexOf(bytes);
      if ((at < 0 ? this.#buffer.length : at) > maxHeaderBytes)
        throw new MalformedForm('The headers of a part are too large.');
      if (at >= 0) return at;
      await this.#receiveMore();
    }
  }

  #take(length: number): Buffer {
    const taken = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    return taken;
  }

  async #receiveMore(): Promise<void> {
    if (!(await this.#receive())) throw new MalformedForm('The form has no final delimiter.');
  }

  async #receive(): Promise<boolean> {
    const chunk = await this.#chunks.next();
    if (chunk !== undefined)
      this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    return chunk !== undefined;
  }
}

function boundaryOf(contentType: string): string {
  const boundary = parametersOf(contentType).parameters.get('boundary') ?? '';
  if (boundary === '' || boundary.length > maxBoundaryLength)
    throw new MalformedForm('The content type has no boundary.');
  return boundary;
}

interface Parameters {
  /** The text before the parameters, in lower case. */
  value: string;
  /** By lowercase name. */
  parameters: Map<string, string>;
}

/**
 * `;` name `=` token or quoted string. Browsers escape only quotation marks, so a backslash before the last one may be
 * literal: that is tried second. Each alternative matches in one way only, which takes linear time.
 */
const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|"([^"]*)"|([^;]*))/gsy;

function parametersOf(header: string): Parameters {
  const [value = ''] = header.split(';', 1);
  const parameters = new Map<string, string>();
  parameter.lastIndex = value.length;
  for (let match = parameter.exec(header); match !== null; match = parameter.exec(header)) {
    const [, name = '', escaped, literal, token = ''] = match;
    const quoted = escaped ?? literal;
    const raw = quoted === undefined ? token.trim() : quoted.replace(/\\(["\\])/g, '$1');
    if (name.endsWith('*')) {
      const decoded = decodeExtended(raw);
      if (decoded !== undefined) parameters.set(name.slice(0, -1).toLowerCase(), decoded);
    } else {
      parameters.set(name.toLowerCase(), raw);
    }
    // Ignore anything between a closing quote and the next parameter.
    const next = header.indexOf(';', parameter.lastIndex);
    parameter.lastIndex = next === -1 ? header.length : next;
  }
  return { value: value.trim().toLowerCase(), parameters };
}

/** RFC 8187, `UTF-8''na%C3%AFve`: not allowed in forms, but some clients send it. */
function decodeExtended(raw: string): string | undefined {
  const [, encoded = ''] = /^utf-8'[^']*'(.*)$/is.exec(raw) ?? [];
  try {
    return encoded === '' ? undefined : decodeURIComponent(encoded);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Some clients send the whole path. */
const baseName = (path: string | undefined): string | undefined => path?.replace(/^.*[/\\]/s, '');
