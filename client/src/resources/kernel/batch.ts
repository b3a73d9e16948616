// Several operations in one request.

import { type Call, callOf } from '../../answer.ts';
import type { routes } from '../../generated/routes.ts';
import type { WriteOptions } from '../../options.ts';
import type { Send } from '../../transport.ts';
import type { BatchOutcome, BodyOf, IsBodyOptional, JsonOperationId, OperationId } from '../../types.ts';

type MethodOf<Op extends OperationId> = (typeof routes)[Op] extends `${infer Method} ${string}`
  ? Method
  : never;
type RouteOf<Op extends OperationId> = (typeof routes)[Op] extends `${string} ${infer Route}` ? Route : never;

/** `/posts/{id}/votes` as every path that fits it. */
type Filled<Route extends string> = Route extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : Route;

/** A reference may stand for any text or number. */
type OrReference<T> = T extends string | number
  ? T | Reference
  : T extends object
    ? { [Key in keyof T]: OrReference<T[Key]> }
    : T;

type OperationOf<Op extends OperationId> = {
  method: MethodOf<Op>;
  path: `${'' | '/v1'}${Filled<RouteOf<Op>>}${'' | `?${string}`}`;
} & ([BodyOf<Op>] extends [never]
  ? { body?: undefined }
  : IsBodyOptional<Op> extends true
    ? { body?: OrReference<BodyOf<Op>> | undefined }
    : { body: OrReference<BodyOf<Op>> });

/** An operation of the API, with the body that its method and path take. */
export type BatchOperation = {
  [Op in Exclude<JsonOperationId, 'runBatch'>]: OperationOf<Op>;
}[Exclude<JsonOperationId, 'runBatch'>];
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
