// Listening: on the configured address, and on both loopback families for localhost.

import { once } from 'node:events';
import { type AddressInfo, createServer, Server, type Socket } from 'node:net';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** A startup error that the operator can fix. */
export class CannotServe extends Error {}

export interface Listening {
  /** URL for a person on this machine. */
  address: string;
  /** Stops accepting connections, and waits for open ones. */
  close(limits: ShutdownLimits): Promise<void>;
}

export interface ShutdownLimits {
  /** For idle connections: a load balancer may be about to send a request on one. */
  idleMs: number;
  /** For requests in flight. */
  totalMs: number;
}

const configurationErrors = new Set(['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND']);

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
    if (code === undefined || !configurationErrors.has(code)) throw error;
    throw new CannotServe(`Cannot listen on ${host}, port ${port} (${code}). Change HOST or PORT.`);
  }
  return {
    address: addressOf(host, portOf(app)),
    async close({ idleMs, totalMs }) {
      const timer = setTimeout(() => app.server.closeAllConnections(), totalMs);
      await connections.quiet(idleMs > 0 ? maxQuietWaitMs : 0);
      const closed = second === undefined ? undefined : once(second.close(), 'close');
      // Call net.Server's close: http.Server's would also end idle connections.
      Server.prototype.close.call(app.server);
      await connections.drain(idleMs);
      await Promise.all([app.close(), closed]);
      clearTimeout(timer);
    },
  };
}

/** URL for a person on this machine. */
export const addressOf = (host: string, port: number): string => `http://${shownHost(host)}:${port}`;

/** Listens on ::1 too, whatever the hosts file says; hands its connections to the main server. */
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

/** Quiet means no new connection for this long; wait at most this long for it. */
const quietForMs = 50;
const maxQuietWaitMs = 1_000;

interface Connections {
  /**
   * Resolves when it is safe to close. Closing resets connections that the kernel has established but we have not
   * accepted, losing requests already sent on them. So wait until no connection arrived for a moment, and close
   * right after a turn of the event loop, which accepts the pending ones.
   */
  quiet(withinMs: number): Promise<void>;
  /** Closes each connection after its next response; resolves when none is left, or after this time. */
  drain(withinMs: number): Promise<void>;
}

function openConnections(app: FastifyInstance): Connections {
  const open = new Set<Socket>();
  /** Connections without a request yet: nothing is in flight, but Node would wait for them. */
  const unused = new Set<Socket>();
  let isDraining = false;
  let lastAt = 0;
  let noneLeft: () => void = () => undefined;
  app.server.on('connection', (socket) => {
    open.add(socket);
    unused.add(socket);
    lastAt = performance.now();
    socket.once('close', () => {
      open.delete(socket);
      unused.delete(socket);
      if (open.size === 0) noneLeft();
    });
  });
  app.server.prependListener('request', ({ socket }, response) => {
    unused.delete(socket);
    if (isDraining) response.shouldKeepAlive = false;
  });
  return {
    async quiet(withinMs) {
      const startedAt = performance.now();
      const isOver = () => performance.now() - Math.max(lastAt, startedAt) >= quietForMs;
      while (!isOver() && performance.now() - startedAt < withinMs) await pause(quietForMs / 5);
      await setImmediate();
    },
    async drain(withinMs) {
      isDraining = true;
      if (open.size > 0 && withinMs > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, withinMs);
          noneLeft = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      for (const socket of unused) socket.destroy();
    },
  };
}

const portOf = (app: FastifyInstance): number => (app.server.address() as AddressInfo).port;

function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
