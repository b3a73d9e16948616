// A line to another server that a test can stall or cut: bytes go through, stop in the middle, or meet nobody.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Line {
  readonly port: number;
  /** Lets so many more bytes through in each direction, then none: connections stay open. */
  stallAfter(up: number, down: number): void;
  /** Cuts the next connection on which this text is sent, once the server has answered it: that answer is lost. */
  loseAnswerTo(text: string): void;
  /** Ends all connections, and every new one at once. */
  cut(): void;
  mend(): void;
  /** Connections that are open now. */
  open(): number;
  close(): Promise<void>;
}

interface Direction {
  left: number;
}

/** To a port of the loopback, or to a socket in the file system. */
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
    // Before the bytes are carried on: this listener comes first.
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
      // What was swallowed is lost, so a stalled connection can never go on.
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

/** A stalled side is not read any more, so that the sender's buffers fill as they would. */
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
