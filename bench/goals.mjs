// What must be reached, and whether it was. Goals of scenarios are in their table; here are the others, and the judge.

import { datasets, judgedSize, largestSize, smallestSize } from './datasets.mjs';
import { manyKeys, scenarios } from './scenarios.mjs';
import { rounded } from './turns.mjs';

export const allScenarios = [...scenarios, ...manyKeys];

/** Figures with a unit, most with a goal. `at` limits the goal to a data set. */
export const quantities = [
  {
    name: 'start to first answer',
    unit: 'ms',
    atMost: 600,
    at: largestSize,
    what: 'from starting the process to the first answer of `GET /v1/posts`, the median of five',
  },
  {
    name: 'start of Node.js alone',
    unit: 'ms',
    what: 'from starting `node` with an empty program to its end, in turns with the starts above',
  },
  {
    name: 'resident memory',
    unit: 'MB',
    atMost: 200,
    what: '`VmRSS` of the server after all its scenarios',
  },
  {
    name: 'overload, p99 of accepted requests',
    unit: 'ms',
    atMost: 250,
    what: 'ten times the requests that the server can answer; those that it accepts',
  },
  {
    name: 'overload, back to normal',
    unit: 's',
    atMost: 2,
    what: 'from the end of the overload until requests are answered as before it',
  },
  {
    name: 'wait beside a deep tree',
    unit: 'ms',
    atMost: 50,
    what: 'the longest wait for `/healthz` while a comment tree 10,000 deep is read',
  },
  {
    name: 'wait beside a wide tree',
    unit: 'ms',
    atMost: 50,
    what: 'the same with 100,000 comments on one level',
  },
  {
    name: 'memory for a 100 MB upload',
    unit: 'MB',
    atMost: 50,
    what: 'the highest `VmRSS` while a 100 MB video is uploaded, minus the one before',
  },
  {
    name: 'hostile rich text',
    unit: 'ms',
    atMost: 50,
    what: 'the slowest of many hostile documents of 100 KB, from input to HTML',
  },
  {
    name: 'webhooks, 1,000 events to eight of ten',
    unit: 's',
    atMost: 5,
    what:
      '1,000 creates with ten webhooks, of which one hangs and one answers 500: from the last commit until the other ' +
      'eight have all events',
  },
  {
    name: 'webhooks, added to the time of a create',
    unit: '%',
    atMost: 10,
    what: 'the median of creates at 50 per second with the same ten webhooks, compared with none, in turns',
  },
  {
    name: 'backup, added to the longest write',
    unit: 'ms',
    atMost: 50,
    what: 'the longest of creates at 50 per second while `earshot backup` runs, minus the longest in the same time without; the median of three',
  },
  {
    name: 'backup, 100,000 posts',
    unit: 's',
    atMost: 120,
    what: 'the time of that backup',
  },
  {
    name: 'export, 100,000 posts',
    unit: 's',
    atMost: 120,
    what: '`earshot export` of 100,000 posts with more than 1,000,000 votes to a zip file',
  },
  {
    name: 'export, memory',
    unit: 'MB',
    atMost: 300,
    what: 'the highest `VmRSS` of that command',
  },
  {
    name: 'import, 100,000 posts',
    unit: 's',
    atMost: 120,
    what: '`earshot import` of that file into an empty installation on the same engine',
  },
  {
    name: 'import, memory',
    unit: 'MB',
    atMost: 300,
    what: 'the highest `VmRSS` of that command',
  },
];

/** Comparisons that are not scenarios. */
export const comparisons = [
  { name: 'creates, 64 connections, slow disk', limit: 'inserts', atLeast: 5 },
  { name: 'reads beside creates, slow disk', limit: 'this disk', atLeast: 0.9 },
  { name: 'two nodes, kept list', limit: 'one node', atLeast: 1 },
  { name: 'two nodes, never repeated', limit: 'one node', atLeast: 1 },
  { name: 'event feed, 1,000,000 entries', limit: 'short ledger', atLeast: 0.75 },
];

/** What they and their likes are, for the README. */
export const otherComparisons = [
  {
    name: 'creates, 1, 16 and 64 connections',
    what:
      'on this disk, and on one whose syncs take 2 ms longer (a preloaded library), compared with bare synced inserts ' +
      'on the same disk',
  },
  {
    name: 'reads beside creates, slow disk',
    what:
      'what 100 creates per second leave of the kept list on the slow disk, compared with what they leave on this ' +
      'disk, in turns, with 10,000 posts: the part that waiting for the disk takes',
  },
  {
    name: 'two nodes',
    what: 'two processes on one PostgreSQL, compared with one; on two cores they can hardly be faster',
  },
  {
    name: 'event feed, 1,000,000 entries',
    what:
      '`GET /v1/events?after=…`, 20 events from random positions: what is left of the share of bare `node:http` that ' +
      'it has with 1,000 entries',
  },
];

/** What is left at 1,000,000 posts of the rate at 10,000. */
export const growthGoal = 0.75;

/** Every goal that some figure answers: `{ engine, dataset, name, value, goal, isMet }`. */
export function verdictsOf(results) {
  return [...results.flatMap(verdictsIn), ...growthOf(results).map(verdictOnGrowth)];
}

function verdictsIn({ engine, dataset, figures }) {
  return Object.entries(figures).flatMap(([name, figure]) => {
    const goal = goalOf(name, engine, dataset);
    if (figure.failed !== undefined)
      return [{ engine, dataset, name, value: figure.failed, goal: textOf(goal), isMet: false }];
    if (goal === undefined) return [];
    const value = goal.limit === undefined ? figure.value : figure.limits[goal.limit]?.share;
    if (value === undefined) return [];
    const isMet = goal.atMost === undefined ? value >= goal.atLeast : value <= goal.atMost;
    return [{ engine, dataset, name, value, goal: textOf(goal), isMet }];
  });
}

/** The goal of a figure on an engine and a data set, if it has one. */
export function goalOf(name, engine, dataset) {
  const scenario = allScenarios.find((one) => one.name === name);
  if (scenario !== undefined)
    return dataset === judgedSize || scenario.group === 'pages' ? scenario.goals?.[engine] : undefined;
  const quantity = quantities.find((one) => one.name === name);
  if (quantity !== undefined) {
    const isJudged = quantity.atMost !== undefined && (quantity.at ?? dataset) === dataset;
    return isJudged ? quantity : undefined;
  }
  return comparisons.find((one) => one.name === name);
}

export const limitTitles = {
  bare: 'bare `node:http`',
  inserts: 'bare synced inserts',
  driver: 'the driver alone',
  'page 1': 'page 1',
  'one node': 'one node',
  'this disk': 'this disk',
  'short ledger': 'a ledger of 1,000 entries',
  smallest: `its rate at ${datasets[smallestSize].title}`,
};

const textOf = (goal) => {
  if (goal === undefined) return '';
  const { limit, atLeast, atMost, unit } = goal;
  if (atMost !== undefined) return `at most ${atMost} ${unit}`;
  return `at least ${atLeast > 1 ? `${atLeast} ×` : percent(atLeast)} of ${limitTitles[limit]}`.replace(
    '× of',
    '×',
  );
};

export const percent = (share) => `${rounded(share * 100)} %`;

/** The rate of a scenario at each size. That at the smallest is from the same turns as that at the largest, if known. */
export function ratesOf(results, name) {
  const at = (size) => results.find(({ dataset }) => dataset === size)?.figures[name];
  return results.map(({ dataset, figures }) => {
    const inTurns = dataset === smallestSize ? at(largestSize)?.limits?.smallest : undefined;
    return (inTurns ?? figures[name])?.perSecond;
  });
}

/** For each scenario measured in turns at both ends: how much of its rate is left. */
export function growthOf(results) {
  return results
    .filter(({ dataset }) => dataset === largestSize)
    .flatMap(({ engine, figures }) =>
      scenarios.flatMap(({ name }) => {
        const left = figures[name]?.limits?.smallest?.share;
        return left === undefined ? [] : [{ engine, name, left }];
      }),
    );
}

const verdictOnGrowth = ({ engine, name, left }) => ({
  engine,
  dataset: largestSize,
  name: `${name}, of ${limitTitles.smallest}`,
  value: left,
  goal: `at least ${percent(growthGoal)} of ${limitTitles.smallest}`,
  isMet: left >= growthGoal,
});
