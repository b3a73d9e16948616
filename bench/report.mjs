// The final table: measurement, baseline, goal and result.

export const row = (what, value, ratio, { goal = '', met }) => [
  what,
  value,
  ratio,
  goal,
  met === undefined ? '' : met ? 'pass' : 'FAIL',
];

/** Exits with 1 if a goal was missed. */
export function printTable(rows) {
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((cells) => cells[column].length)));
  for (const cells of rows)
    console.log(
      cells
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
  if (rows.some((cells) => cells[4] === 'FAIL')) process.exitCode = 1;
}

export const round = (ratio) => Math.round(ratio * 1000) / 1000;
