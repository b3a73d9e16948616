// Several operations in one request: each succeeds or fails on its own, or all do together (`atomic`).

import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import type { Wiring } from '../../../app/wiring.ts';
import { badField } from '../../../domain/kernel/failure.ts';
import type { Faults } from '../../../domain/kernel/faults.ts';
import { postWrittenExample } from '../../../shapes/feedback/post.ts';
import { outcomeExample } from '../../../shapes/feedback/vote.ts';
import { named, oneOf } from '../../../shapes/kernel/common.ts';
import type { Batches } from '../../access/batching.ts';
import { charge, costOfBatch, costOfBulk, operationsPerWrite } from '../../access/request-cost.ts';
import { BatchFailed, runParts } from '../../input/batch-parts.ts';
import type { Part, ResolvedPart, Result } from '../../input/batch-references.ts';
import { addIgnored } from '../../input/ignored.ts';
import { unknownFieldsOf } from '../../input/unknown-fields.ts';
import { success } from '../../openapi/responses.ts';
import { answerWrite } from '../../output/writing.ts';
import { collecting, type Operation, operation, without } from './operation.ts';

export const maxOperations = 100;

/** The same limit that a request line has outside a batch. */
const maxPathBytes = 16 * 1024;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const BatchIn = named(
  'BatchIn',
  {
    operations: Type.Array(
      Type.Object({
        method: oneOf(methods),
        path: Type.String({
          description:
            'Relative to the base URL, with its query string; at most 16 KB, percent-encoded. It may begin with `/v1`. ' +
            "`{0.id}` stands for a field of an earlier operation's `data`.",
        }),
        body: Type.Optional(
          Type.Unknown({ description: 'The JSON body. In it, `{"$ref": "0.id"}` stands for such a field.' }),
        ),
      }),
      { description: `1 to ${maxOperations} operations, run in order.` },
    ),
    atomic: Type.Optional(
      Type.Boolean({ default: false, description: 'All operations succeed or none is applied.' }),
    ),
  },
  {
    examples: [
      {
        operations: [
          { method: 'POST', path: '/posts', body: { title: 'Dark mode' } },
          { method: 'POST', path: '/posts/{0.id}/votes', body: { userEmail: 'ada@example.com' } },
        ],
      },
    ],
  },
);

export const BatchShape = named(
  'Batch',
  {
    results: Type.Array(
      Type.Object({
        status: Type.Integer(),
        body: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
      }),
      { description: 'One per operation, in order.' },
    ),
    applied: Type.Boolean({ description: 'False if an atomic batch failed and nothing was changed.' }),
  },
  { description: 'The responses to the operations of a batch.' },
);

/** The operation of the API at this path; undefined if there is none. */
export type FindOperation = (method: string, path: string) => Operation | undefined;

export const batchOperations = (app: FastifyInstance, batches: Batches, find: FindOperation) =>
  ({ run: runBatch(app, batches, find) }) satisfies Record<string, Operation>;

const runBatch = (app: FastifyInstance, batches: Batches, find: FindOperation) => {
  const findAt = (method: string, path: string) => find(method, encodedPath(path) ?? path);
  /** References fill parameters: the operation was chosen, checked and charged before they were replaced. */
  const check = (given: Part, resolved: ResolvedPart): void => {
    if (resolved.path === given.path) return;
    checkPath(resolved.path, 'path');
    if (findAt(given.method, given.path) !== findAt(resolved.method, resolved.path))
      throw badField('path', 'has a reference whose value would lead to another endpoint.');
  };
  /** What an operation ignores in its query string and its body. */
  const ignoredBy = ({ method, path, body }: Part): { field: string }[] => {
    const operation = findAt(method, path);
    if (operation === undefined) return [];
    const unknown = method === 'GET' ? [] : unknownFieldsOf(operation.body ?? {}, body);
    const ofBody = unknown.map(({ field }) => ({ field: `body.${field}` }));
    return [...operation.queryWords.read(queryOf(path)).ignored, ...ofBody];
  };
  /** The results without what is shown only once; undefined if there is nothing of that kind. */
  const keptResults = (operations: readonly Part[], results: readonly Result[]): Result[] | undefined => {
    const hidden = operations.map(({ method, path }) => findAt(method, path)?.shownOnce ?? []);
    if (hidden.every((names) => names.length === 0)) return undefined;
    return results.map(({ status, body }, index) => {
      const names = hidden[index] ?? [];
      if (names.length === 0 || !('data' in body)) return { status, body };
      return { status, body: { ...body, data: without(names, body.data) } };
    });
  };
  const titlesComparedBy = (operations: readonly Part[]): string[] =>
    operations
      .map(({ method, path, body }) => findAt(method, path)?.comparedTitle?.({ query: queryOf(path), body }))
      .filter((title) => typeof title === 'string');
  return operation({
    operationId: 'runBatch',
    summary: 'Run several operations',
    description:
      'Each operation has its own result; with `atomic`, either all are applied or none. An operation can use what an ' +
      'earlier one returned: `{0.id}` in its path, percent-encoded when it is filled in, or `{"$ref": "0.id"}` in ' +
      'its body. A reference that stands for no string or number is 400. Every ' +
      `${operationsPerWrite} operations, rounded up, count as one write; a bulk operation counts by its entries, as ` +
      'it does outside a batch. If nothing changed, they count as reads. The results may total at most 1 MB. The ' +
      'operation that exceeds this gets 413 or, if it was a write, a result with only its status and ID ' +
      '(`truncated`). Operations after it are not run and get 413. `Prefer` applies to every operation; `If-Match` to ' +
      'none. Multipart forms and nested batches are not supported.',
    tags: ['Batch'],
    body: BatchIn,
    responses: {
      200: success('The results.', Type.Ref('Batch'), {
        results: [
          { status: 201, body: { data: postWrittenExample } },
          { status: 201, body: { data: outcomeExample } },
        ],
        applied: true,
      }),
    },
    errors: [],
    collects: true,
    async handler(request, reply) {
      await collecting(request, { body: BatchIn }, async (faults) =>
        checkOperations(request.body.operations, faults),
      );
      const { atomic = false } = request.body;
      const operations = request.body.operations.map((each) => ({ ...each, path: belowBase(each.path) }));
      const costs = operations.map(({ method, path, body }) => costOfBulk(findAt(method, path)?.bulk, body));
      await charge(request, 'operations', costOfBatch(costs));
      await addIgnored(request, reply, operations, ignoredBy);
      const { caller, apiKey, headers: given } = request;
      const own = { ...caller, expects: undefined, idempotencyRecordOf: undefined };
      const key = given['idempotency-key'];
      const run = (wiring: Wiring) =>
        batches.admitted({ caller: own, apiKey, wiring }, async (admitted) => {
          const headers = {
            ...admitted,
            ...(given.prefer !== undefined && { prefer: String(given.prefer) }),
          };
          const options = { headers, atomic, check, key: key === undefined ? undefined : String(key) };
          return { ...(await runParts(app, operations, options)), applied: true };
        });
      return answerWrite(
        request,
        reply,
        async (by) => {
          if (!atomic) return request.wiring.inSequence(run);
          try {
            return await request.wiring.atomically(by, titlesComparedBy(operations), run);
          } catch (error) {
            if (error instanceof BatchFailed) return { ...error.outcome, applied: false };
            throw error;
          }
        },
        ({ results, applied, isFinal }) => {
          const kept = keptResults(operations, results);
          return { data: { results, applied }, kept: kept && { results: kept, applied }, isFinal };
        },
      );
    },
  });
};

type BatchOperation = Static<typeof BatchIn>['operations'][number];

function checkOperations(operations: readonly BatchOperation[], faults: Faults): void {
  if (operations.length < 1 || operations.length > maxOperations) {
    throw badField('operations', `must hold 1 to ${maxOperations} operations.`);
  }
  for (const [index, { path }] of operations.entries())
    faults.check(() => checkPath(belowBase(path), `operations.${index}.path`), undefined);
}

/** Clients may send the path of the same request outside a batch. */
const belowBase = (path: string): string => path.replace(/^\/v1(?=\/)/, '');

function checkPath(path: string, field: string): void {
  if (!path.startsWith('/')) throw badField(field, 'must begin with "/".');
  // Check the raw length first, to bound the cost of parsing.
  if (path.length > maxPathBytes || (encodedPath(path)?.length ?? 0) > maxPathBytes)
    throw badField(field, `must be at most ${maxPathBytes} bytes long, percent-encoded.`);
  const target = targetOf(path);
  if (target === undefined) throw badField(field, 'must be a path below the base address.');
  if (/^\/v1\/batch\/?$/.test(target)) throw badField(field, 'must not be a batch itself.');
}

const queryOf = (path: string) => parse(path.split('?').slice(1).join('?').split('#', 1)[0] ?? '');

/** The percent-encoded path; undefined if it is invalid. */
function encodedPath(path: string): string | undefined {
  const text = `http://batch/v1${path}`;
  if (!URL.canParse(text)) return undefined;
  const { pathname, search } = new URL(text);
  return pathname.slice('/v1'.length) + search;
}

/** The path with dot segments resolved, decoded; undefined if it is outside the base URL. */
function targetOf(path: string): string | undefined {
  const text = `http://batch/v1${path}`;
  if (!URL.canParse(text)) return undefined;
  const { pathname } = new URL(text);
  if (!pathname.startsWith('/v1/')) return undefined;
  try {
    // Use the result: a bundler assumes that this call has no side effects and would remove it.
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
