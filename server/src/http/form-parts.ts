// Takes a multipart/form-data body apart (RFC 7578), part by part, as its reader asks for it: nothing is read ahead
// but one chunk, and there is no state in which it waits for anything but the next chunk or the end of the body.

import { Readable } from 'node:stream';

export interface FormPart {
  /** Undefined when the part does not say. */
  name: string | undefined;
  fileName: string | undefined;
  /** In lower case and without parameters; empty when the part does not say. */
  mediaType: string;
  /** To be read to its end before the next part is asked for. */
  bytes: Readable;
}

/** The body is not what it claims to be, or broke off. */
export class MalformedForm extends Error {}

const maxBoundaryLength = 200;
/** Names of fields and files are all that is wanted of it. */
const maxHeaderBytes = 16 * 1024;
/** Before the first part, and in parts that are no fields of a form. */
const maxSkippedBytes = 1024 * 1024;

const lineEnd = Buffer.from('\r\n');
const headerEnd = Buffer.from('\r\n\r\n');
const closingDashes = Buffer.from('--');

/** The parts of a form in their order. Those that are no fields of a form are skipped. */
export async function* formParts(body: Readable, contentType: string): AsyncGenerator<FormPart> {
  const chunks = new Chunks(body);
  try {
    yield* partsOf(new FormReader(chunks, boundaryOf(contentType)));
  } finally {
    chunks.letGo();
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
    if (!bytes.readableEnded) throw new Error('The next part was asked for in the middle of one.');
  }
}

async function skip(bytes: AsyncIterable<Buffer>): Promise<void> {
  let left = maxSkippedBytes;
  for await (const chunk of bytes) {
    left -= chunk.length;
    if (left < 0) throw new MalformedForm('Too much of the form belongs to no field.');
  }
}

/**
 * A body, a chunk at a time, only when one is asked for. It can be let go of at any time, in the middle of waiting too:
 * then the rest of it is dropped as it comes, and the connection stays usable.
 */
class Chunks {
  readonly #body: Readable;
  #wakeReader: (() => void) | undefined;
  #chunk: Buffer | undefined;

  constructor(body: Readable) {
    this.#body = body.pause().on('data', this.#keep);
    for (const event of ['end', 'error', 'close']) body.on(event, this.#wake);
  }

  /** Undefined at the end. */
  async next(): Promise<Buffer | undefined> {
    const body = this.#body;
    if (!body.readableEnded && !body.destroyed) {
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve;
        body.resume();
      });
    }
    const chunk = this.#chunk;
    this.#chunk = undefined;
    if (chunk === undefined && !body.readableEnded)
      throw new MalformedForm('The body broke off.', { cause: body.errored });
    return chunk;
  }

  letGo(): void {
    this.#body.off('data', this.#keep).resume();
    for (const event of ['end', 'close']) this.#body.off(event, this.#wake);
  }

  readonly #keep = (chunk: Buffer): void => {
    this.#body.pause();
    this.#chunk = chunk;
    this.#wake();
  };

  readonly #wake = (): void => this.#wakeReader?.();
}

class FormReader {
  readonly #chunks: Chunks;
  readonly #delimiter: Buffer;
  /** What was received and not yet given away. Begins with the line end that the first delimiter may lack. */
  #held: Buffer = lineEnd;

  constructor(chunks: Chunks, boundary: string) {
    this.#chunks = chunks;
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  async isEmpty(): Promise<boolean> {
    return !(await this.#receive());
  }

  /** The bytes up to the next delimiter, which is passed over. */
  async *untilDelimiter(): AsyncGenerator<Buffer, void> {
    for (;;) {
      const at = this.#held.indexOf(this.#delimiter);
      if (at >= 0) {
        const last = this.#take(at);
        this.#take(this.#delimiter.length);
        if (last.length > 0) yield last;
        return;
      }
      // The end of what is held may be the beginning of a delimiter.
      const certain = this.#held.length - this.#delimiter.length + 1;
      if (certain > 0) yield this.#take(certain);
      await this.#receiveMore();
    }
  }

  /** After a delimiter: whether it was the last one. If not, the rest of its line is passed over. */
  async isClosed(): Promise<boolean> {
    while (this.#held.length < closingDashes.length) await this.#receiveMore();
    if (this.#held.subarray(0, closingDashes.length).equals(closingDashes)) return true;
    const padding = this.#take(await this.#find(lineEnd)).toString('latin1');
    if (/[^ \t]/.test(padding)) throw new MalformedForm('A delimiter is followed by something else.');
    return false;
  }

  /** The fields before the bytes of a part, by their names in lower case. Begins at the line end before them. */
  async headers(): Promise<Map<string, string>> {
    const end = await this.#find(headerEnd);
    const block = this.#take(end + headerEnd.length);
    if (block.includes(this.#delimiter)) throw new MalformedForm('The headers of a part have no end.');
    const unfolded = block.toString('utf8').replace(/\r\n(?=[ \t])/g, '');
    const lines = unfolded.split('\r\n').filter((line) => !/[\r\n]/.test(line));
    return new Map(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, Math.max(colon, 0)).trim().toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
  }

  /** Where the bytes stand in what is held; receives until they do. */
  async #find(bytes: Buffer): Promise<number> {
    for (;;) {
      const at = this.#held.indexOf(bytes);
      if ((at < 0 ? this.#held.length : at) > maxHeaderBytes)
        throw new MalformedForm('The headers of a part are too large.');
      if (at >= 0) return at;
      await this.#receiveMore();
    }
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }

  async #receiveMore(): Promise<void> {
    if (!(await this.#receive())) throw new MalformedForm('The form ends before its last delimiter.');
  }

  async #receive(): Promise<boolean> {
    const chunk = await this.#chunks.next();
    if (chunk !== undefined)
      this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    return chunk !== undefined;
  }
}

function boundaryOf(contentType: string): string {
  const boundary = parametersOf(contentType).parameters.get('boundary') ?? '';
  if (boundary === '' || boundary.length > maxBoundaryLength)
    throw new MalformedForm('The content type names no boundary.');
  return boundary;
}

interface Parameters {
  /** What stands before them, in lower case. */
  value: string;
  /** By their names in lower case. */
  parameters: Map<string, string>;
}

/** `;` name `=` a token or a quoted string. Browsers escape quotation marks alone, so a lone backslash is itself. */
const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.|\\)*)"|([^;]*))/gsy;

function parametersOf(header: string): Parameters {
  const [value = ''] = header.split(';', 1);
  const parameters = new Map<string, string>();
  parameter.lastIndex = value.length;
  for (let match = parameter.exec(header); match !== null; match = parameter.exec(header)) {
    const [, name = '', quoted, token = ''] = match;
    const written = quoted === undefined ? token.trim() : quoted.replace(/\\(["\\])/g, '$1');
    if (name.endsWith('*')) {
      const decoded = decodeExtended(written);
      if (decoded !== undefined) parameters.set(name.slice(0, -1).toLowerCase(), decoded);
    } else {
      parameters.set(name.toLowerCase(), written);
    }
    // Whatever stands between a closing quote and the next parameter means nothing.
    const next = header.indexOf(';', parameter.lastIndex);
    parameter.lastIndex = next === -1 ? header.length : next;
  }
  return { value: value.trim().toLowerCase(), parameters };
}

/** RFC 8187, `UTF-8''na%C3%AFve`: forms should not have it, but some clients write it. */
function decodeExtended(written: string): string | undefined {
  const [, encoded = ''] = /^utf-8'[^']*'(.*)$/is.exec(written) ?? [];
  try {
    return encoded === '' ? undefined : decodeURIComponent(encoded);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Some clients send the whole path. */
const baseName = (path: string | undefined): string | undefined => path?.replace(/^.*[/\\]/s, '');
