// Measures one scenario: the program and its limits, in alternating rounds.

import { bareServer, insertServer, runJob } from './processes.mjs';
import { limitsOf, scenarios } from './scenarios.mjs';
import { freshIds } from './statements.mjs';
import { inTurns } from './turns.mjs';
import { besideVotes } from './votes.mjs';
import { load } from './wrk.mjs';

export const connections = 16;

/**
 * `bench` is what the scenarios of a data set share: node, data, samples, statements, the lengths of rounds, and at the
 * largest size the node, data and samples of the smallest.
 * Returns the scenario's figures.
 */
export async function measureScenario(scenario, bench) {
  const limits = {};
  const servers = [];
  try {
    for (const name of limitsOf(scenario, bench)) {
      const { measure, stop } = await limitOf[name](scenario, bench);
      limits[name] = measure;
      if (stop !== undefined) servers.push(stop);
    }
    return await inTurns(loadOf(scenario, bench), limits, bench.lengths);
  } finally {
    for (const stop of servers) await stop();
  }
}

/** Load on the program by a scenario; `url` for another server with the same requests. */
export function loadOf(scenario, { node, data, samples }, url = node.url) {
  const keyed = (request) => ({ key: data.key, ...request });
  const measure = load({
    url,
    requests: (seconds) => scenario.requests(samples, seconds).map(keyed),
    connections: scenario.connections ?? connections,
  });
  const longEnough = (seconds) => measure(Math.max(seconds, scenario.leastSeconds ?? 0));
  return scenario.beside === 'votes' && url === node.url
    ? besideVotes(node, data.key, longEnough)
    : longEnough;
}

const limitOf = {
  async bare(scenario, bench) {
    const { body, headers } = await answerTo(scenario, bench);
    const { url, stop } = await bareServer(body, headers);
    return { measure: loadOf(scenario, bench, url), stop };
  },

  async inserts(scenario, bench) {
    const { url, stop } = await insertServer();
    return { measure: loadOf(scenario, bench, url), stop };
  },

  async driver({ name }, { data, statements }) {
    const job = { ...statements[name], connections };
    const { databaseUrl: url, databaseFile: file } = data;
    return {
      measure: async (seconds) => ({
        perSecond: await runJob('driver.mjs', { ...job, ...(url ? { url } : { file }), seconds }),
      }),
    };
  },

  async 'page 1'(_scenario, bench) {
    const first = scenarios.find(({ name }) => name === 'page 1');
    return { measure: loadOf(first, bench) };
  },

  /** Warmed up like the program: its rounds are as short. */
  async smallest(scenario, { smallest, lengths }) {
    const measure = loadOf(scenario, smallest);
    await measure(lengths.warmUpSeconds);
    return { measure };
  },
};

/** The first answer of a scenario; checks that it is what the scenario says. */
export async function answerTo(scenario, { node, data, samples }) {
  const [first, second] = scenario.requests(samples, 1);
  const ask = ({ path, key = data.key }) =>
    fetch(node.url + path, { headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'identity' } });
  const answer = await ask(first);
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`GET ${first.path} returned ${answer.status}.`);
  if (scenario.page !== undefined && JSON.parse(body).data.posts.length === 0)
    throw new Error(`Page ${scenario.page} is empty.`);
  const tag = answer.headers.get('etag');
  if (scenario.once && tag !== null && tag === (await ask(second)).headers.get('etag'))
    throw new Error(`The addresses of "${scenario.name}" are the same to the cache.`);
  return { body, headers: Object.fromEntries(answer.headers) };
}

/** The statements of each scenario that is compared with the driver, from a server that records. */
export async function recordStatements(chosen, recorder, bench) {
  const { data, samples } = bench;
  const statements = {};
  for (const scenario of chosen.filter((one) => limitsOf(one, bench).includes('driver'))) {
    const requests = scenario.requests(samples, 1);
    const isRead = requests[0].method === undefined;
    const send = async ({ method = 'GET', path, body }) => {
      const headers = {
        authorization: `Bearer ${data.key}`,
        ...(body && { 'content-type': 'application/json' }),
      };
      const answer = await fetch(recorder.url + path, { method, headers, body });
      if (!answer.ok) throw new Error(`${method} ${path} failed with ${answer.status}.`);
      await answer.arrayBuffer();
    };
    let sent = 0;
    const recorded = await recorder.statementsOf(async () => {
      const endsAt = Date.now() + maxRecordingMs;
      for (const request of isRead ? requests.slice(0, maxRecorded) : requests.slice(0, 1)) {
        await send(request);
        sent += 1;
        if (Date.now() > endsAt) break;
      }
    });
    if (recorded.length === 0) throw new Error(`No statements of "${scenario.name}" were recorded.`);
    const fresh = isRead ? [] : freshIds(recorded, await recorder.statementsOf(() => send(requests[0])));
    statements[scenario.name] = { statements: recorded, requests: sent, freshIds: fresh };
  }
  return statements;
}

/** Enough that the data of a read is seldom in the processor's caches, as in the program. */
const maxRecorded = 1000;
const maxRecordingMs = 3000;
