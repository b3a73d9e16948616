// Where the server is reached: on the address that is asked for, and on both loopback families for localhost.

import { once } from 'node:events';
import { type AddressInfo, createServer, Server, type Socket } from 'node:net';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** A reason not to start that an operator can act on. */
export class CannotServe extends Error {}

export interface Listening {
  /** How a person on this machine reaches it. */
  address: string;
  /** Stops taking connections at once, and waits for those that are open. */
  close(patience: Patience): Promise<void>;
}

export interface Patience {
  /** For connections on which nothing is asked: a balancer may be about to ask on one of them. */
  idleMs: number;
  /** For everything that is in flight. */
  inAllMs: number;
}

const operatorsMistakes = new Set(['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND']);

export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  const connections = openConnections(app);
  let second: Server | undefined;
  try {
    const isLocal = host === 'localhost';
    await app.listen({
      host: isLocal ? '127.0.0.1' : host,
      port,
      listenTextResolver: (address) => `listening on ${address}`,
    });
    if (isLocal) second = await listenOnLoopback6(app);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined || !operatorsMistakes.has(code)) throw error;
    throw new CannotServe(`Cannot listen on ${host}, port ${port} (${code}). Set HOST or PORT to another.`);
  }
  return {
    address: addressOf(host, portOf(app)),
    async close({ idleMs, inAllMs }) {
      const impatience = setTimeout(() => app.server.closeAllConnections(), inAllMs);
      await connections.quiet(idleMs > 0 ? quietWithinMs : 0);
      const closed = second === undefined ? undefined : once(second.close(), 'close');
      // That of its class alone: a server for HTTP would end idle connections too.
      Server.prototype.close.call(app.server);
      await connections.leave(idleMs);
      await Promise.all([app.close(), closed]);
      clearTimeout(impatience);
    },
  };
}

/** How a person on this machine reaches what listens there. */
export const addressOf = (host: string, port: number): string => `http://${shownHost(host)}:${port}`;

/** The other loopback family, whatever the machine's list of hosts says; its connections join the first one's. */
async function listenOnLoopback6(app: FastifyInstance): Promise<Server | undefined> {
  const second = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    app.server.emit('connection', socket),
  );
  try {
    await once(second.listen({ host: '::1', port: portOf(app), ipv6Only: true }), 'listening');
    return second;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return undefined;
    throw error;
  }
}

/** So long after the last new connection, and at most so long after the stop was asked for. */
const quietForMs = 50;
const quietWithinMs = 1_000;

interface Connections {
  /**
   * Resolves when it is a good moment to close. Closing resets connections that the system has made and we have not
   * accepted yet, and a write that a balancer has sent on one is lost to it. So it is done when no connection has
   * come for a moment, and right after a turn of the event loop, in which those that wait are accepted.
   */
  quiet(withinMs: number): Promise<void>;
  /** Ends each connection with its next answer; resolves when none is left, or when so much time is over. */
  leave(withinMs: number): Promise<void>;
}

function openConnections(app: FastifyInstance): Connections {
  const open = new Set<Socket>();
  /** Those that have not asked for anything: nothing of theirs is in flight, but Node would wait for them. */
  const silent = new Set<Socket>();
  let isLeaving = false;
  let lastAt = 0;
  let noneLeft: () => void = () => undefined;
  app.server.on('connection', (socket) => {
    open.add(socket);
    silent.add(socket);
    lastAt = performance.now();
    socket.once('close', () => {
      open.delete(socket);
      silent.delete(socket);
      if (open.size === 0) noneLeft();
    });
  });
  app.server.prependListener('request', ({ socket }, response) => {
    silent.delete(socket);
    if (isLeaving) response.shouldKeepAlive = false;
  });
  return {
    async quiet(withinMs) {
      const askedAt = performance.now();
      const isOver = () => performance.now() - Math.max(lastAt, askedAt) >= quietForMs;
      while (!isOver() && performance.now() - askedAt < withinMs) await pause(quietForMs / 5);
      await setImmediate();
    },
    async leave(withinMs) {
      isLeaving = true;
      if (open.size > 0 && withinMs > 0) {
        await new Promise<void>((resolve) => {
          const patience = setTimeout(resolve, withinMs);
          noneLeft = () => {
            clearTimeout(patience);
            resolve();
          };
        });
      }
      for (const socket of silent) socket.destroy();
    },
  };
}

const portOf = (app: FastifyInstance): number => (app.server.address() as AddressInfo).port;

function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
