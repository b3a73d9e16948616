// The time from starting the process to its first answer to a list.

import { answering, freePort, serveArgs, start, stop } from './processes.mjs';
import { median, rounded } from './turns.mjs';

const times = 5;

/** The median in ms. The server must not be running. */
export async function startMs({ engines, key }) {
  const measured = [];
  for (let time = 0; time < times; time += 1) {
    const port = await freePort();
    const environment = { ...process.env, ...engines, HOST: '127.0.0.1', PORT: String(port) };
    const startedAt = performance.now();
    const child = start(process.execPath, serveArgs, {
      options: { env: environment, stdio: 'ignore' },
    });
    await answering(child, `http://127.0.0.1:${port}/v1/posts`, { authorization: `Bearer ${key}` });
    measured.push(performance.now() - startedAt);
    await stop(child);
  }
  return rounded(median(measured));
}
