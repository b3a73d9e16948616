// Measures everything on one data set of one engine.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { backupWait, measureBackup } from './backup-run.mjs';
import { datasets, judgedSize, largestSize, smallestSize } from './datasets.mjs';
import { creates, measureDisks } from './disks.mjs';
import { feed, measureFeed } from './feed-run.mjs';
import { currentCommit } from './machine.mjs';
import { measureScenario, recordStatements } from './measuring.mjs';
import { measureOverload } from './overload-run.mjs';
import { exportSeconds, measurePorting } from './porting-run.mjs';
import { residentMb, root, say, server } from './processes.mjs';
import { measureProfiles, profiled, profileOf } from './profile.mjs';
import { apiOf, takeSamples } from './samples.mjs';
import { hasPage, limitsOf, manyKeys, scenarios } from './scenarios.mjs';
import { measureStart } from './starting.mjs';
import { recordingServer } from './statements.mjs';
import { undisturbed } from './stolen.mjs';
import { measureTrees } from './trees.mjs';
import { attempted, rounded } from './turns.mjs';
import { measureTwoNodes } from './two-nodes.mjs';
import { measureUpload } from './upload.mjs';
import { arrival, measureWebhooks } from './webhooks-run.mjs';

/** The result of a run, as it is kept. `onFigure` gets all of it so far, with each figure. */
export async function measureDataset(opened, dataset, options, onFigure) {
  const { engine, wants } = options;
  const lengths = options.lengthsAt(dataset);
  const { posts, workspaces, title } = datasets[dataset];
  say(`Preparing ${title}.`);
  const data = await opened.prepare(dataset);
  const figures = {};
  const result = { engine, dataset, posts, seedSeconds: data.seedSeconds, figures };
  const mark = { commit: currentCommit(), seconds: lengths.seconds, rounds: lengths.rounds };
  const keep = (name, figure) => {
    figures[name] = { ...figure, ...mark, measuredAt: new Date().toISOString() };
    onFigure(result);
  };
  const keepAll = (some) => {
    for (const [name, figure] of Object.entries(some)) keep(name, figure);
  };
  const bench = { engine, dataset, opened, data, lengths, options, keep, keepAll };
  if (wants('start to first answer', 'start')) {
    say('Measuring the start.');
    keepAll(await measureStart(data));
  }
  const isWanted = (one) => wants(one.name, one.group) && hasPage(one, dataset);
  const chosen = (workspaces === undefined ? scenarios : manyKeys).filter(isWanted);
  Object.assign(bench, workspaces === undefined ? await learn(bench, posts, chosen) : await learnKeys(bench));
  const smallest = dataset === largestSize ? await openSmallest(bench, chosen) : undefined;
  bench.node = await server(data.engines);
  await measureScenarios(chosen, { ...bench, smallest });
  await smallest?.close();
  if (wants('resident memory', 'memory')) keep('resident memory', { value: residentMb(bench.node.pid) });
  if (dataset === judgedSize) await measureRest(bench, figures);
  await bench.node.stop();
  if (dataset === judgedSize) await measureAlone(bench);
  await data.remove?.();
  return result;
}

/** Samples, and the statements that the driver alone will run, from a server that records if there are any. */
async function learn(bench, posts, chosen) {
  const { opened, data } = bench;
  const isRecorded = chosen.some((scenario) => limitsOf(scenario, bench).includes('driver'));
  const recorder = await (isRecorded ? recordingServer(opened, data) : server(data.engines));
  say('Looking at the data.');
  const pages = chosen.filter((one) => hasPage(one, bench.dataset)).flatMap(({ page }) => page ?? []);
  const samples = await takeSamples(apiOf(recorder.url, data.key), posts, [...new Set(pages)]);
  const statements = await recordStatements(chosen, recorder, { ...bench, samples });
  await recorder.stop();
  return { samples, statements };
}

/** A server with the smallest data, beside that with the largest. */
async function openSmallest(bench, chosen) {
  const { posts, title } = datasets[smallestSize];
  say(`Preparing ${title}, to compare with.`);
  const data = await bench.opened.prepare(smallestSize);
  const own = { ...bench, data, dataset: smallestSize };
  const known = await learn(own, posts, chosen);
  const node = await server(data.engines);
  const close = async () => {
    await node.stop();
    await data.remove?.();
  };
  return { ...own, ...known, node, close };
}

async function learnKeys({ data }) {
  const node = await server(data.engines);
  const { posts, next } = await apiOf(node.url, data.key)('GET', '/posts?limit=20');
  await node.stop();
  return { samples: { keys: data.keys, next: { recent: next }, newestAt: Date.parse(posts[0].createdAt) } };
}

async function measureScenarios(chosen, bench) {
  for (const [index, scenario] of chosen.entries()) {
    say(`Measuring ${scenario.name} (${index + 1} of ${chosen.length}).`);
    bench.keep(scenario.name, await attempted(() => measureScenario(scenario, bench)));
  }
}

/** What needs a running server and is measured at one size. */
async function measureRest(bench, figures) {
  const { engine, node, data, options } = bench;
  const { wants, isQuick } = options;
  if (engine === 'postgres' && wants('two nodes')) {
    await part(bench, 'two nodes, kept list', () => measureTwoNodes(bench));
  }
  if (wants('overload')) {
    await part(bench, 'overload, p99 of accepted requests', () => measureOverload(bench, figures));
  }
  // Growing the trees takes minutes.
  if (!isQuick && (wants('trees') || wants('wait beside'))) {
    say('Measuring waits beside comment trees.');
    await part(bench, 'wait beside a deep tree', async () => {
      const { deep, wide } = await measureTrees(node, data.key);
      return { 'wait beside a deep tree': { value: deep }, 'wait beside a wide tree': { value: wide } };
    });
  }
  if (wants('upload')) {
    const name = 'memory for a 100 MB upload';
    say('Measuring an upload of 100 MB.');
    await part(bench, name, async () => ({ [name]: { value: await measureUpload(node, data.key) } }));
  }
}

/** What starts its own servers, or none. */
async function measureAlone(bench) {
  const { engine, options } = bench;
  const { wants } = options;
  const isEmbedded = engine === 'sqlite';
  if (isEmbedded && wants('profile'))
    await part(bench, profileOf(profiled[0].name), () => measureProfiles(bench));
  if (isEmbedded && wants('disks')) await part(bench, creates(1, 'this disk'), () => measureDisks(bench));
  if (wants('webhooks')) await part(bench, arrival, () => measureWebhooks(bench));
  if (wants('backup')) await part(bench, backupWait, () => measureBackup(bench));
  if (wants('porting')) await part(bench, exportSeconds, () => measurePorting(bench));
  // The last one on the data: it makes the ledger long.
  if (wants('event feed')) await part(bench, feed, () => measureFeed(bench));
  if (isEmbedded && wants('hostile rich text')) {
    say('Measuring hostile rich text.');
    const script = join(root, 'bench', 'rich-text.mjs');
    const { result, stolen } = await undisturbed(() =>
      spawnSync(process.execPath, [script], { encoding: 'utf8' }),
    );
    const value = Number(/slowest ([\d.]+) ms/.exec(result.stdout)?.[1]);
    bench.keep('hostile rich text', { value, stolen: rounded(stolen) });
  }
}

/** Several figures at once. If they fail, the first one says so. */
async function part({ keep, keepAll }, name, measure) {
  const figures = await attempted(measure);
  if (figures.failed === undefined) keepAll(figures);
  else keep(name, figures);
}
