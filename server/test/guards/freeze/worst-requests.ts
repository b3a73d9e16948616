// The most expensive requests of an operation, generated from the document. Each generator yields requests and
// receives their results, to find the largest that is accepted.

import { toJson } from '../../../src/http/kernel/json.ts';
import { kindOfPath } from '../document.ts';
import { type Asked, pathOf, validRequest, withQuery } from '../world.ts';
import { worstBodies, worstForms } from './worst-bodies.ts';
import { largestJson, type WorstCases, type WorstSurroundings } from './worst-case.ts';
import { worstQueries } from './worst-queries.ts';

export function* worstCasesOf(surroundings: WorstSurroundings): WorstCases {
  const { operation, world, onlyStored } = surroundings;
  yield { label: 'an ordinary request', ask: (attempt) => validRequest(operation, world, attempt) };
  yield* onCostlyObjects(surroundings);
  if (!onlyStored) yield* ofHeaders(surroundings);
  yield* worstQueries(surroundings);
  yield* worstBodies(surroundings);
  if (operation.form !== undefined) yield* worstForms(surroundings);
}

/** The same with everything included, on objects that are expensive to read, change or delete. */
function* onCostlyObjects({ operation, world, costly }: WorstSurroundings): WorstCases {
  if (!operation.path.includes('{id}')) return;
  const include = operation.includes.length === 0 ? [] : [['include', operation.includes.join(';')] as const];
  const kind = kindOfPath(operation);
  const things = costly.ids[kind] ?? [];
  const moveTo = operation.query.some(({ name }) => name === 'moveTo')
    ? [['moveTo', world.ids[kind].at(-1) ?? ''] as const]
    : [];
  const withThing = (id: string, attempt: string): Asked => ({
    ...validRequest(operation, world, attempt),
    path: withQuery(pathOf(operation, world, { id: () => id }), [['limit', '100'], ...include, ...moveTo]),
  });
  const [first = ''] = things;
  if (first === '') return;
  yield { label: 'an object with much content', ask: (attempt) => withThing(first, attempt) };
  if (operation.method !== 'DELETE') return;
  for (const [index, id] of things.entries())
    yield {
      label: `a thing with much in it, for good (${index + 1})`,
      ask: (attempt) => withThing(id, attempt),
      isLive: true,
    };
}

function* ofHeaders({ operation, world }: WorstSurroundings): WorstCases {
  const long: Record<string, string> = {
    'if-none-match': `W/"a", `.repeat(1500),
    'if-match': `"a", `.repeat(2000),
    'idempotency-key': 'k'.repeat(10_000),
    prefer: 'a=b, '.repeat(2000),
    accept: 'text/html;q=0.1, '.repeat(600),
  };
  for (const [name, value] of Object.entries(long))
    yield {
      label: `a long header ${name}`,
      ask: (attempt) => ({ ...validRequest(operation, world, attempt), headers: { [name]: value } }),
    };
}

/** As many copies of a request as fit into a batch. */
export function batchOf(asked: Asked, atomic: boolean): Asked {
  const { method, path, body } = asked;
  const operation = { method, path, ...(body !== undefined && { body }) };
  const size = Buffer.byteLength(toJson(operation)) + 1;
  const count = Math.max(1, Math.min(100, Math.floor(largestJson / size)));
  return { method: 'POST', path: '/batch', body: { operations: Array(count).fill(operation), atomic } };
}
