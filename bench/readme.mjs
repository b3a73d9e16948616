// Writes the numbers in bench/README.md and the plots from bench/results, so that they can't disagree. `node
// bench/readme.mjs` does it again, with `--check` it only tells whether they agree.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { datasets } from './datasets.mjs';
import { allScenarios, otherComparisons, percent, quantities, verdictsOf } from './goals.mjs';
import { plotsOf } from './plots.mjs';
import { root } from './processes.mjs';
import { readResults } from './results.mjs';
import { toleratedShare } from './stolen.mjs';
import { engineTitles, tablesOf } from './tables.mjs';

const readme = join(root, 'bench', 'README.md');
const plots = join(root, 'bench', 'plots');
/** Marked parts of the text, and what is written there. */
const parts = { scenarios: () => scenarioList(), others: () => quantityList(), figures: figuresIn };

export function writeReadme(results) {
  writeFileSync(readme, written(readFileSync(readme, 'utf8'), results));
  rmSync(plots, { recursive: true, force: true });
  mkdirSync(plots, { recursive: true });
  for (const { file, svg } of plotsOf(results)) writeFileSync(join(plots, file), svg);
}

/** What is not as the results say. */
export function disagreements(results) {
  const text = readFileSync(readme, 'utf8');
  const wanted = plotsOf(results);
  const drawn = existsSync(plots) ? readdirSync(plots) : [];
  return [
    ...(text === written(text, results) ? [] : ['bench/README.md']),
    ...wanted
      .filter(({ file, svg }) => !drawn.includes(file) || readFileSync(join(plots, file), 'utf8') !== svg)
      .map(({ file }) => `bench/plots/${file}`),
    ...drawn
      .filter((file) => !wanted.some((plot) => plot.file === file))
      .map((file) => `bench/plots/${file}`),
  ];
}

/** The text with the marked parts written anew. */
export const written = (text, results) =>
  Object.entries(parts).reduce((soFar, [name, content]) => withPart(soFar, name, content(results)), text);

export function withPart(text, name, content) {
  const [opening, closing] = [`<!-- ${name}: written by npm run bench -->`, `<!-- end of ${name} -->`];
  const [start, end] = [text.indexOf(opening), text.indexOf(closing)];
  if (start < 0 || end < start) throw new Error(`bench/README.md has no "${opening}" before "${closing}".`);
  return `${text.slice(0, start + opening.length)}\n\n${content}\n${text.slice(end)}`;
}

const describing = (columns, things) =>
  `${markdownRows([columns, columns.map(() => '---'), ...things.map(({ name, what }) => [name, what])])}\n`;
const scenarioList = () => describing(['scenario', 'request'], allScenarios);
const quantityList = () => describing(['also', 'what it is'], [...quantities, ...otherComparisons]);

export function figuresIn(results) {
  if (results.length === 0) return 'Nothing has been measured yet.\n';
  const verdicts = verdictsOf(results);
  const missed = verdicts.filter(({ isMet }) => !isMet).length;
  const engines = [...new Set(results.map(({ engine }) => engine))];
  const parts = [
    `${verdicts.length - missed} of ${verdicts.length} goals are met.`,
    ...machinesOf(results),
    ...plotsOf(results).map(({ file, title }) => `![${title}](plots/${file})`),
    ...engines.flatMap((engine) => tablesOf(results, engine).map(asMarkdown)),
    seedingOf(results),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** One line per machine and commit: usually one. */
function machinesOf(results) {
  const lines = results.map(({ machine, figures }) => {
    const { cores, cpu, memoryGiB, node, kernel, syncsPerSecond, postgres } = machine;
    const commits = [...new Set(Object.values(figures).map(({ commit }) => commit))].join(', ');
    const dates = Object.values(figures).map(({ measuredAt }) => measuredAt.slice(0, 10));
    const rounds = [
      ...new Set(Object.values(figures).map(({ rounds, seconds }) => `${rounds} rounds of ${seconds} s`)),
    ];
    const stolen = Math.max(0, ...Object.values(figures).map((figure) => figure.stolen ?? 0));
    return {
      dates,
      text: `${cores} cores (${cpu}), shared with the load, ${memoryGiB} GiB of memory, Linux ${kernel}, Node.js ${node}${
        postgres === undefined ? '' : `, PostgreSQL ${postgres}`
      }; the disk syncs ${syncsPerSecond.toLocaleString('en-US')} times per second; commit ${commits}; ${rounds.join(', ')}${stolen > toleratedShare ? `, in the worst of which other machines took ${percent(stolen)} of the processors' time` : ''}`,
    };
  });
  return [...grouped(lines)].map(
    ([text, same]) =>
      `Measured on ${same
        .flatMap(({ dates }) => dates)
        .sort()
        .at(-1)}: ${text}.`,
  );
}

function grouped(lines) {
  const groups = new Map();
  for (const line of lines) groups.set(line.text, [...(groups.get(line.text) ?? []), line]);
  return groups;
}

const markdownRows = (rows) => rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const asMarkdown = ({ title, columns, rows }) =>
  `### ${title}\n\n${markdownRows([columns, columns.map(() => '---'), ...rows])}`;

/** Without data whose seeding was interrupted: its time says nothing. */
function seedingOf(results) {
  const seeded = results
    .filter(({ seedSeconds }) => seedSeconds !== undefined)
    .map(
      ({ engine, dataset, seedSeconds }) =>
        `${datasets[dataset].title} on ${engineTitles[engine]} in ${seedSeconds} s`,
    );
  return `\`earshot seed\` made the data: ${seeded.join(', ')}.`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const results = readResults();
  if (!process.argv.includes('--check')) {
    writeReadme(results);
  } else {
    const wrong = disagreements(results);
    if (wrong.length > 0) {
      console.log(`Not as bench/results says: ${wrong.join(', ')}. Run "node bench/readme.mjs".`);
      process.exitCode = 1;
    }
  }
}
