// The most expensive query strings of an operation: maximum values, deepest pages, longest texts of every script.

import { kindOfField } from '../document.ts';
import { pathOf, validRequest, withQuery } from '../world.ts';
import { largestJson, type WorstCase, type WorstCases, type WorstSurroundings } from './worst-case.ts';
import { costliestScripts, costliestToRefuse, scriptOf, scripts } from './worst-texts.ts';

const largestPath = 12_000;
/** Past the end of every list, and a page that the crowd has. */
const deepCursors = ['1000000000', '35'];

/**
 * Filters with the maximum number of values, in every order, on deep pages; and each parameter with the longest
 * text.
 */
export function* worstQueries(surroundings: WorstSurroundings): WorstCases {
  const { operation, world } = surroundings;
  if (operation.query.length === 0) return;
  const has = (name: string) => operation.query.some((parameter) => parameter.name === name);
  const fixed: [string, string][] = [
    ...(has('limit') ? [['limit', '100'] as [string, string]] : []),
    ...(operation.includes.length > 0 ? [['include', operation.includes.join(';')] as [string, string]] : []),
  ];
  const askWith = (more: [string, string][]) => (query: [string, string][]) => (attempt: string) => {
    const valid = validRequest(operation, world, attempt);
    const [path = '', required] = valid.path.split('?');
    const own =
      required === undefined || query.some(([name]) => required.startsWith(`${name}=`)) ? '' : `&${required}`;
    return { ...valid, path: withQuery(path, [...more, ...query]) + own };
  };
  const ask = askWith(fixed);
  // What is long here is the request: the largest page would only take time.
  const askOfSmallPage = askWith(has('limit') ? [['limit', '1']] : []);
  const orders = operation.query.find(({ name }) => name === 'sortBy')?.schema.enum ?? [undefined];
  const pages = has('cursor') ? ['1', ...deepCursors] : [undefined];
  for (const sortBy of orders)
    for (const cursor of pages)
      yield {
        label: `sortBy=${sortBy}, cursor=${cursor}, all includes`,
        ask: ask([...pair('sortBy', sortBy), ...pair('cursor', cursor)]),
      };
  for (const key of operation.filterKeys) {
    yield* ofFilter(surroundings, key, ask, orders.at(-1), pages);
    for (const [script, text] of longestInPath())
      yield {
        label: `${key} of ${text.length} characters, ${script}`,
        ask: askOfSmallPage([['filters', `${key}:${text}`]]),
      };
  }
  for (const { name, schema } of operation.query) {
    if (schema.enum !== undefined || schema.type === 'integer' || name === 'filters') continue;
    for (const [script, text] of longestInPath())
      yield { label: `${name} of ${text.length} characters, ${script}`, ask: askOfSmallPage([[name, text]]) };
  }
  yield {
    label: 'very many parameters',
    ask: askOfSmallPage(Array.from({ length: 2000 }, (_, index) => [`p${index}`, ''])),
  };
  if (has('filters'))
    yield { label: 'very many empty filters', ask: askOfSmallPage([['filters', ';a:'.repeat(2000)]]) };
}

const pair = (name: string, value: unknown): [string, string][] =>
  value === undefined ? [] : [[name, String(value)]];

const longestInPath = (): [string, string][] =>
  Object.entries(scripts).map(([name, { make, bytes }]) => [
    name,
    make(Math.floor(largestPath / (bytes === 1 ? 1.3 : 3 * bytes))),
  ]);

function* ofFilter(
  { operation, world, costly }: WorstSurroundings,
  key: string,
  ask: (query: [string, string][]) => WorstCase['ask'],
  sortBy: unknown,
  pages: readonly (string | undefined)[],
): WorstCases {
  const kind = kindOfField(operation, key);
  const ids =
    (kind === undefined || kind === 'any'
      ? undefined
      : [...(costly.ids[kind] ?? []), ...(costly.crowd[kind] ?? []), ...world.ids[kind]]) ?? [];
  const words = (index: number) =>
    key === 'search' ? 'crowd c l h แ 反 1 2'.slice(0, 6 + (index % 10)) : `${key}-${index}@example.com`;
  const filterValue = (index: number) =>
    ids[index] ?? (kind === undefined ? words(index) : `${(ids[0] ?? 'x').slice(0, -4)}${1000 + index}`);
  for (const count of [100, 20, 8]) {
    const values = Array.from({ length: count }, (_, index) => `${key}:${filterValue(index)}`).join(';');
    let accepted = false;
    for (const cursor of pages) {
      const { status } = yield {
        label: `${count} values of ${key}, cursor=${cursor}`,
        ask: ask([['filters', values], ...pair('sortBy', sortBy), ...pair('cursor', cursor)]),
      };
      accepted ||= status < 400;
    }
    if (accepted) break;
  }
}

/** Paths that only a batch can have, where the header limit does not apply. */
export function* longestPathsInBatch({ operation, world }: WorstSurroundings): WorstCases {
  if (operation.method !== 'GET') return;
  const texts = operation.query.filter(
    ({ schema }) => schema.enum === undefined && schema.type !== 'integer',
  );
  const starts = texts.flatMap(({ name }) =>
    name === 'filters' ? operation.filterKeys.map((key) => `filters=${key}:`) : [`${name}=`],
  );
  // What is accepted is short: the longest is only measured, and refused.
  for (const start of starts)
    for (const script of costliestScripts)
      for (const length of script === costliestToRefuse ? [15_000, largestJson] : [15_000]) {
        const { make, bytes } = scriptOf(script);
        const text = make(Math.floor(length / bytes)).replaceAll(' ', '+');
        const path = `${pathOf(operation, world)}?${start}${text}`;
        const { isFrozen } = yield {
          label: `in a batch, ${start} of ${text.length} characters, ${script}`,
          ask: () => ({ method: 'POST', path: '/batch', body: { operations: [{ method: 'GET', path }] } }),
        };
        if (isFrozen) break;
      }
}
