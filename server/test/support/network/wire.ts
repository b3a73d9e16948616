// Raw HTTP, for requests that no client library would send.

import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  body: any;
}

export interface Wire {
  socket: Socket;
  /** Resolves with the first response that is not 1xx; undefined if the connection closes without one. */
  answer: Promise<WireAnswer | undefined>;
  /** Status lines of the 1xx responses so far. */
  interim: string[];
}

/** `isHead`: the response has no body, whatever its length says. */
export function openWire(port: number, { isHead = false } = {}): Wire {
  const socket = connect({ port, host: '127.0.0.1' });
  const interim: string[] = [];
  let received = Buffer.alloc(0);
  const answer = new Promise<WireAnswer | undefined>((resolve) => {
    const read = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
        const [line = '', ...fields] = received.subarray(0, end).toString('latin1').split('\r\n');
        const status = Number(line.split(' ')[1]);
        if (status >= 200) {
          const headers = headersOf(fields);
          const isEmpty = isHead || status === 204 || status === 304;
          const text = isEmpty ? Buffer.alloc(0) : bodyOf(headers, received.subarray(end + 4));
          if (text === undefined) return;
          socket.off('data', read).resume();
          resolve(toAnswer(status, headers, decoded(headers, text)));
          return;
        }
        interim.push(line);
        received = received.subarray(end + 4);
      }
    };
    socket.on('data', read);
    // A reset after the response is fine; before it, there is no response.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(undefined));
  });
  return { socket, answer, interim };
}

/** Sends the bytes on a new connection and returns the response. */
export async function exchange(port: number, bytes: string | Buffer): Promise<WireAnswer> {
  const { socket, answer } = openWire(port);
  socket.write(bytes);
  const found = await answer;
  socket.destroy();
  if (found === undefined) throw new Error('The server closed the connection without an answer.');
  return found;
}

/** Without its compression. */
function decoded({ 'content-encoding': encoding }: Record<string, string>, body: Buffer): Buffer {
  if (body.length === 0) return body;
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}

/** Undefined until it has arrived completely. */
function bodyOf(headers: Record<string, string>, received: Buffer): Buffer | undefined {
  if (headers['transfer-encoding'] !== 'chunked') {
    const length = Number(headers['content-length'] ?? 0);
    return received.length < length ? undefined : received.subarray(0, length);
  }
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = received.indexOf('\r\n', at);
    if (end < 0) return undefined;
    const length = Number.parseInt(received.toString('latin1', at, end), 16);
    if (received.length < end + 4 + length) return undefined;
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(end + 2, end + 2 + length));
    at = end + 4 + length;
  }
}

const headersOf = (fields: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    fields.map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    }),
  );

function toAnswer(status: number, headers: Record<string, string>, bytes: Buffer): WireAnswer {
  const text = bytes.toString();
  const isJson = headers['content-type']?.startsWith('application/json') === true && text !== '';
  return { status, headers, text, body: isJson ? JSON.parse(text) : undefined };
}
