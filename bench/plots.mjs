// Which plots there are, and what they show of the results.

import { datasets, judgedSize } from './datasets.mjs';
import { connectionCounts, creates } from './disks.mjs';
import { allScenarios, goalOf, percent, ratesOf } from './goals.mjs';
import { bars, lines } from './svg.mjs';
import { engineTitles } from './tables.mjs';

/** `{ file, title, svg }` of every plot that the results have the figures for. */
export function plotsOf(results) {
  const engines = [...new Set(results.map(({ engine }) => engine))];
  return [
    ...engines.flatMap((engine) => sharesPlot(results, engine)),
    ...engines.flatMap((engine) => sizesPlot(results, engine)),
    ...disksPlot(results),
    ...overloadPlot(results),
  ];
}

function sharesPlot(results, engine) {
  const found = results.find((result) => result.engine === engine && result.dataset === judgedSize);
  const rows = allScenarios.flatMap(({ name }) => {
    const figure = found?.figures[name];
    const goal = goalOf(name, engine, judgedSize);
    const share = figure?.limits?.[goal?.limit ?? 'bare']?.share;
    if (share === undefined || goal?.limit === 'page 1') return [];
    const of =
      goal?.limit === undefined || goal.limit === 'bare'
        ? ''
        : ` of ${goal.limit === 'inserts' ? 'synced inserts' : 'the driver'}`;
    return [{ name, value: share, text: `${percent(share)}${of}`, ...(goal && { goal: goal.atLeast }) }];
  });
  if (rows.length === 0) return [];
  const title = `${engineTitles[engine]}: share of the limit, ${datasets[judgedSize].title}`;
  const note = 'Of bare node:http with the same bytes, unless it says otherwise. The lines are goals.';
  return [{ file: `shares-${engine}.svg`, title, svg: bars({ title, note, rows }) }];
}

const sized = [
  'kept list',
  'single read, never repeated',
  'list, never repeated',
  'search for a rare word',
  'search for a common word',
  'create',
];

function sizesPlot(results, engine) {
  const sizes = results.filter((result) => result.engine === engine && result.dataset !== 'workspaces');
  const series = sized.flatMap((name) => {
    const points = ratesOf(sizes, name).flatMap((rate, place) => (rate === undefined ? [] : [[place, rate]]));
    return points.length < 2 ? [] : [{ name, points }];
  });
  if (series.length === 0) return [];
  const title = `${engineTitles[engine]}: throughput against data size`;
  const ticks = sizes.map(({ dataset }) => datasets[dataset].title);
  return [
    {
      file: `sizes-${engine}.svg`,
      title,
      svg: lines({ title, note: '16 connections,', unit: 'requests per second', ticks, series }),
    },
  ];
}

function disksPlot(results) {
  const figures = results.find((result) => result.figures[creates(1, 'this disk')] !== undefined)?.figures;
  if (figures === undefined) return [];
  const kinds = ['this disk', 'slow disk'].flatMap((disk) => [
    { name: `Earshot, ${disk}`, of: (figure) => figure.perSecond, disk, isDashed: false },
    {
      name: `synced inserts, ${disk}`,
      of: (figure) => figure.limits.inserts.perSecond,
      disk,
      isDashed: true,
    },
  ]);
  const series = kinds.flatMap(({ name, of, disk, isDashed }) => {
    const points = connectionCounts.flatMap((connections, place) => {
      const figure = figures[creates(connections, disk)];
      return figure?.limits === undefined ? [] : [[place, of(figure)]];
    });
    return points.length === 0 ? [] : [{ name, points, isDashed }];
  });
  const title = 'Creates against connections';
  const note = 'On this disk, and on one whose syncs take 2 ms longer,';
  const ticks = connectionCounts.map((count) => `${count} connection${count === 1 ? '' : 's'}`);
  return [
    { file: 'disks.svg', title, svg: lines({ title, note, unit: 'creates per second', ticks, series }) },
  ];
}

/** Latencies before, during and after, by kind of request. */
function overloadPlot(results) {
  return results.flatMap(({ engine, figures }) => {
    const details = figures['overload, p99 of accepted requests']?.details;
    if (details === undefined) return [];
    const rows = details.flatMap(
      ({ kind, normalP99Ms, acceptedP50Ms, acceptedP99Ms, shedP99Ms, afterP99Ms }) => [
        [`${kind}: before`, normalP99Ms],
        [`${kind}: accepted, median`, acceptedP50Ms],
        [`${kind}: accepted`, acceptedP99Ms],
        [`${kind}: refused with 503`, shedP99Ms],
        [`${kind}: after`, afterP99Ms],
      ],
    );
    const title = `${engineTitles[engine]}: latency under ten times the load`;
    const note = 'The 99th percentile, unless it says otherwise, from when each request was due.';
    const drawn = rows.map(([name, value]) => ({ name, value, text: `${value} ms` }));
    return [{ file: `overload-${engine}.svg`, title, svg: bars({ title, note, rows: drawn }) }];
  });
}
