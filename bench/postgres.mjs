// `npm run bench -- --postgres`: the program on a PostgreSQL server started for the run. Compares the plain list
// with its own statement through the driver alone, in a quiet workspace and in one where people vote, and two nodes
// with one, in alternating rounds. BENCH_DATABASE_URL uses an existing seeded database instead.

import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { execute, startCluster } from './cluster.mjs';
import { createKey, removeAtEnd, say, seed, server, start, stopAll } from './processes.mjs';
import { printTable, round, row } from './report.mjs';
import { besideVotes } from './votes.mjs';
import { ensureWrk, load, loadTogether, sideBySide } from './wrk.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const posts = 100_000;
const connections = 16;
const seconds = 5;
const rounds = 7;

const goals = { list: 0.6, twoNodes: 1 };

export async function measurePostgres() {
  ensureWrk();
  try {
    const results = await measure();
    writeFileSync(join(here, 'results.postgres.json'), `${JSON.stringify(results, null, 2)}\n`);
    report(results);
  } finally {
    await stopAll();
  }
}

async function measure() {
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
  removeAtEnd(dataDir);
  const given = process.env.BENCH_DATABASE_URL;
  const url = given ?? (await startCluster());
  const engines = { DATA_DIR: dataDir, DATABASE_URL: url };
  const seedSeconds = given === undefined ? seed(engines, posts) : undefined;
  await execute(url, 'vacuum analyze');
  const secret = createKey(engines);
  const [one, other] = [await server(engines), await server(engines)];
  const targetOn = (node, more = {}) => ({
    url: `${node.url}/v1/posts`,
    headers: { authorization: `Bearer ${secret}` },
    connections,
    ...more,
  });
  const driver = await driverAlone(url, targetOn(one));

  const cases = {};
  const compare = async (name, a, b) => {
    say(`Measuring ${name}.`);
    const measured = await sideBySide(a, b, seconds, rounds);
    cases[name] = {
      requestsPerSecond: measured.a,
      againstPerSecond: measured.b,
      ratio: round(median(measured.ratios)),
      lowestRatio: round(measured.ratios[0]),
      highestRatio: round(measured.ratios.at(-1)),
    };
  };
  const both = (more = {}) => loadTogether([one, other].map((node) => targetOn(node, more)));
  const isFresh = true;
  await compare('list', load(targetOn(one)), driver);
  await compare(
    'list, beside votes',
    besideVotes(one, secret, load(targetOn(one))),
    besideVotes(one, secret, driver),
  );
  await compare('list, every address once', load(targetOn(one, { isFresh })), driver);
  await compare('two nodes', both(), load(targetOn(one)));
  await compare('two nodes, every address once', both({ isFresh }), load(targetOn(one, { isFresh })));
  const [{ server_version: version }] = await execute(url, 'show server_version');
  return {
    machine: {
      cores: availableParallelism(),
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      node: process.version,
      postgres: version.split(' ')[0],
    },
    posts,
    ...(seedSeconds !== undefined && { seedSeconds }),
    connections,
    rounds,
    cases,
  };
}

/** The exact statement of the list, as the server saw it, and a benchmark of it alone. */
async function driverAlone(url, { url: address, headers }) {
  const answer = await fetch(address, { headers });
  const { posts: listed } = (await answer.json()).data;
  const seen = await execute(
    url,
    `select distinct query from pg_stat_activity
     where application_name = 'earshot' and query like 'select "id", "title"%from "posts"%'`,
  );
  const [{ workspace_id: workspaceId }] = await execute(url, 'select workspace_id from posts where id = $1', [
    listed[0].id,
  ]);
  const [statement, ...others] = seen.map(({ query }) => query);
  if (statement === undefined || others.length > 0) throw new Error("The list's statement was not found.");
  const values = [workspaceId, listed.length + 1];
  const found = await execute(url, statement, values);
  if (listed.some(({ id }, index) => found[index]?.id !== id))
    throw new Error('The statement does not return the same rows as the list.');
  return async (forSeconds) => {
    const child = start(process.execPath, [join(here, 'driver.mjs')], {
      options: { stdio: ['pipe', 'pipe', 'inherit'] },
    });
    child.stdin.end(JSON.stringify({ url, text: statement, values, connections, seconds: forSeconds }));
    const [printed, [status]] = await Promise.all([textOf(child.stdout), once(child, 'exit')]);
    if (status !== 0) throw new Error('The driver failed.');
    return Number(printed);
  };
}

function report({ cases }) {
  const shown = (name, against, goal) => {
    const { requestsPerSecond, againstPerSecond, ratio, lowestRatio, highestRatio } = cases[name];
    return row(
      name,
      `${requestsPerSecond}/s`,
      `${ratio} (${lowestRatio} to ${highestRatio}) of ${against} (${againstPerSecond}/s)`,
      goal === undefined ? {} : { goal: `at least ${goal}`, met: ratio >= goal },
    );
  };
  printTable([
    shown('list', 'the driver alone', goals.list),
    shown('list, beside votes', 'the driver alone', goals.list),
    shown('list, every address once', 'the driver alone'),
    shown('two nodes', 'one', goals.twoNodes),
    shown('two nodes, every address once', 'one', goals.twoNodes),
  ]);
}

const median = (sorted) => sorted[Math.floor(sorted.length / 2)];
