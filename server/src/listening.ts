// Where the server is reached: on the address that is asked for, and on both loopback families for localhost.

import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';

/** A reason not to start that an operator can act on. */
export class CannotServe extends Error {}

export interface Listening {
  /** How a person on this machine reaches it. */
  address: string;
  /** Stops taking connections and waits for what is in flight, at most so long. */
  close(withinMs: number): Promise<void>;
}

const operatorsMistakes = new Set(['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND']);

export async function listen(app: FastifyInstance, { host, port }: Config): Promise<Listening> {
  const silent = silentConnections(app);
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
    address: `http://${shownHost(host)}:${portOf(app)}`,
    async close(withinMs) {
      const impatience = setTimeout(() => app.server.closeAllConnections(), withinMs);
      const closed = [app.close(), ...(second === undefined ? [] : [once(second.close(), 'close')])];
      for (const socket of silent) socket.destroy();
      await Promise.all(closed);
      clearTimeout(impatience);
    },
  };
}

/** The other loopback family, whatever the machine's list of hosts says; its connections join the first one's. */
async function listenOnLoopback6(app: FastifyInstance): Promise<Server | undefined> {
  const second = createServer((socket) => app.server.emit('connection', socket));
  try {
    await once(second.listen({ host: '::1', port: portOf(app), ipv6Only: true }), 'listening');
    return second;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return undefined;
    throw error;
  }
}

/** Connections that have not asked for anything: nothing of theirs is in flight, but Node would wait for them. */
function silentConnections(app: FastifyInstance): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  app.server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }) => silent.delete(socket));
  return silent;
}

const portOf = (app: FastifyInstance): number => (app.server.address() as AddressInfo).port;

function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
