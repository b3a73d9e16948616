// The cost, in writes, of requests that do several things (contract §4): a batch by its operations, a bulk body by
// its entries. Charged before the work starts. If nothing changed, they count as reads.

import type { FastifyRequest } from 'fastify';
import { badField } from '../../domain/kernel/failure.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it was charged by its size, and has changed nothing so far. */
    mayCountAsReads?: boolean;
  }
}

export const operationsPerWrite = 20;
export const entriesPerWrite = 100;

/** A bulk operation's list field and its maximum length. */
export interface Bulk {
  field: string;
  max: number;
  /** The size of the whole body, if it may be larger than that of other requests. */
  maxBodyBytes?: number;
}

/** The cost of a bulk body; undefined if the list is missing or invalid. */
export function costOfBulk(bulk: Bulk | undefined, body: unknown): number | undefined {
  if (bulk === undefined || typeof body !== 'object' || body === null) return undefined;
  const entries = (body as Record<string, unknown>)[bulk.field];
  if (!Array.isArray(entries) || entries.length === 0 || entries.length > bulk.max) return undefined;
  return Math.ceil(entries.length / entriesPerWrite);
}

/** Bulk operations cost by entries, all others together by number. */
export function costOfBatch(operations: readonly (number | undefined)[]): number {
  const bulk = operations.filter((cost) => cost !== undefined);
  const others = operations.length - bulk.length;
  return Math.ceil(others / operationsPerWrite) + bulk.reduce((sum, cost) => sum + cost, 0);
}

/** Charges the rest of the cost: one write was taken on arrival. Parts of a batch are already paid for. */
export async function charge(request: FastifyRequest, field: string, cost: number): Promise<void> {
  const { quota } = request;
  if (quota === undefined) return;
  if (quota.limit > 0 && cost > quota.limit) {
    throw badField(field, `counts as ${cost} writes, more than the ${quota.limit} allowed per minute.`);
  }
  if (cost > 1) await quota.take(cost - 1);
  request.mayCountAsReads = true;
  const onRecorded = () => {
    request.mayCountAsReads = false;
  };
  request.caller = Object.assign({}, request.caller, { onRecorded });
}

/** To be called before the answer is sent. What a test key would have changed counts, too. */
export async function refundUnchanged({ mayCountAsReads, quota }: FastifyRequest): Promise<void> {
  if (mayCountAsReads === true) await quota?.countAsReads();
}

/** A pre-handler for bulk operations. A body that will be refused counts as one write. */
export const chargeBulk = (bulk: Bulk | undefined) => async (request: FastifyRequest) => {
  if (bulk !== undefined && request.validationError === undefined)
    await charge(request, bulk.field, costOfBulk(bulk, request.body) ?? 1);
};
