// Creates against connections, on this machine's disk and on one whose syncs take 2 ms, each compared with a bare
// server that syncs once per insert; and reads beside creates on both. SQLite only: PostgreSQL has its own group commit.

import { compiled } from './compiled.mjs';
import { insertServer, say, server } from './processes.mjs';
import { scenarios } from './scenarios.mjs';
import { attempted, inTurns, rounded } from './turns.mjs';
import { load } from './wrk.mjs';

export const connectionCounts = [1, 16, 64];
const createsPerSecond = 100;

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
export async function measureDisks({ data, samples, lengths }) {
  const entries = {};
  const slow = slowDisk();
  const disks = { 'this disk': {}, ...(slow && { 'slow disk': slow }) };
  const reads = {};
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
    say(`Measuring reads beside creates, ${disk}.`);
    reads[disk] = await attempted(() => readsBesideCreates(node, { data, samples, lengths }));
    await node.stop();
  }
  return { ...entries, ...besideEntry(reads) };
}

const { requests: createRequests } = scenarios.find(({ name }) => name === 'create');
const createsOf = (samples, key) => (seconds) =>
  createRequests(samples, seconds).map((request) => ({ key, ...request }));

/** The same list while posts are created at a steady rate, and without. */
async function readsBesideCreates(node, { data, samples, lengths }) {
  const reading = load({
    url: node.url,
    requests: () => [{ path: '/v1/posts', key: data.key }],
    connections: 16,
  });
  const beside = async (seconds) => {
    const over = new AbortController();
    const creating = createSteadily(node.url, createsOf(samples, data.key)(1), over.signal);
    try {
      return await reading(seconds);
    } finally {
      over.abort();
      await creating;
    }
  };
  return inTurns(beside, { alone: reading }, lengths);
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

/** What is left of the reads on the slow disk, of what is left on this one: the part that the syncs take. */
function besideEntry({ 'this disk': fast, 'slow disk': slow }) {
  if (slow === undefined) return {};
  const failure = [fast, slow].find(({ failed }) => failed !== undefined);
  if (failure !== undefined) return { 'reads beside creates, slow disk': failure };
  const shareOf = ({ limits }) => limits.alone.share;
  const share = rounded(shareOf(slow) / shareOf(fast));
  return {
    'reads beside creates, slow disk': {
      perSecond: slow.perSecond,
      p99Ms: slow.p99Ms,
      limits: { 'this disk': { perSecond: fast.perSecond, share, lowest: share, highest: share } },
    },
  };
}
