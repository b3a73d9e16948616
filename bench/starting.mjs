// The time from starting the process to its first answer to a list, in turns with what Node.js alone takes.

import { spawnSync } from 'node:child_process';
import { answering, freePort, serveArgs, start, stop } from './processes.mjs';
import { median, rounded } from './turns.mjs';

const times = 5;

/** The figures, each the median in ms. The server must not be running. */
export async function measureStart({ engines, key }) {
  const [own, bare] = [[], []];
  for (let time = 0; time < times; time += 1) {
    bare.push(emptyProgramMs());
    own.push(await firstAnswerMs(engines, key));
  }
  return {
    'start to first answer': { value: rounded(median(own)) },
    'start of Node.js alone': { value: rounded(median(bare)) },
  };
}

function emptyProgramMs() {
  const startedAt = performance.now();
  spawnSync(process.execPath, ['--eval', '0']);
  return performance.now() - startedAt;
}

async function firstAnswerMs(engines, key) {
  const port = await freePort();
  const environment = { ...process.env, ...engines, HOST: '127.0.0.1', PORT: String(port) };
  const startedAt = performance.now();
  const child = start(process.execPath, serveArgs, { options: { env: environment, stdio: 'ignore' } });
  await answering(child, `http://127.0.0.1:${port}/v1/posts`, { authorization: `Bearer ${key}` });
  const ms = performance.now() - startedAt;
  await stop(child);
  return ms;
}
