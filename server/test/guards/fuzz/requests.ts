// Random valid, almost valid and invalid requests from the OpenAPI document, reproducible by seed.

import { type ApiOperation, fieldsOf } from '../document.ts';
import type { Random } from '../random.ts';
import { validRequest } from '../world.ts';
import { fuzzForm } from './forms.ts';
import { type FuzzRequest, type FuzzSurroundings, fuzzHeaders } from './frame.ts';
import { rawBytes } from './raw.ts';
import { anyText, anyValue, inTarget } from './values.ts';
import { fuzzVisit } from './visits.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
const otherPaths = [
  '/',
  '/docs',
  '/docs/',
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/metrics',
  '/files/a/b',
  '/v1',
  '/v1/',
  '/console/api/session',
  '/console/api/keys',
  '/console/api/setup/x',
  '/feedback',
  '/favicon.ico',
  '/v2/posts',
  '//v1/posts',
  '/v1/../v1/posts',
  '/v1/posts/%2e%2e',
];

export function fuzzRequest(surroundings: FuzzSurroundings): FuzzRequest {
  const { random } = surroundings;
  const turn = random.below(24);
  if (turn < 12) return ofOperation(surroundings);
  if (turn < 14) return fuzzForm(surroundings);
  if (turn < 16) return ofBatch(surroundings);
  if (turn < 18) return ofElsewhere(surroundings);
  if (turn < 20) return rawBytes(surroundings);
  return fuzzVisit(surroundings);
}

function ofOperation(surroundings: FuzzSurroundings): FuzzRequest {
  const { operations, random, world, nonce } = surroundings;
  const operation = random.pick(operations);
  const valid = validRequest(operation, world, nonce);
  const path = random.once(8) ? oddPath(operation, random) : (valid.path.split('?')[0] ?? '');
  const query = [...(valid.path.split('?')[1]?.split('&') ?? []), ...oddQuery(operation, surroundings)];
  const target = `/v1${path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  const method = random.once(25) ? random.pick(methods) : valid.method;
  const body =
    valid.body === undefined && !random.once(12) ? undefined : oddBody(operation, valid.body, random);
  return requestOf(surroundings, method, target, body);
}

function requestOf(
  surroundings: FuzzSurroundings,
  method: string,
  target: string,
  body: unknown,
): FuzzRequest {
  const { random } = surroundings;
  const text = body === undefined ? '' : JSON.stringify(body);
  const broken =
    body !== undefined && random.once(20)
      ? random.pick([text.slice(0, -1), `${text}}`, `\ufeff${text}`, text.replaceAll('"', "'"), '\xff\xfe'])
      : text;
  const type = random.once(20)
    ? random.pick([
        'text/plain',
        'application/xml',
        'application/json; charset=utf-16',
        '',
        'multipart/form-data',
        ';',
      ])
    : 'application/json';
  const headers = fuzzHeaders(surroundings);
  if (body !== undefined) headers.push(['content-type', type]);
  return { method, target, headers, body: Buffer.from(broken), judgedAs: target.slice('/v1'.length) };
}

const oddPath = (operation: ApiOperation, random: Random): string =>
  operation.path.replace(/\{\w+\}/g, () => inTarget(random, anyText(random)).slice(0, 3000) || '%20');

function oddQuery(
  { query, filterKeys, includes }: ApiOperation,
  { random, world }: FuzzSurroundings,
): string[] {
  const pieces: string[] = [];
  for (const { name, schema } of query) {
    if (!random.once(3)) continue;
    const filters = () =>
      Array.from({ length: 1 + random.below(3) }, () => {
        const ids = Object.values(world.ids).flat();
        const value = random.once(3) ? random.pick(ids) : anyText(random).slice(0, 500);
        return `${random.once(6) ? anyText(random).slice(0, 50) : random.pick([...filterKeys, 'search'])}:${value}`;
      }).join(';');
    const text =
      name === 'filters'
        ? filters()
        : name === 'include'
          ? [random.pick([...includes, 'x']), anyText(random).slice(0, 50)].join(';')
          : String(
              schema.enum === undefined || random.once(3)
                ? anyText(random).slice(0, 1000)
                : random.pick(schema.enum),
            );
    pieces.push(`${name}=${inTarget(random, text)}`);
  }
  if (random.once(10)) pieces.push(inTarget(random, anyText(random).slice(0, 200)));
  return pieces;
}

/** A valid body with some fields replaced, removed or added. */
function oddBody(operation: ApiOperation, valid: unknown, random: Random): unknown {
  if (random.once(15)) return anyValue(random);
  const body: Record<string, unknown> = { ...(valid as object) };
  const fields = fieldsOf(operation.json).filter(({ path }) => path.length === 1);
  for (let turn = random.below(4); turn > 0; turn -= 1) {
    const name =
      fields.length === 0 || random.once(6) ? anyText(random).slice(0, 40) : random.pick(fields).path[0];
    if (random.once(5)) delete body[name ?? ''];
    else body[name ?? ''] = anyValue(random);
  }
  return body;
}

function ofBatch(surroundings: FuzzSurroundings): FuzzRequest {
  const { operations, random, world, nonce } = surroundings;
  const parts = Array.from({ length: random.pick([0, 1, 3, 8, 101]) }, (_, index) => {
    const operation = random.pick(operations);
    const { method, path, body } = validRequest(operation, world, `${nonce}-${index}`);
    const odd = random.once(4);
    return {
      method: random.once(30) ? anyText(random) : method,
      path: odd ? path + anyText(random).slice(0, 300) : path,
      ...(body !== undefined && { body: odd ? oddBody(operation, body, random) : body }),
    };
  });
  return requestOf(surroundings, 'POST', '/v1/batch', {
    operations: parts,
    atomic: random.once(3) ? anyValue(random) : random.once(2),
  });
}

function ofElsewhere(surroundings: FuzzSurroundings): FuzzRequest {
  const { random } = surroundings;
  const path = random.once(4)
    ? `/${inTarget(random, anyText(random)).slice(0, 2000)}`
    : random.pick(otherPaths);
  const headers: [string, string][] = [...fuzzHeaders(surroundings), ['x-earshot-console', '1']];
  return {
    method: random.pick(methods),
    target: path,
    headers,
    body: Buffer.from(random.once(3) ? anyText(random) : ''),
  };
}
