// A backup as part of a run: how much it adds to the longest write, while 50 posts are created each second.

import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, say, scratchDirectory, server, start } from './processes.mjs';
import { undisturbed } from './stolen.mjs';
import { median, rounded } from './turns.mjs';
import { creator } from './webhooks-run.mjs';

const createsPerSecond = 50;
const warmUpMs = 2_000;
/** The longest of some hundred writes differs much from time to time, with and without a backup. */
const rounds = 3;

export const backupWait = 'backup, added to the longest write';
export const backupSeconds = 'backup, 100,000 posts';

/** Starts its own server, and compares the time of a backup with an equally long one without, in turns. */
export async function measureBackup({ data, samples }) {
  const node = await server(data.engines);
  const out = join(scratchDirectory(), 'backup');
  try {
    say('Measuring writes beside a backup.');
    const create = creator(node, data, samples);
    await longestWrite(create, sleep(warmUpMs));
    const inTurn = async () => {
      const startedAt = performance.now();
      const beside = await longestWrite(create, backUp(data.engines, out));
      const ms = performance.now() - startedAt;
      rmSync(out, { recursive: true, force: true });
      const alone = await longestWrite(create, sleep(ms));
      say(`The longest write took ${rounded(beside)} ms beside a backup, ${rounded(alone)} ms without.`);
      return { added: Math.max(0, beside - alone), seconds: ms / 1000 };
    };
    const measured = [];
    for (let round = 0; round < rounds; round += 1) measured.push((await undisturbed(inTurn)).result);
    return {
      [backupWait]: { value: rounded(median(measured.map(({ added }) => added))) },
      [backupSeconds]: { value: rounded(median(measured.map(({ seconds }) => seconds))) },
    };
  } finally {
    await node.stop();
    rmSync(out, { recursive: true, force: true });
  }
}

async function backUp(engines, out) {
  const child = start(process.execPath, [join(root, 'server/bin/earshot.mjs'), 'backup', out], {
    options: { env: { ...process.env, ...engines }, stdio: ['ignore', 'ignore', 'inherit'] },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The backup failed.');
}

/** Creates posts at a steady rate until the work is over; the longest answer in ms. */
async function longestWrite(create, work) {
  let isOver = false;
  const over = Promise.resolve(work).finally(() => {
    isOver = true;
  });
  const startedAt = performance.now();
  const pending = new Set();
  let longest = 0;
  for (let count = 0; !isOver; count += 1) {
    const dueAt = startedAt + count * (1000 / createsPerSecond);
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    const sentAt = performance.now();
    const sent = create().then(() => {
      longest = Math.max(longest, performance.now() - sentAt);
      pending.delete(sent);
    });
    // Reported at the end; unhandled until then, it would end the whole run.
    sent.catch(() => undefined);
    pending.add(sent);
  }
  await Promise.all(pending);
  await over;
  return longest;
}
