// Speaks HTTP byte by byte, for what no client library would send.

import { connect, type Socket } from 'node:net';

export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  body: any;
}

export interface Wire {
  socket: Socket;
  /** Resolves with the first answer that is not 1xx, or undefined when the connection closes without one. */
  answer: Promise<WireAnswer | undefined>;
  /** Status lines of the 1xx answers so far. */
  interim: string[];
}

export function openWire(port: number): Wire {
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
          const length = Number(headers['content-length'] ?? 0);
          const text = received.subarray(end + 4, end + 4 + length);
          if (text.length < length) return;
          socket.off('data', read).resume();
          resolve(toAnswer(status, headers, text));
          return;
        }
        interim.push(line);
        received = received.subarray(end + 4);
      }
    };
    socket.on('data', read);
    // A reset after the answer says nothing; one before it is an absent answer.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(undefined));
  });
  return { socket, answer, interim };
}

/** Sends the bytes on a connection of their own and returns the answer. */
export async function exchange(port: number, bytes: string | Buffer): Promise<WireAnswer> {
  const { socket, answer } = openWire(port);
  socket.write(bytes);
  const found = await answer;
  socket.destroy();
  if (found === undefined) throw new Error('The server closed the connection without an answer.');
  return found;
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
