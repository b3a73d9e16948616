// What a request takes from its caller's write allowance when it does the work of several (contract §4): a batch by
// its operations, a bulk body by its entries. Charged before any of the work begins.

import type { FastifyRequest } from 'fastify';
import { badField } from '../domain/failure.ts';

export const operationsPerWrite = 20;
export const entriesPerWrite = 100;

/** The list in a body that makes an operation a bulk one, and how many entries it may hold. */
export interface Bulk {
  field: string;
  most: number;
}

/** Writes that a bulk body counts as; undefined when it has no such list, or one that will be refused anyway. */
export function costOfBulk(bulk: Bulk | undefined, body: unknown): number | undefined {
  if (bulk === undefined || typeof body !== 'object' || body === null) return undefined;
  const entries = (body as Record<string, unknown>)[bulk.field];
  if (!Array.isArray(entries) || entries.length === 0 || entries.length > bulk.most) return undefined;
  return Math.ceil(entries.length / entriesPerWrite);
}

/** Bulk operations count by their entries, all others together by their number. */
export function costOfBatch(operations: readonly (number | undefined)[]): number {
  const bulk = operations.filter((cost) => cost !== undefined);
  const others = operations.length - bulk.length;
  return Math.ceil(others / operationsPerWrite) + bulk.reduce((sum, cost) => sum + cost, 0);
}

/** Takes the rest of the cost: one write was taken when the request came in. The parts of a batch are paid for. */
export async function charge(request: FastifyRequest, field: string, cost: number): Promise<void> {
  if (request.isPartOfBatch) return;
  const { writeLimit } = request;
  if (writeLimit > 0 && cost > writeLimit) {
    throw badField(field, `counts as ${cost} writes, more than the ${writeLimit} allowed per minute.`);
  }
  if (cost > 1) await request.admitMore(cost - 1);
}

/** Before the handler of a bulk operation. */
export const chargeBulk = (bulk: Bulk | undefined) => async (request: FastifyRequest) => {
  if (bulk !== undefined) await charge(request, bulk.field, costOfBulk(bulk, request.body) ?? 1);
};
