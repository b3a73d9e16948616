// Creates against connections, on this machine's disk and on one whose syncs take 2 ms, each compared with a bare
// server that syncs once per insert; and reads beside creates on both. SQLite only: PostgreSQL has its own group commit.

import { cpSync, rmSync } from 'node:fs';
import { compiled } from './compiled.mjs';
import { smallestSize } from './datasets.mjs';
import { insertServer, say, server } from './processes.mjs';
import { scenarios } from './scenarios.mjs';
import { undisturbed } from './stolen.mjs';
import { attempted, inTurns, median, rounded } from './turns.mjs';
import { load } from './wrk.mjs';

export const connectionCounts = [1, 16, 64];
const createsPerSecond = 100;
const readsBeside = 'reads beside creates, slow disk';

/** The name of the figure. */
export const creates = (connections, disk) =>
  `creates, ${connections} connection${connections === 1 ? '' : 's'}, ${disk}`;

/** The environment that makes syncs slow; undefined if there is no compiler. */
export function slowDisk() {
  const flags = ['-shared', '-fPIC'];
  const library = compiled('slow-sync.c', 'slow-sync.so', {
    flags,
    libraries: ['-ldl'],
    skipped: 'The slow disk',
  });
  return library && { LD_PRELOAD: library };
}

/** Starts its own servers on the data, one after the other: only one may hold a data directory. */
export async function measureDisks(bench) {
  const { data, samples, lengths } = bench;
  const entries = {};
  const slow = slowDisk();
  const disks = { 'this disk': {}, ...(slow && { 'slow disk': slow }) };
  for (const [disk, environment] of Object.entries(disks)) {
    const node = await server(data.engines, { environment });
    const inserts = await insertServer({ environment });
    for (const connections of connectionCounts) {
      const name = creates(connections, disk);
      say(`Measuring ${name}.`);
      const on = (url) => load({ url, requests: createsOf(samples, data.key), connections });
      entries[name] = await attempted(() => inTurns(on(node.url), { inserts: on(inserts.url) }, lengths));
    }
    await inserts.stop();
    await node.stop();
  }
  if (slow !== undefined) {
    say(`Measuring ${readsBeside}.`);
    entries[readsBeside] = await attempted(() => readsBesideCreates(bench, slow));
  }
  return entries;
}

const { requests: createRequests } = scenarios.find(({ name }) => name === 'create');
const createsOf = (samples, key) => (seconds) =>
  createRequests(samples, seconds).map((request) => ({ key, ...request }));

/**
 * What is left of the same list while posts are created at a steady rate, on both disks in turns; and what is left on
 * the slow one of what is left on this one: the part that the syncs take.
 */
async function readsBesideCreates({ opened, samples, lengths }, slow) {
  const data = await opened.prepare(smallestSize);
  const slowDirectory = `${data.engines.DATA_DIR}-slow`;
  cpSync(data.engines.DATA_DIR, slowDirectory, { recursive: true });
  const nodes = {
    fast: await server(data.engines),
    slow: await server({ DATA_DIR: slowDirectory }, { environment: slow }),
  };
  const shareOn = async ({ url }, seconds) => {
    const reading = load({ url, requests: () => [{ path: '/v1/posts', key: data.key }], connections: 16 });
    const beside = await whileCreating(url, createsOf(samples, data.key)(1), () => reading(seconds));
    const alone = await reading(seconds);
    return { ...beside, share: beside.perSecond / alone.perSecond };
  };
  const inTurn = async () => ({
    fast: await shareOn(nodes.fast, lengths.seconds),
    slow: await shareOn(nodes.slow, lengths.seconds),
  });
  const rounds = [];
  try {
    for (const node of Object.values(nodes)) await shareOn(node, lengths.warmUpSeconds);
    for (let round = 0; round < lengths.rounds; round += 1) rounds.push(await undisturbed(inTurn));
  } finally {
    // If it failed, they would disturb what is measured next.
    for (const node of Object.values(nodes)) await node.stop();
    rmSync(slowDirectory, { recursive: true });
  }
  const shares = rounds.map(({ result }) => result.slow.share / result.fast.share);
  const middle = (value) => rounded(median(rounds.map(({ result }) => value(result))));
  return {
    perSecond: middle(({ slow }) => slow.perSecond),
    p99Ms: middle(({ slow }) => slow.p99Ms),
    limits: {
      'this disk': {
        perSecond: middle(({ fast }) => fast.perSecond),
        share: rounded(median(shares)),
        lowest: rounded(Math.min(...shares)),
        highest: rounded(Math.max(...shares)),
      },
    },
    stolen: rounded(Math.max(...rounds.map(({ stolen }) => stolen))),
  };
}

async function whileCreating(url, requests, work) {
  const over = new AbortController();
  const creating = createSteadily(url, requests, over.signal);
  try {
    return await work();
  } finally {
    over.abort();
    await creating;
  }
}

async function createSteadily(url, requests, signal) {
  const started = performance.now();
  const pending = new Set();
  for (let count = 0; !signal.aborted; count += 1) {
    const { path, key, body } = requests[count % requests.length];
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const sent = fetch(url + path, { method: 'POST', headers, body }).then(async (answer) => {
      await answer.arrayBuffer();
      pending.delete(sent);
    });
    pending.add(sent);
    const dueMs = (count + 1) * (1000 / createsPerSecond) - (performance.now() - started);
    if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs));
    // A server that falls behind gets no more than this.
    if (pending.size > 64) await Promise.race(pending);
  }
  await Promise.all(pending);
}
