// Several operations in one request.

import { type Call, callOf } from '../../answer.ts';
import type { WriteOptions } from '../../options.ts';
import type { Send } from '../../transport.ts';
import type { BatchOutcome, BodyOf } from '../../types.ts';

export type BatchOperation = BodyOf<'runBatch'>['operations'][number];
export type BatchOptions = WriteOptions & { atomic?: boolean | undefined };

export function runBatch(
  send: Send,
  operations: readonly BatchOperation[],
  { atomic, ...options }: BatchOptions = {},
): Call<BatchOutcome> {
  const body = { operations: [...operations], ...(atomic !== undefined && { atomic }) };
  return callOf(send('runBatch', { body }, options));
}
