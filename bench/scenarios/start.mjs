// From starting the process to its first answer to a list, compared with starting Node.js alone.

import { spawnSync } from 'node:child_process';
import { median, rounded } from '../driver.mjs';
import { startServer } from '../processes.mjs';

const times = 5;

export default async ({ small }) => {
  const measured = [];
  // Only one process may use a data directory.
  await small.stop();
  for (let time = 0; time < times; time += 1) {
    const aloneMs = await durationOf(() => spawnSync(process.execPath, ['--eval', '0']));
    const headers = { authorization: `Bearer ${small.key}` };
    let server;
    const ownMs = await durationOf(async () => {
      server = await startServer(small.environment, { answersTo: '/v1/posts', headers });
    });
    await server.stop();
    measured.push({ ownMs, ratio: ownMs / aloneMs });
  }
  Object.assign(small, await startServer(small.environment));
  const ratios = measured.map(({ ratio }) => ratio);
  return [
    {
      name: 'start to first answer',
      measured: `${Math.round(median(measured.map(({ ownMs }) => ownMs)))} ms`,
      against: 'start of Node.js alone',
      value: rounded(median(ratios)),
      range: [rounded(Math.min(...ratios)), rounded(Math.max(...ratios))],
      unit: '×',
      atMost: 15,
    },
  ];
};

async function durationOf(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
