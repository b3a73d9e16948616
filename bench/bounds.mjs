// Where the time of a read goes on SQLite, from the rates of a run: one thread does everything there, so times add up.
// What the limits and a kept answer take can't be avoided with these statements; the rest is what the program adds.

import { datasets, judgedSize } from './datasets.mjs';
import { allScenarios, goalOf, percent } from './goals.mjs';

const microseconds = ({ perSecond }) => 1e6 / perSecond;
const shown = (us) => `${Math.round(us)} µs`;

export function boundsTable(results) {
  const result = results.find(({ engine, dataset }) => engine === 'sqlite' && dataset === judgedSize);
  return {
    title: `SQLite, ${datasets[judgedSize].title}: where the time of a read goes`,
    columns: [
      'scenario',
      'a request',
      'bare `node:http`',
      'handling',
      'statements',
      'the rest',
      'without it',
      'goal',
    ],
    rows: result === undefined ? [] : rowsOf(result.figures),
  };
}

function rowsOf(figures) {
  // In older results, every request took the usual way.
  const kept = figures['kept list, new requests'] ?? figures['kept list'];
  if (kept?.limits === undefined) return [];
  const handling = microseconds(kept) - microseconds(kept.limits.bare);
  return allScenarios.flatMap((scenario) => {
    const figure = figures[scenario.name];
    if (figure?.limits?.bare === undefined || figure.limits.driver === undefined) return [];
    const [bare, statements] = [figure.limits.bare, figure.limits.driver].map(microseconds);
    const whole = microseconds(figure);
    const needed = bare + handling + statements;
    const goal = goalOf(scenario.name, 'sqlite', judgedSize);
    return [
      [
        scenario.name,
        ...[whole, bare, handling, statements, Math.max(0, whole - needed)].map(shown),
        percent(bare / needed),
        goal === undefined ? '' : percent(goal.atLeast),
      ],
    ];
  });
}
