// `npm run bench`: speed and memory as ratios measured in one run, against goals. Exits with 1 if a goal is missed.

import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/build.mjs';
import { ensureWrk } from './driver.mjs';
import { engines } from './engines.mjs';
import { earshot, say, startServer, stopAll } from './processes.mjs';
import { describeRun, isMissed, printTable, save } from './report.mjs';
import { takeSamples } from './samples.mjs';
import batch from './scenarios/batch.mjs';
import create from './scenarios/create.mjs';
import importing from './scenarios/import.mjs';
import list from './scenarios/list.mjs';
import memory from './scenarios/memory.mjs';
import overload from './scenarios/overload.mjs';
import search from './scenarios/search.mjs';
import single from './scenarios/single.mjs';
import site from './scenarios/site.mjs';
import startUp from './scenarios/start.mjs';
import told from './scenarios/told.mjs';
import upload from './scenarios/upload.mjs';
import vote from './scenarios/vote.mjs';

/** In this order. Each takes the bench and returns rows: `{ name, measured, against, value, unit, atLeast, atMost }`. */
const scenarios = {
  start: startUp,
  list,
  search,
  single,
  site,
  create,
  vote,
  batch,
  upload,
  memory,
  told,
  overload,
  import: importing,
};

const usage = `npm run bench -- [options]

  --quick          little data and one short round: whether everything runs, not how fast
  --sqlite         only SQLite
  --postgres       only PostgreSQL
  --only NAME      only this scenario; repeat it for several: ${Object.keys(scenarios).join(', ')}
  --help

A whole run of an engine replaces its figures in bench/results.json and bench/README.md. Any other run only prints.
`;

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    sqlite: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: Object.keys(scenarios) },
    help: { type: 'boolean', default: false },
  },
});

const lengths = options.quick
  ? { posts: 10_000, seconds: 1, rounds: 1, warmUpSeconds: 1 }
  : { posts: 50_000, seconds: 2, rounds: 3, warmUpSeconds: 2 };

/** An installation with this many posts, made from a smaller one if given. */
async function installed(engine, name, posts, smaller) {
  say(`Seeding ${posts.toLocaleString('en-US')} posts.`);
  const environment = await engine.create(name, smaller?.environment);
  earshot(environment, ['migrate']);
  if (smaller === undefined) earshot(environment, ['workspaces', 'create', 'default']);
  // With another seed, the posts differ from those that are there.
  earshot(environment, ['seed', '--posts', `${posts - (smaller?.posts ?? 0)}`, '--seed', name]);
  const newKey = () => earshot(environment, ['keys', 'create', '--mode', 'live', '--name', 'bench']).trim();
  return { posts, environment, key: newKey(), quietKey: newKey() };
}

/** An installation with a server, and samples of its data. */
async function served(installation) {
  const site = { ...installation, ...(await startServer(installation.environment)) };
  return { ...site, samples: await takeSamples(site) };
}

async function measureEngine(name) {
  const engine = await engines[name].open();
  const smaller = await installed(engine, 'small', lengths.posts / 10);
  const larger = await installed(engine, 'large', lengths.posts, smaller);
  const bench = {
    ...lengths,
    engine: name,
    createInstallation: engine.create,
    small: await served(smaller),
    large: await served(larger),
  };
  const rows = [];
  for (const scenario of options.only) {
    say(`${engines[name].title}: ${scenario}`);
    const measured = await scenarios[scenario](bench).catch((error) => {
      say(`It failed: ${error.stack}`);
      return [{ name: scenario, failed: error.message.split('\n')[0] }];
    });
    rows.push(...measured.map((row) => ({ scenario, ...row })));
  }
  await bench.small.stop();
  await bench.large.stop();
  await engine.close();
  return rows;
}

async function run() {
  const isChosen = (name) => options[name] || (!options.sqlite && !options.postgres);
  const isWhole = !options.quick && Object.keys(scenarios).every((name) => options.only.includes(name));
  const startedAt = Date.now();
  for (const name of Object.keys(engines).filter(isChosen)) {
    const { title, isThere } = engines[name];
    if (!isThere()) {
      say(`${title} is left out: it is not installed (Debian: apt-get install postgresql).`);
      continue;
    }
    const result = { title, ...describeRun(), posts: lengths.posts, rows: await measureEngine(name) };
    printTable(result);
    if (isWhole) save(name, result);
    if (result.rows.some(isMissed)) process.exitCode = 1;
  }
  say(`Done in ${Math.round((Date.now() - startedAt) / 60_000)} minutes.`);
}

const unknown = options.only.find((name) => scenarios[name] === undefined);
if (options.help || unknown !== undefined) {
  console.log(unknown === undefined ? usage : `There is no scenario "${unknown}".\n\n${usage}`);
  process.exitCode = unknown === undefined ? 0 : 1;
} else {
  ensureWrk();
  await ensureBuilt();
  await run().finally(stopAll);
}
