// Results as tables of text: `{ title, columns, rows }`, for the terminal and for the README.

import { boundsTable } from './bounds.mjs';
import { datasets } from './datasets.mjs';
import { connectionCounts, creates } from './disks.mjs';
import {
  allScenarios,
  comparisons,
  goalOf,
  growthGoal,
  growthOf,
  limitTitles,
  percent,
  quantities,
  ratesOf,
  verdictsOf,
} from './goals.mjs';
import { profileTable } from './profile.mjs';

export const engineTitles = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** All tables of one engine, without empty ones. */
export const tablesOf = (results, engine) => {
  const own = results.filter((result) => result.engine === engine);
  return [
    ...own.map(scenarioTable),
    sizeTable(own),
    diskTable(own),
    quantityTable(own),
    boundsTable(own),
    profileTable(own),
  ].filter(({ rows }) => rows.length > 0);
};

/** Requests per second, latency and shares of one data set. */
export function scenarioTable({ engine, dataset, figures }) {
  const names = [
    ...allScenarios,
    ...comparisons.filter(({ name }) => /^(?:two nodes|event feed)/.test(name)),
  ];
  return {
    title: `${engineTitles[engine]}, ${datasets[dataset].title}`,
    columns: ['scenario', 'requests/s', 'p99', 'compared with', 'goal', ''],
    rows: names.flatMap(({ name }) => {
      const figure = figures[name];
      if (figure === undefined) return [];
      const verdict = verdictsOf([{ engine, dataset, figures: { [name]: figure } }])[0];
      const judged = [verdict?.goal ?? '', verdict === undefined ? '' : verdictWord(verdict)];
      if (figure.failed !== undefined) return [[name, '', '', figure.failed, ...judged]];
      return [[name, count(figure.perSecond), ms(figure.p99Ms), shares(figure), ...judged]];
    }),
  };
}

const shares = ({ limits }) =>
  Object.entries(limits)
    .map(([name, { share, lowest, highest, perSecond }]) => {
      const range = `${factor(lowest)} to ${factor(highest)}`;
      return `${factor(share)} of ${limitTitles[name]} (${range}; ${count(perSecond)}/s)`;
    })
    .join(', ');

/** How each scenario changes with the size of the data. */
function sizeTable(results) {
  const sizes = results.filter(({ dataset }) => dataset !== 'workspaces');
  const growth = growthOf(results);
  const [engine] = results.map((result) => result.engine);
  return {
    title: `${engineTitles[engine]}, by size`,
    columns: [
      'scenario',
      ...sizes.map(({ dataset }) => `${datasets[dataset].title}, requests/s`),
      'left',
      'goal',
      '',
    ],
    rows: growth.map(({ name, left }) => [
      name,
      ...ratesOf(sizes, name).map(count),
      percent(left),
      `at least ${percent(growthGoal)}`,
      verdictWord({ isMet: left >= growthGoal }),
    ]),
  };
}

function diskTable(results) {
  const names = ['this disk', 'slow disk'].flatMap((disk) =>
    connectionCounts.map((connections) => creates(connections, disk)),
  );
  const found = results.find(({ figures }) => names.some((name) => figures[name] !== undefined));
  const rows = [...names, 'reads beside creates, slow disk'].flatMap((name) => {
    const figure = found?.figures[name];
    if (figure === undefined || figure.failed !== undefined) return [];
    const verdict = verdictsOf([{ ...found, figures: { [name]: figure } }])[0];
    return [
      [
        name,
        count(figure.perSecond),
        ms(figure.p99Ms),
        shares(figure),
        verdict?.goal ?? '',
        verdict ? verdictWord(verdict) : '',
      ],
    ];
  });
  return {
    title: 'Creates against connections',
    columns: ['what', 'requests/s', 'p99', 'compared with', 'goal', ''],
    rows,
  };
}

function quantityTable(results) {
  const [engine] = results.map((result) => result.engine);
  return {
    title: `${engineTitles[engine]}, start, memory and waits`,
    columns: ['what', 'data', 'figure', 'goal', ''],
    rows: quantities.flatMap(({ name, unit }) =>
      results.flatMap(({ dataset, figures }) => {
        const figure = figures[name];
        if (figure === undefined || figure.failed !== undefined) return [];
        const goal = goalOf(name, engine, dataset);
        const judged =
          goal === undefined
            ? ['', '']
            : [`at most ${goal.atMost} ${unit}`, verdictWord({ isMet: figure.value <= goal.atMost })];
        return [[name, datasets[dataset].title, `${figure.value} ${unit}`, ...judged]];
      }),
    ),
  };
}

const verdictWord = ({ isMet }) => (isMet ? 'met' : '**missed**');
const count = (value) => (value === undefined ? '' : Math.round(value).toLocaleString('en-US'));
const ms = (value) => (value === undefined || value === null ? '' : `${value} ms`);
/** Shares up to two are easier to read as percent. */
const factor = (share) => (share < 2 ? percent(share) : `${share} ×`);
