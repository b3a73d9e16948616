// A line to another server that a test can stall or cut: bytes go through, stop in the middle, or meet nobody.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Line {
  readonly port: number;
  /** Lets so many more bytes through in each direction, then none: connections stay open. */
  stallAfter(up: number, down: number): void;
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

export async function startLine(to: number): Promise<Line> {
  const up: Direction = { left: Number.POSITIVE_INFINITY };
  const down: Direction = { left: Number.POSITIVE_INFINITY };
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect({ host: '127.0.0.1', port: to });
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
