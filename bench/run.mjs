// `npm run bench`: performance as ratios measured side by side in one run, against goals. Prints a table, saves the
// numbers in results.json, and exits with 1 if a goal is missed. BENCH_DATA_DIR names a data directory to seed once
// and reuse; otherwise a temporary one is used. `npm run bench -- --postgres` is a separate run on a PostgreSQL
// server started for it.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measurePostgres } from './postgres.mjs';
import { bareServer, createKey, removeAtEnd, residentMb, say, seed, server, stopAll } from './processes.mjs';
import { printTable, round, row } from './report.mjs';
import { measureTrees } from './trees.mjs';
import { measureUpload } from './upload.mjs';
import { besideVotes } from './votes.mjs';
import { ensureWrk, load, sideBySide } from './wrk.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const posts = 100_000;
const pagesDeep = 2000;
/** Seconds per wrk round: longer where a goal depends on it. */
const judgedSeconds = 8;
const otherSeconds = 2;

const goals = {
  list: { atLeast: 0.1 },
  search: { atMost: 3 },
  /** All other lists and single reads. */
  reads: { atMost: 2 },
  similarMs: { below: 20 },
  waitMs: { below: 50 },
  memoryMb: { below: 200 },
  uploadMb: { below: 50 },
};

/**
 * Ten times the rows of a page and three times its bytes: measured during votes, as in a busy workspace. The
 * uncached cost is shown too.
 */
const withVoters = 'include voters, attachments, author';
const withVotersFresh = `${withVoters}, every address once`;
const withVotersInUse = `${withVoters}, beside votes`;

async function main() {
  ensureWrk();
  const given = process.env.BENCH_DATA_DIR;
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'earshot-bench-'));
  if (given === undefined) removeAtEnd(dataDir);
  try {
    const results = await measure(dataDir);
    writeFileSync(join(here, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
    report(results);
  } finally {
    await stopAll();
  }
}

async function measure(dataDir) {
  const engines = { DATA_DIR: dataDir };
  const seedSeconds = seedOnce(dataDir);
  const secret = createKey(engines);
  say('Measuring hostile rich text.');
  const richText = spawnSync(process.execPath, [join(here, 'rich-text.mjs')], { encoding: 'utf8' });
  say(richText.stdout.trimEnd().split('\n').at(-1));

  const live = await server(engines);
  const get = (path) => fetch(live.url + path, { headers: { authorization: `Bearer ${secret}` } });
  const answer = await get('/v1/posts');
  if (answer.status !== 200) throw new Error(`GET /v1/posts returned ${answer.status}.`);
  const body = await answer.text();
  const bare = await bareServer(body, Object.fromEntries(answer.headers));
  const paths = await pathsOf(get);
  const reading = (path, isFresh = false) =>
    load({ url: live.url + path, headers: { authorization: `Bearer ${secret}` }, isFresh });
  const inUse = (path) => besideVotes(live, secret, reading(path));
  const sending = load({ url: bare.url, headers: {} });

  const cases = {};
  const compare = async (name, a, b) => {
    say(`Measuring ${name}.`);
    cases[name] = await sideBySide(a, b, name in goals ? judgedSeconds : otherSeconds);
  };
  await compare('list', reading(paths.list), sending);
  await compare('list, beside votes', inUse(paths.list), sending);
  await compare('list, every address once', reading(paths.list, true), sending);
  await compare(withVotersInUse, inUse(paths[withVoters]), inUse(paths.list));
  await compare(withVotersFresh, reading(paths[withVoters], true), reading(paths.list, true));
  for (const name of Object.keys(paths).filter((path) => !['list', 'similar', withVoters].includes(path))) {
    await compare(name, reading(paths[name], true), reading(paths.list, true));
  }
  const similarMs = await meanMs(() => get(paths.similar));
  const memoryMb = residentMb(live.pid);
  say('Measuring trees of comments.');
  const treeWaitsMs = await measureTrees(live, secret);
  say('Measuring an upload of 100 MB.');
  const uploadMb = await measureUpload(live, secret);

  const { list, 'list, beside votes': inUseList, 'list, every address once': freshList, ...others } = cases;
  const ofBare = ({ a, b }) => ({ requestsPerSecond: a, barePerSecond: b, ratio: round(a / b) });
  return {
    machine: {
      cores: availableParallelism(),
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      node: process.version,
    },
    posts,
    bytesInList: Buffer.byteLength(body),
    ...(seedSeconds !== undefined && { seedSeconds }),
    list: ofBare(list),
    inUseList: ofBare(inUseList),
    freshList: ofBare(freshList),
    similarMs,
    againstList: Object.fromEntries(
      Object.entries(others).map(([name, { a, b }]) => [
        name,
        { requestsPerSecond: a, listPerSecond: b, timesTheCost: round(b / a) },
      ]),
    ),
    treeWaitsMs,
    memoryMb,
    uploadMb,
    richTextWithinBound: richText.status === 0,
  };
}

/** Sequentially, like one person. */
async function meanMs(ask) {
  const times = 50;
  // Old connections are closed by now, but this process has not noticed yet.
  await new Promise((resolve) => setImmediate(resolve));
  await ask().catch(() => undefined);
  const startedAt = performance.now();
  for (let time = 0; time < times; time += 1) await (await ask()).text();
  return round((performance.now() - startedAt) / times);
}

/** Seeds a workspace, unless the directory has one from an earlier run. */
function seedOnce(dataDir) {
  if (existsSync(join(dataDir, 'earshot.db'))) return undefined;
  return seed({ DATA_DIR: dataDir }, posts);
}

/** Request paths, from the data itself. */
async function pathsOf(get) {
  const read = async (path) => (await (await get(path)).json()).data;
  const { statuses } = await read('/v1/statuses?limit=100');
  const stored = statuses.reduce((sum, { postsCount }) => sum + postsCount, 0);
  if (stored < posts)
    throw new Error(`The data directory contains ${stored} posts, not ${posts}: remove it.`);
  const rarest = statuses
    .filter(({ postsCount }) => postsCount > 100)
    .sort((a, b) => a.postsCount - b.postsCount)[0];
  const [post] = (await read('/v1/posts?limit=1')).posts;
  const deep = await read(`/v1/posts?cursor=${pagesDeep}`);
  const [vote] = (await read('/v1/votes?limit=1')).votes;
  const [discussed] = (await read('/v1/posts?sortBy=votes&limit=1')).posts;
  return {
    list: '/v1/posts',
    search: '/v1/posts?filters=search:notifications',
    'sortBy=votes': '/v1/posts?sortBy=votes',
    'filter statusId': `/v1/posts?filters=statusId:${rarest.id}`,
    [withVoters]: '/v1/posts?include=voters;attachments;author',
    'single post': `/v1/posts/${post.id}`,
    'votes of a post': `/v1/posts/${discussed.id}/votes`,
    'comments of a post': `/v1/posts/${post.id}/comments?include=replies`,
    'votes feed': '/v1/votes',
    'comments feed': '/v1/comments',
    users: '/v1/users',
    'users by search': '/v1/users?filters=search:a',
    'votes of a user': `/v1/users/${vote.userId}/votes`,
    'posts a user voted for': `/v1/posts?filters=voterId:${vote.userId}`,
    statuses: '/v1/statuses',
    'audit log': '/v1/audit-log',
    similar: '/v1/posts/similar?title=Notifications%20for%20mobile',
    [`page ${pagesDeep} by after`]: `/v1/posts?after=${encodeURIComponent(deep.next)}`,
    [`page ${pagesDeep} by cursor`]: `/v1/posts?cursor=${pagesDeep}`,
  };
}

function report(results) {
  const { list, inUseList, freshList, similarMs, againstList, treeWaitsMs, memoryMb, uploadMb } = results;
  const { richTextWithinBound } = results;
  const rows = [
    row('GET /v1/posts', `${list.requestsPerSecond}/s`, `${list.ratio} of bare (${list.barePerSecond}/s)`, {
      goal: `at least ${goals.list.atLeast}`,
      met: list.ratio >= goals.list.atLeast,
    }),
    row('the same, beside votes', `${inUseList.requestsPerSecond}/s`, `${inUseList.ratio} of bare`, {}),
    row('the same, no answer kept', `${freshList.requestsPerSecond}/s`, `${freshList.ratio} of bare`, {}),
    ...Object.entries(againstList).map(([name, { requestsPerSecond, timesTheCost }]) => {
      const goal = name === withVotersFresh ? undefined : (goals[name] ?? goals.reads);
      return row(name, `${requestsPerSecond}/s`, `${timesTheCost} x the list`, {
        ...(goal && { goal: `at most ${goal.atMost}`, met: timesTheCost <= goal.atMost }),
      });
    }),
    row('similar posts, one by one', `${similarMs} ms`, '', {
      goal: `below ${goals.similarMs.below} ms`,
      met: similarMs < goals.similarMs.below,
    }),
    ...Object.entries(treeWaitsMs).map(([name, waitMs]) =>
      row(`wait beside a ${name} tree`, `${waitMs} ms`, '', {
        goal: `below ${goals.waitMs.below} ms`,
        met: waitMs < goals.waitMs.below,
      }),
    ),
    row('memory after the run', `${memoryMb} MB`, '', {
      goal: `below ${goals.memoryMb.below} MB`,
      met: memoryMb < goals.memoryMb.below,
    }),
    row('rise in a 100 MB upload', `${uploadMb} MB`, '', {
      goal: `below ${goals.uploadMb.below} MB`,
      met: uploadMb < goals.uploadMb.below,
    }),
    row('hostile rich text', richTextWithinBound ? 'within 50 ms' : 'over 50 ms', '', {
      goal: 'within 50 ms',
      met: richTextWithinBound,
    }),
  ];
  printTable(rows);
}

await (process.argv.includes('--postgres') ? measurePostgres() : main());
