// Shows the rows of a run and keeps them: in bench/results.json, and as a table in bench/README.md.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from './processes.mjs';

const resultsFile = join(root, 'bench', 'results.json');
const readmeFile = join(root, 'bench', 'README.md');
const [opening, closing] = ['<!-- figures: written by npm run bench -->', '<!-- end of figures -->'];

export function describeRun() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const changes = git('status', '--porcelain', '--', '.', ':!bench/results.json', ':!bench/README.md');
  return {
    measuredAt: new Date().toISOString().slice(0, 10),
    commit: git('rev-parse', '--short', 'HEAD') + (changes === '' ? '' : ' with changes'),
    machine:
      `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), shared with the load, ` +
      `${Math.round(totalmem() / 2 ** 30)} GiB of memory, Node.js ${process.version}`,
  };
}

export const isMissed = ({ failed, value, atLeast = -Infinity, atMost = Infinity }) =>
  failed !== undefined || value < atLeast || value > atMost;

const columns = ['scenario', 'what', 'measured', 'compared with', 'result', 'goal', ''];

function cellsOf(row) {
  const { scenario, name, failed, measured = '', against = '', value, range, unit, atLeast, atMost } = row;
  if (failed !== undefined) return [scenario, name, failed, '', '', '', '**failed**'];
  const number = (amount) => `${amount.toLocaleString('en-US')} ${unit}`;
  const spread = range === undefined || range[0] === range[1] ? '' : ` (${range.map(number).join(' to ')})`;
  const goals = [
    ...(atLeast === undefined ? [] : [`at least ${number(atLeast)}`]),
    ...(atMost === undefined ? [] : [`at most ${number(atMost)}`]),
  ];
  const verdict = isMissed(row) ? '**missed**' : 'met';
  return [
    scenario,
    name,
    measured,
    against,
    number(value) + spread,
    goals.join(', '),
    goals.length === 0 ? '' : verdict,
  ];
}

export function printTable({ title, rows }) {
  const plain = [columns, ...rows.map(cellsOf)].map((cells) =>
    cells.map((cell) => cell.replaceAll(/[`*]/g, '')),
  );
  const widths = columns.map((_, column) => Math.max(...plain.map((cells) => cells[column].length)));
  const lines = plain.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column])).join('  '));
  const missed = rows.filter(isMissed).length;
  const verdict = missed === 0 ? 'All goals are met.' : `Missed goals: ${missed}.`;
  console.log(`${title}\n\n${lines.map((line) => line.trimEnd()).join('\n')}\n\n${verdict}\n`);
}

/** Replaces the figures of one engine. */
export function save(engine, result) {
  const results = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {};
  results[engine] = result;
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
  const readme = readFileSync(readmeFile, 'utf8');
  const [before] = readme.split(opening);
  const [, after] = readme.split(closing);
  const figures = Object.values(results).map(asMarkdown).join('\n');
  writeFileSync(readmeFile, `${before}${opening}\n\n${figures}\n${closing}${after}`);
}

function asMarkdown({ title, posts, measuredAt, commit, machine, rows }) {
  const table = [columns, columns.map(() => '---'), ...rows.map(cellsOf)];
  return (
    `### ${title}\n\n${posts.toLocaleString('en-US')} posts, commit ${commit}, ${measuredAt}: ${machine}.\n\n` +
    `${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
  );
}
