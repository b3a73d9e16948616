// Several operations in one request, each judged and answered on its own, or all or nothing.

import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import type { Wiring } from '../../app/wiring.ts';
import { badField, conflict, Failure } from '../../domain/failure.ts';
import type { Batches } from '../batching.ts';
import { errorBody, statusOf } from '../failures.ts';
import { toJson } from '../json.ts';
import { answerWrite } from '../writing.ts';
import { jsonBody, type Operation } from './operation.ts';
import { named, oneOf, success } from './shapes/common.ts';
import { outcomeExample } from './shapes/vote.ts';

export const maxOperations = 100;
/** Characters of all answers together: they are held in memory, and one that is deep or huge would not fit. */
const mostAnswered = 1024 * 1024;

/** What fits into the request line of an operation that is sent alone. */
const maxPathBytes = 16 * 1024;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const BatchIn = Type.Object(
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

interface Result {
  status: number;
  body: object;
}

/** Carries the results out of a transaction that must not commit. */
class BatchFailed extends Error {
  readonly results: Result[];

  constructor(results: Result[]) {
    super('An operation of an atomic batch failed.');
    this.results = results;
  }
}

export const batchOperations = (app: FastifyInstance, batches: Batches) =>
  ({
    run: {
      schema: {
        operationId: 'runBatch',
        summary: 'Run several operations',
        description:
          'Each is answered on its own; with `atomic` all are carried out or none. Counts as its number of ' +
          'operations against the write limit. Forms and batches within a batch are not possible.',
        tags: ['Batch'],
        body: jsonBody(BatchIn),
        response: {
          200: success('The answers.', Type.Ref('Batch'), {
            results: [{ status: 201, body: { data: outcomeExample } }],
            applied: true,
          }),
        },
      },
      errors: ['BAD_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
      async handler(request, reply) {
        const { operations, atomic = false } = request.body as Static<typeof BatchIn>;
        checkOperations(operations);
        const { writeLimit } = request;
        if (writeLimit > 0 && operations.length > writeLimit) {
          throw badField(
            'operations',
            `counts for more than the ${writeLimit} writes a minute that are allowed.`,
          );
        }
        await request.admitMore(operations.length - 1);
        const run = async (wiring: Wiring) => ({
          results: await runAll(app, batches, request, wiring, operations, atomic),
          applied: true,
        });
        return answerWrite(
          request,
          reply,
          async (caller) => {
            if (!atomic) return run(request.wiring);
            try {
              return await request.wiring.atomically(caller, run);
            } catch (error) {
              if (error instanceof BatchFailed) return { results: error.results, applied: false };
              throw error;
            }
          },
          (data) => ({ data }),
        );
      },
    },
  }) satisfies Record<string, Operation>;

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

/** One after the other, since a later one may build on an earlier one. */
async function runAll(
  app: FastifyInstance,
  batches: Batches,
  { caller, apiKey, headers: { 'idempotency-key': key } }: FastifyRequest,
  wiring: Wiring,
  operations: readonly BatchOperation[],
  atomic: boolean,
): Promise<Result[]> {
  const own = { ...caller, expects: undefined, receiptOf: undefined };
  return batches.admitted({ caller: own, apiKey, wiring }, async (headers) => {
    const results: Result[] = [];
    let room = mostAnswered;
    for (const [index, { method, path, body }] of operations.entries()) {
      const answer = await app.inject({
        method,
        url: `/v1${path}`,
        headers: {
          ...headers,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && !atomic && { 'idempotency-key': keyOfPart(String(key), index) }),
        },
        ...(body !== undefined && { payload: toJson(body) }),
      });
      room -= answer.payload.length;
      results.push(
        room < 0 ? tooLarge() : { status: answer.statusCode, body: JSON.parse(answer.payload) as object },
      );
      if (atomic && answer.statusCode >= 400)
        throw new BatchFailed(notCarriedOut(operations.length, results));
    }
    return results;
  });
}

/**
 * Each part that commits on its own keeps its own answer: a repeat of a batch that died half-way finds what was
 * done, and carries out the rest.
 */
const keyOfPart = (key: string, index: number): string =>
  `batch:${createHash('sha256').update(key).digest('base64url')}:${index}`;

function tooLarge(): Result {
  const failure = new Failure(
    'PAYLOAD_TOO_LARGE',
    'The answers of this batch are too large together; ask on its own.',
  );
  return { status: statusOf[failure.code], body: errorBody(failure) };
}

/** Nothing of a failed atomic batch happened: the others say why, the failed one says what. */
function notCarriedOut(count: number, results: readonly Result[]): Result[] {
  const failedAt = results.length - 1;
  const failure = conflict(`Not carried out: operation ${failedAt} of the batch failed.`);
  return Array.from({ length: count }, (_, index) =>
    index === failedAt && results[index] !== undefined
      ? results[index]
      : { status: statusOf[failure.code], body: errorBody(failure) },
  );
}
