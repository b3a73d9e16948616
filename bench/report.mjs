// The table on standard output, and the goals that were missed.

import { datasets } from './datasets.mjs';
import { verdictsOf } from './goals.mjs';
import { engineTitles, tablesOf } from './tables.mjs';

export function printReport(results) {
  const engines = [...new Set(results.map(({ engine }) => engine))];
  for (const table of engines.flatMap((engine) => tablesOf(results, engine))) console.log(asText(table));
  const missed = verdictsOf(results).filter(({ isMet }) => !isMet);
  console.log(missed.length === 0 ? 'All goals are met.' : `Missed goals: ${missed.length}`);
  for (const { engine, dataset, name, value, goal } of missed)
    console.log(
      `  ${engineTitles[engine]}, ${datasets[dataset].title}: ${name}: ${value}${goal && ` (goal: ${goal})`}`,
    );
}

function asText({ title, columns, rows }) {
  const plain = [columns, ...rows].map((cells) => cells.map((cell) => cell.replaceAll(/[`*]/g, '')));
  const widths = columns.map((_, column) => Math.max(...plain.map((cells) => cells[column].length)));
  const lines = plain.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
  return `${title}\n\n${lines.join('\n')}\n`;
}
