// Several operations in one request.

import { type Call, callOf } from '../../answer.ts';
import type { WriteOptions } from '../../options.ts';
import type { Send } from '../../transport.ts';
import type { BatchOutcome, BodyOf } from '../../types.ts';

export type BatchOperation = BodyOf<'runBatch'>['operations'][number];
export type BatchOptions = WriteOptions & { atomic?: boolean | undefined };

/** A field of what an earlier operation of the batch returns. */
export class Reference {
  readonly $ref: string;

  constructor(operation: number, field: string) {
    this.$ref = `${operation}.${field}`;
  }

  /** In a path. As a value in a body it is sent as `{ $ref }`. */
  toString(): string {
    return `{${this.$ref}}`;
  }
}

/** Stands for a field, such as `id` or `author.id`, of an operation's result; operations count from 0. */
export const ref = (operation: number, field: string): Reference => new Reference(operation, field);

export function runBatch(
  send: Send,
  operations: readonly BatchOperation[],
  { atomic, ...options }: BatchOptions = {},
): Call<BatchOutcome> {
  const body = { operations: [...operations], ...(atomic !== undefined && { atomic }) };
  return callOf(send('runBatch', { body }, options));
}
