// Profiles on SQLite: what the processor does while a scenario runs, by what the code belongs to. SQLite runs
// inside of a call of the driver, so its time is that of the function that calls it.

import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { datasets, judgedSize } from './datasets.mjs';
import { percent } from './goals.mjs';
import { loadOf } from './measuring.mjs';
import { say, scratchDirectory, server } from './processes.mjs';
import { scenarios } from './scenarios.mjs';

export const profileOf = (name) => `profile, ${name}`;

/** Scenarios that must reach a share of what the machine can do. */
export const profiled = scenarios.filter(({ group, goals }) => group !== 'pages' && goals?.sqlite);

const parts = ['statements', 'garbage collection', 'Node.js', 'libraries', 'Earshot'];
const seconds = 5;
const warmUpSeconds = 4;

export async function measureProfiles(bench) {
  const figures = {};
  for (const scenario of profiled) {
    say(`Profiling ${scenario.name}.`);
    figures[profileOf(scenario.name)] = { shares: await sharesOf(scenario, bench) };
  }
  return figures;
}

async function sharesOf(scenario, bench) {
  const directory = mkdtempSync(join(scratchDirectory(), 'profile-'));
  const nodeOptions = ['--cpu-prof', `--cpu-prof-dir=${directory}`];
  const node = await server(bench.data.engines, { nodeOptions });
  const load = loadOf(scenario, { ...bench, node });
  await load(warmUpSeconds);
  const startedAt = monotonicUs();
  await load(seconds);
  const endedAt = monotonicUs();
  await node.stop();
  const profiles = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8'));
  // Each thread has one. That of the main thread is the largest by far.
  const [largest] = profiles.sort((a, b) => b.length - a.length);
  return sharesIn(JSON.parse(largest), startedAt, endedAt);
}

/** The clock of profiles. */
const monotonicUs = () => Number(process.hrtime.bigint() / 1000n);

/** Of the time in which the thread was busy. */
export function sharesIn({ nodes, samples, timeDeltas, startTime }, from, to, partOf = partOfFrame()) {
  const partsById = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
  const times = Object.fromEntries(parts.map((part) => [part, 0]));
  let at = startTime;
  for (const [index, id] of samples.entries()) {
    at += timeDeltas[index];
    const part = partsById.get(id);
    if (part !== undefined && at >= from && at < to) times[part] += timeDeltas[index];
  }
  const whole = Object.values(times).reduce((sum, time) => sum + time, 0);
  return Object.fromEntries(parts.map((part) => [part, Math.round((times[part] / whole) * 1000) / 1000]));
}

/** Where SQLite is called: statements, and commits. */
const driver = /engines\/sql\/dialects\/sqlite-(?:driver|groups)\.ts$/;

/** Undefined for time in which nothing ran. */
function partOfFrame() {
  const sourceOf = sources();
  return ({ functionName, url, lineNumber, columnNumber }) => {
    if (functionName === '(idle)') return undefined;
    if (functionName === '(garbage collector)') return 'garbage collection';
    if (!url.startsWith('file:')) return 'Node.js';
    const source = sourceOf(fileURLToPath(url), lineNumber, columnNumber);
    if (source.includes('node_modules')) return 'libraries';
    return driver.test(source) ? 'statements' : 'Earshot';
  };
}

/** Finds the original file of a position in the bundle. */
function sources() {
  const maps = new Map();
  return (path, line, column) => {
    if (!maps.has(path)) maps.set(path, mapOf(path));
    return maps.get(path)?.findEntry(line, column).originalSource ?? path;
  };
}

/** What isn't bundled has none, and neither has the helper of the bundler. */
const mapOf = (path) =>
  existsSync(`${path}.map`) ? new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8'))) : undefined;

export function profileTable(results) {
  const result = results.find(({ engine, dataset }) => engine === 'sqlite' && dataset === judgedSize);
  return {
    title: `SQLite, ${datasets[judgedSize].title}: what the processor does during a request`,
    columns: ['scenario', ...parts],
    rows: profiled.flatMap(({ name }) => {
      const shares = result?.figures[profileOf(name)]?.shares;
      return shares === undefined ? [] : [[name, ...parts.map((part) => percent(shares[part]))]];
    }),
  };
}
