// The body of a request, made anew for every attempt: JSON, or a form when there are files. A form of Blobs is
// left to the runtime; one with streams is written here, part by part, since no runtime takes a stream in a form.

import type { ByteStream, FileInput, FilePart } from './uploads.ts';
import { filePartOf } from './uploads.ts';

export interface OpenBody {
  body?: BodyInit;
  contentType?: string;
  /** Whether files are in it, which should not be held in memory; and whether it is a stream itself. */
  hasFiles?: boolean;
  isStream?: boolean;
  /** When the attempt is over, however it went: not every runtime releases a body that is no longer wanted. */
  close?(): void;
}

export interface Payload {
  open(): OpenBody;
  /** False once a stream that cannot be had again was read from. */
  canRepeat(): boolean;
  /** What a stream of the caller failed with: not a fault of the network. */
  sourceFault(): { error: unknown } | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const steady = { canRepeat: () => true, sourceFault: () => undefined };

export async function payloadOf(body: unknown, files: readonly FileInput[] = []): Promise<Payload> {
  if (files.length > 0) return formOf((body ?? {}) as Fields, await Promise.all(files.map(filePartOf)));
  if (body === undefined) return { ...steady, open: () => ({}) };
  const text = JSON.stringify(body);
  return { ...steady, open: () => ({ body: text, contentType: 'application/json' }) };
}

function formOf(fields: Fields, parts: readonly FilePart[]): Payload {
  const texts = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, fieldText(name, value)] as const],
  );
  const blobs = parts.flatMap(({ content, name, type }) =>
    content instanceof Blob ? [{ name, blob: typed(content, type) }] : [],
  );
  if (blobs.length === parts.length)
    return { ...steady, open: () => ({ body: formData(texts, blobs), hasFiles: true }) };
  let fault: { error: unknown } | undefined;
  return {
    open() {
      const boundary = `earshot-${randomHex()}`;
      const chunks = multipart(boundary, texts, parts, (error) => {
        fault = { error };
      });
      return {
        body: streamOf(chunks),
        contentType: `multipart/form-data; boundary=${boundary}`,
        hasFiles: true,
        isStream: true,
        // What a source says to its end is of no use to anyone.
        close: () => void chunks.return(undefined).catch(() => undefined),
      };
    },
    canRepeat: () => parts.every((part) => part.canRepeat()),
    sourceFault: () => fault,
  };
}

function fieldText(name: string, value: unknown): string {
  // A form has no null. The API reads an empty field as null where null clears.
  if (value === null) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  // Rich text that looks like a document would be taken for one; it is text, and text begins with a word.
  return text.startsWith('{') && (name === 'description' || name === 'content') ? `\n${text}` : text;
}

const typed = (blob: Blob, type: string): Blob =>
  type === blob.type ? blob : blob.slice(0, blob.size, type);

function formData(
  texts: readonly (readonly [string, string])[],
  blobs: readonly { name: string; blob: Blob }[],
): FormData {
  const form = new FormData();
  for (const [name, text] of texts) form.append(name, text);
  for (const { name, blob } of blobs) form.append('attachments', blob, name);
  return form;
}

const encoder = new TextEncoder();

async function* multipart(
  boundary: string,
  texts: readonly (readonly [string, string])[],
  parts: readonly FilePart[],
  onSourceFault: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  const head = (name: string, more: string) =>
    encoder.encode(`--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${more}\r\n\r\n`);
  const lineEnd = encoder.encode('\r\n');
  for (const [name, text] of texts) {
    yield head(name, '');
    yield encoder.encode(text);
    yield lineEnd;
  }
  for (const { name, type, content } of parts) {
    const contentType = type.replace(/[^\x20-\x7e]/g, '') || 'application/octet-stream';
    yield head('attachments', `; filename="${quoted(name)}"\r\nContent-Type: ${contentType}`);
    try {
      for await (const chunk of chunksOf(content instanceof Blob ? content.stream() : content())) {
        yield bytesOf(chunk);
      }
    } catch (error) {
      onSourceFault(error);
      throw error;
    }
    yield lineEnd;
  }
  yield encoder.encode(`--${boundary}--\r\n`);
}

/** As browsers write names into forms. */
const quoted = (text: string): string => text.replace(/["\r\n]/g, encodeURIComponent);

/** Not every runtime can iterate over a web stream. */
async function* chunksOf(stream: ByteStream): AsyncGenerator<Uint8Array | string> {
  if (!(stream instanceof ReadableStream)) return yield* stream;
  const reader = stream.getReader();
  let isDone = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        isDone = true;
        return;
      }
      yield value;
    }
  } finally {
    // Left early: whoever fills the stream should stop.
    if (!isDone) reader.cancel().catch(() => undefined);
  }
}

function bytesOf(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  if (typeof chunk === 'string') return encoder.encode(chunk);
  throw new TypeError('A stream of a file must give bytes or text.');
}

/** Nothing is read before the runtime asks for it, so a connection that never opens costs no stream. */
const streamOf = (chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );

/** Not `crypto.randomUUID`, which pages without TLS lack. */
export const randomHex = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
