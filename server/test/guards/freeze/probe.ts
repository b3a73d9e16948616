// The client of the probe in a server process.

import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';

export interface Stretch {
  /** The longest turn of the event loop, in CPU milliseconds. */
  longestMs: number;
  /** Garbage collection time meanwhile. */
  collectingMs: number;
  rssBytes: number;
}

export interface Probe {
  during<T>(work: () => Promise<T>): Promise<{ result: T; stretch: Stretch }>;
  /** 1 on a usual machine or a faster one, 2 if everything takes twice as long now. */
  slowness(): Promise<number>;
  close(): void;
}

const module = join(import.meta.dirname, 'probe.mjs');

/** Environment variables of a measured process; `socket` is a path that does not exist yet. */
export const probed = (socket: string): Record<string, string> => ({
  EARSHOT_PROBE: socket,
  NODE_OPTIONS: `--import=${module}`,
});

export async function openProbe(path: string): Promise<Probe> {
  const socket = connect(path)
    .setEncoding('latin1')
    .on('error', () => undefined);
  await once(socket, 'connect');
  const gone = once(socket, 'close').then(() => {
    throw new Error('The process that is measured has ended.');
  });
  gone.catch(() => undefined);
  const ask = async (command: 'start' | 'stop' | 'pace') => {
    socket.write(command);
    const [line] = await Promise.race([once(socket, 'data'), gone]);
    return JSON.parse(line);
  };
  return {
    async during(work) {
      await ask('start');
      const result = await Promise.race([work(), gone]);
      return { result, stretch: await ask('stop') };
    },
    slowness: async () => (await ask('pace')).slowness,
    close: () => void socket.destroy(),
  };
}
