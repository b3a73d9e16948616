// `npm run bench`: speed as ratios measured in one run, against goals. Prints a table, keeps the figures in
// bench/results, draws the plots, writes the numbers in bench/README.md, and exits with 1 if a goal is missed.

import { ensureBuilt } from '../scripts/build.mjs';
import { measureDataset } from './dataset-run.mjs';
import { baseDirectory, openEngine } from './datasets.mjs';
import { verdictsOf } from './goals.mjs';
import { currentCommit, describeMachine } from './machine.mjs';
import { readOptions, usage } from './options.mjs';
import { say, stopAll } from './processes.mjs';
import { writeReadme } from './readme.mjs';
import { printReport } from './report.mjs';
import { merged, readResults, saveResult } from './results.mjs';
import { ensureWrk } from './wrk.mjs';

/** Makes the data for later runs. */
async function seed({ engine, sizes }) {
  const opened = await openEngine(engine);
  for (const dataset of sizes) await opened.seed(dataset);
}

async function run(options) {
  const startedAt = Date.now();
  const engine = await openEngine(options.engine);
  const machine = {
    ...describeMachine(baseDirectory()),
    ...(engine.version && { postgres: engine.version }),
  };
  const measured = [];
  for (const dataset of options.sizes) {
    // Each figure at once: something may end the run, which takes half an hour.
    const save = (result) => {
      if (options.saves) saveResult(merged(readResults(), { ...result, machine }));
    };
    measured.push({ ...(await measureDataset(engine, dataset, options, save)), machine });
  }
  say(`Done in ${Math.round((Date.now() - startedAt) / 60_000)} minutes.`);
  return measured;
}

async function measure(options) {
  say(`Measuring ${currentCommit()} on ${options.engine}.`);
  const measured = await run(options);
  if (options.saves) writeReadme(readResults());
  printReport(measured);
  if (verdictsOf(measured).some(({ isMet }) => !isMet)) process.exitCode = 1;
}

const options = readOptions(process.argv.slice(2));
if (options.isHelp) {
  console.log(usage);
} else {
  ensureWrk();
  await ensureBuilt();
  try {
    await (options.isSeeding ? seed(options) : measure(options));
  } finally {
    await stopAll();
  }
}
