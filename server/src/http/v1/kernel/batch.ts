// Several operations in one request, each judged and answered on its own, or all or nothing.

import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import type { Wiring } from '../../../app/wiring.ts';
import { badField } from '../../../domain/failure.ts';
import { named, oneOf } from '../../../shapes/common.ts';
import { outcomeExample } from '../../../shapes/vote.ts';
import { success } from '../../answers.ts';
import { BatchFailed, runParts } from '../../batch-parts.ts';
import type { Batches } from '../../batching.ts';
import { charge, costOfBatch, operationsPerWrite } from '../../request-cost.ts';
import { answerWrite } from '../../writing.ts';
import { type Operation, operation } from './operation.ts';

export const maxOperations = 100;

/** What fits into the request line of an operation that is sent alone. */
const maxPathBytes = 16 * 1024;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const BatchIn = named(
  'BatchIn',
  {
    operations: Type.Array(
      Type.Object({
        method: oneOf(methods),
        path: Type.String({
          description: 'Below the base address, with its query string; at most 16 KB, percent-encoded.',
        }),
        body: Type.Optional(Type.Unknown({ description: 'The JSON body.' })),
      }),
      { description: `1 to ${maxOperations} operations, carried out in order.` },
    ),
    atomic: Type.Optional(Type.Boolean({ default: false, description: 'All or nothing.' })),
  },
  {
    examples: [
      {
        operations: [
          {
            method: 'POST',
            path: '/posts/post_01jz3k8n5yegs9t2w6qv4m7r8c/votes',
            body: { userEmail: 'ada@example.com' },
          },
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
      { description: 'One for each operation, in order.' },
    ),
    applied: Type.Boolean({ description: 'False when an atomic batch failed, so that nothing was changed.' }),
  },
  { description: 'The answers to a batch.' },
);

/** Writes that an operation counts as on its own; undefined when it counts among others by their number. */
export type CostOf = (method: string, path: string, body: unknown) => number | undefined;

export const batchOperations = (app: FastifyInstance, batches: Batches, costOf: CostOf) =>
  ({ run: runBatch(app, batches, costOf) }) satisfies Record<string, Operation>;

const runBatch = (app: FastifyInstance, batches: Batches, costOf: CostOf) =>
  operation({
    operationId: 'runBatch',
    summary: 'Run several operations',
    description:
      'Each is answered on its own; with `atomic` all are carried out or none. Counts as one write for every ' +
      `${operationsPerWrite} operations begun; a bulk body inside counts by its entries, as it does alone. The ` +
      'answers together are at most 1 MB: the operation that exceeds it is 413, or, if it was a write, is ' +
      'answered with its status and id only (`truncated`); operations after it are not run and are 413. ' +
      'Forms and batches within a batch are not possible.',
    tags: ['Batch'],
    body: BatchIn,
    responses: {
      200: success('The answers.', Type.Ref('Batch'), {
        results: [{ status: 201, body: { data: outcomeExample } }],
        applied: true,
      }),
    },
    errors: [],
    async handler(request, reply) {
      const { operations, atomic = false } = request.body;
      checkOperations(operations);
      const costs = operations.map(({ method, path, body }) =>
        costOf(method, encodedPath(path) ?? path, body),
      );
      await charge(request, 'operations', costOfBatch(costs));
      const { caller, apiKey, headers: given } = request;
      const own = { ...caller, expects: undefined, idempotencyRecordOf: undefined };
      const key = given['idempotency-key'];
      const run = (wiring: Wiring) =>
        batches.admitted({ caller: own, apiKey, wiring }, async (headers) => {
          const options = { headers, atomic, key: key === undefined ? undefined : String(key) };
          return { ...(await runParts(app, operations, options)), applied: true };
        });
      return answerWrite(
        request,
        reply,
        async (by) => {
          if (!atomic) return run(request.wiring);
          try {
            return await request.wiring.atomically(by, run);
          } catch (error) {
            if (error instanceof BatchFailed) return { ...error.outcome, applied: false };
            throw error;
          }
        },
        ({ results, applied, isFinal }) => ({ data: { results, applied }, isFinal }),
      );
    },
  });

type BatchOperation = Static<typeof BatchIn>['operations'][number];

function checkOperations(operations: readonly BatchOperation[]): void {
  if (operations.length < 1 || operations.length > maxOperations) {
    throw badField('operations', `must hold 1 to ${maxOperations} operations.`);
  }
  for (const [index, { path }] of operations.entries()) {
    const field = `operations.${index}.path`;
    if (!path.startsWith('/')) throw badField(field, 'must begin with "/".');
    // The plain length first, so that the cost of parsing is bounded too.
    if (path.length > maxPathBytes || (encodedPath(path)?.length ?? 0) > maxPathBytes)
      throw badField(field, `must be at most ${maxPathBytes} bytes long, percent-encoded.`);
    const target = targetOf(path);
    if (target === undefined) throw badField(field, 'must be a path below the base address.');
    if (/^\/v1\/batch\/?$/.test(target)) {
      throw badField(field, 'must not be a batch itself.');
    }
  }
}

/** As it is sent; undefined when it is no path at all. */
function encodedPath(path: string): string | undefined {
  const text = `http://batch/v1${path}`;
  if (!URL.canParse(text)) return undefined;
  const { pathname, search } = new URL(text);
  return pathname.slice('/v1'.length) + search;
}

/** Where a path leads, dots and all, decoded; undefined when that is nowhere below the base address. */
function targetOf(path: string): string | undefined {
  const text = `http://batch/v1${path}`;
  if (!URL.canParse(text)) return undefined;
  const { pathname } = new URL(text);
  if (!pathname.startsWith('/v1/')) return undefined;
  try {
    // The result must be used: a bundler takes this call to have no effect, and would leave it out.
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
