// The event feed as part of a run: pages from random positions of a ledger of 1,000 entries, and of 1,000,000. Both are
// compared with the bare server, so that the share that is left does not depend on other load.

import { DatabaseSync } from '@photostructure/sqlite';
import { execute } from './cluster.mjs';
import { connections } from './measuring.mjs';
import { bareServer, say, server } from './processes.mjs';
import { apiOf } from './samples.mjs';
import { inTurns, rounded } from './turns.mjs';
import { load } from './wrk.mjs';

const eventsPerPage = 20;
const sizes = { short: 1000, long: 1_000_000 };
const addressesPerSecond = 15_000;

export const feed = 'event feed, 1,000,000 entries';

/** Starts its own servers: the ledger grows between them. */
export async function measureFeed(bench) {
  const { data } = bench;
  const first = await firstEntry(data);
  const measured = {};
  let entries = 1;
  for (const [name, size] of Object.entries(sizes)) {
    say(`Measuring the event feed with ${size.toLocaleString('en-US')} entries.`);
    await grow(data, size - entries);
    entries = size;
    measured[name] = await measurePages(bench, first, first + size - eventsPerPage);
  }
  const shareOf = ({ limits }) => limits.bare.share;
  const share = rounded(shareOf(measured.long) / shareOf(measured.short));
  const short = { perSecond: measured.short.perSecond, share, lowest: share, highest: share };
  const { perSecond, p99Ms } = measured.long;
  return { [feed]: { perSecond, p99Ms, limits: { 'short ledger': short } } };
}

/** Creates a post; the sequence number of its event, which is the newest. */
async function firstEntry({ engines, key }) {
  const node = await server(engines);
  try {
    const api = apiOf(node.url, key);
    await api('POST', '/posts', { title: 'Sort reports by owner' });
    return (await api('GET', '/events?after=latest')).next;
  } finally {
    await node.stop();
  }
}

/** Repeats the newest entry. */
async function grow({ databaseUrl, databaseFile }, count) {
  const statement = `
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into ledger (workspace_id, sequence, id, type, object_id, object_kind, post_id, user_id, actor_type,
      actor_id, request_id, created_at, payload)
    select workspace_id, sequence + n, id || n, type, object_id, object_kind, post_id, user_id, actor_type,
      actor_id, request_id, created_at, payload
    from numbers
    cross join (select * from ledger where sequence = (select max(sequence) from ledger)) as newest`;
  if (databaseUrl !== undefined) {
    await execute(databaseUrl, statement);
    await execute(databaseUrl, 'analyze ledger');
    return;
  }
  const database = new DatabaseSync(databaseFile);
  database.exec(statement);
  database.close();
}

async function measurePages({ data, lengths }, from, to) {
  const node = await server(data.engines);
  const pathOf = (after) => `/v1/events?limit=${eventsPerPage}&after=${after}`;
  const someAddress = () => ({
    path: pathOf(from - 1 + Math.floor(Math.random() * (to - from))),
    key: data.key,
  });
  const requests = (seconds) => Array.from({ length: seconds * addressesPerSecond }, someAddress);
  const answer = await fetch(node.url + pathOf(from - 1), {
    headers: { authorization: `Bearer ${data.key}`, 'accept-encoding': 'identity' },
  });
  const body = await answer.text();
  if (JSON.parse(body).data?.events?.length !== eventsPerPage)
    throw new Error('The event feed has no page of that size.');
  const bare = await bareServer(body, Object.fromEntries(answer.headers));
  try {
    const on = (url) => load({ url, requests, connections });
    return await inTurns(on(node.url), { bare: on(bare.url) }, lengths);
  } finally {
    await bare.stop();
    await node.stop();
  }
}
