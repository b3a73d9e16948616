// Webhooks as part of a run: how soon 1,000 events are where they belong, although one of ten receivers hangs and one
// fails, and how much delivering adds to the time of a write.

import { setTimeout as sleep } from 'node:timers/promises';
import { receiverServer, say, server } from './processes.mjs';
import { apiOf } from './samples.mjs';
import { scenarios } from './scenarios.mjs';
import { undisturbed } from './stolen.mjs';
import { median, rounded } from './turns.mjs';

const receivers = 10;
const pathOf = (place) => `/${place}`;
/** The first one hangs, and the second one fails. */
const healthyPaths = Array.from({ length: receivers }, (_, place) => pathOf(place)).slice(2);
const events = 1000;
const writers = 16;
const waitAtMostMs = 60_000;
const createsPerSecond = 50;
const createsPerRound = 200;

export const arrival = 'webhooks, 1,000 events to eight of ten';
export const addedTime = 'webhooks, added to the time of a create';

/** Starts its own server, which may call receivers on this machine. */
export async function measureWebhooks({ data, samples, lengths }) {
  const node = await server(data.engines, { environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
  const received = await receiverServer();
  try {
    const bench = { node, received, api: apiOf(node.url, data.key), create: creator(node, data, samples) };
    say('Measuring deliveries of 1,000 events.');
    const seconds = await withWebhooks(bench, () => secondsToArrive(bench));
    say('Measuring creates beside deliveries.');
    const percent = await addedPercent(bench, lengths.rounds);
    return { [arrival]: { value: seconds }, [addedTime]: { value: percent } };
  } finally {
    await node.stop();
    await received.stop();
  }
}

/** Creates a post, and resolves when it is. Sent again if the server is too busy, as a client would. */
export function creator(node, data, samples) {
  const requests = scenarios.find(({ name }) => name === 'create').requests(samples, 1);
  const headers = { authorization: `Bearer ${data.key}`, 'content-type': 'application/json' };
  let count = 0;
  return async () => {
    const { path, body } = requests[count % requests.length];
    count += 1;
    for (;;) {
      const answer = await fetch(node.url + path, { method: 'POST', headers, body });
      await answer.arrayBuffer();
      if (answer.status === 201) return;
      if (answer.status !== 503) throw new Error(`A create failed with ${answer.status}.`);
      await sleep(1000 * Number(answer.headers.get('retry-after')));
    }
  };
}

/** New webhooks each time: those that were there before would have to catch up. */
async function withWebhooks({ api, received }, measure) {
  await fetch(`${received.url}/counts`, { method: 'DELETE' });
  const ids = [];
  for (let place = 0; place < receivers; place += 1) {
    const url = received.url + pathOf(place);
    ids.push((await api('POST', '/webhooks', { url, types: ['post.created'] })).id);
  }
  try {
    return await measure();
  } finally {
    for (const id of ids) await api('DELETE', `/webhooks/${id}`);
  }
}

async function secondsToArrive({ received, create }) {
  let left = events;
  const write = async () => {
    while (left > 0) {
      left -= 1;
      await create();
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  const committedAt = Date.now();
  while (Date.now() - committedAt < waitAtMostMs) {
    const counts = await (await fetch(`${received.url}/counts`)).json();
    const healthy = healthyPaths.map((path) => counts[path]);
    if (healthy.every((each) => each?.count === events)) {
      const lastAt = Math.max(...healthy.map((each) => each.lastAt));
      return rounded(Math.max(0, lastAt - committedAt) / 1000);
    }
    await sleep(20);
  }
  throw new Error(`Not all events have arrived within ${waitAtMostMs / 1000} s.`);
}

/** In turns, so that other load on the machine affects both alike. */
async function addedPercent(bench, rounds) {
  const alone = () => medianMs(bench);
  const beside = () => withWebhooks(bench, () => medianMs(bench));
  // The first rounds are slow, with and without webhooks: V8 hasn't optimized the code yet.
  await alone();
  await beside();
  const ratio = async () => {
    const without = await alone();
    return (await beside()) / without;
  };
  const ratios = [];
  for (let round = 0; round < rounds; round += 1) ratios.push((await undisturbed(ratio)).result);
  return rounded(Math.max(0, (median(ratios) - 1) * 100));
}

/** At a steady rate, as people use it: at full speed, the machine would be shared, and not the write be slower. */
async function medianMs({ create }) {
  const times = [];
  const startedAt = performance.now();
  for (let count = 0; count < createsPerRound; count += 1) {
    const dueMs = count * (1000 / createsPerSecond) - (performance.now() - startedAt);
    if (dueMs > 0) await sleep(dueMs);
    const sentAt = performance.now();
    await create();
    times.push(performance.now() - sentAt);
  }
  return median(times);
}
