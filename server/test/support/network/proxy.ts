// A proxy that a test can stall or cut: bytes pass, stop midway, or get no connection.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Line {
  readonly port: number;
  /** Passes this many more bytes in each direction, then none; connections stay open. */
  stallAfter(up: number, down: number): void;
  /** Cuts the next connection that sends this text, once the server has responded: that response is lost. */
  loseAnswerTo(text: string): void;
  /** Closes all connections, and new ones immediately. */
  cut(): void;
  mend(): void;
  /** Open connections. */
  open(): number;
  close(): Promise<void>;
}

interface Direction {
  left: number;
}

/** A loopback port or a Unix socket. */
export async function startLine(to: number | string): Promise<Line> {
  const up: Direction = { left: Number.POSITIVE_INFINITY };
  const down: Direction = { left: Number.POSITIVE_INFINITY };
  const sockets = new Set<Socket>();
  let isCut = false;
  let unanswered: string | undefined;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = typeof to === 'number' ? connect({ host: '127.0.0.1', port: to }) : connect(to);
    let isAsked = false;
    near.on('data', (bytes) => {
      if (unanswered === undefined || !bytes.includes(unanswered)) return;
      isAsked = true;
      unanswered = undefined;
    });
    // Runs before the bytes are forwarded.
    far.on('data', () => {
      if (isAsked) near.destroy();
    });
    carry(near, far, up);
    carry(far, near, down);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    stallAfter(upBytes, downBytes) {
      up.left = upBytes;
      down.left = downBytes;
    },
    loseAnswerTo(text) {
      unanswered = text;
    },
    cut() {
      isCut = true;
      end();
    },
    mend() {
      isCut = false;
      up.left = Number.POSITIVE_INFINITY;
      down.left = Number.POSITIVE_INFINITY;
      // Swallowed bytes are lost, so a stalled connection can never resume.
      end();
    },
    open: () => sockets.size / 2,
    async close() {
      end();
      server.close();
      await once(server, 'close');
    },
  };
}

/** In front of a database of the tests, whose server listens on a Unix socket; `url` leads through the line. */
export async function startDatabaseLine(databaseUrl: string): Promise<{ line: Line; url: string }> {
  const { pathname, searchParams } = new URL(databaseUrl);
  const line = await startLine(`${searchParams.get('host')}/.s.PGSQL.5432`);
  return { line, url: `postgres://earshot@127.0.0.1:${line.port}${pathname}` };
}

/** Stop reading a stalled side, so that the sender's buffers fill up. */
function carry(from: Socket, to: Socket, direction: Direction): void {
  from.on('data', (bytes) => {
    const through = bytes.subarray(0, Math.min(bytes.length, direction.left));
    direction.left -= through.length;
    if (through.length > 0 && !to.write(through)) {
      from.pause();
      to.once('drain', () => from.resume());
    }
    if (direction.left <= 0) from.pause();
  });
}
