// The kinds of operations that resources are made of. What is no body goes into the options of a call, where the
// names of the query string and those of the call itself do not clash.

import type { Filters } from './address.ts';
import { type Call, callOf } from './answer.ts';
import type { CallOptions, ConditionalOptions, EditOptions, WriteOptions } from './options.ts';
import { List, type Page } from './paging.ts';
import type { AnyOptions, Send } from './transport.ts';
import type { DataOf, FieldsOf, OperationId, OperationOn, With } from './types.ts';
import type { FileInput } from './uploads.ts';

type OnOne = OperationOn<{ id: string }>;
type OnAll = OperationOn<undefined>;
type Includable<T> = Record<string, keyof T>;
type NoIncludes = Record<never, never>;

/** Reads one thing. With `ifNoneMatch` it gives undefined while nothing has changed. */
export interface Reading<T, Fields extends Includable<T> = NoIncludes, Query = unknown> {
  <const I extends readonly (keyof Fields)[] = []>(
    id: string,
    options?: CallOptions & Query & { include?: I | undefined },
  ): Call<With<T, Fields, I>>;
  <const I extends readonly (keyof Fields)[] = []>(
    id: string,
    options: ConditionalOptions & Query & { include?: I | undefined },
  ): Call<With<T, Fields, I> | undefined>;
}

export const reading = <
  Op extends OnOne,
  Fields extends Includable<DataOf<Op>> = NoIncludes,
  Query = unknown,
>(
  send: Send,
  operation: Op,
): Reading<DataOf<Op>, Fields, Query> => {
  type Asked = AnyOptions & { include?: readonly string[]; filters?: Filters };
  const read = (id: string, { include, filters, ...options }: Asked = {}) =>
    callOf(send(operation, { path: { id }, query: { include, filters } }, options));
  return read as Reading<DataOf<Op>, Fields, Query>;
};

/** The files go beside the body, not into it. */
function bodyOf<Op extends OperationId>(fields: FieldsOf<Op>) {
  const { attachments: files, ...body } = fields as { attachments?: readonly FileInput[] };
  return { files, body };
}

export const creating =
  <Op extends OnAll>(send: Send, operation: Op) =>
  (fields: FieldsOf<Op>, options?: WriteOptions): Call<DataOf<Op>> =>
    callOf(send(operation, bodyOf(fields), options));

/** A change of one thing, or of what belongs to it. */
export const editing =
  <Op extends OnOne>(send: Send, operation: Op) =>
  (id: string, fields: FieldsOf<Op>, options?: EditOptions): Call<DataOf<Op>> =>
    callOf(send(operation, { path: { id }, ...bodyOf(fields) }, options));

/** A write that says everything with the id. */
export const acting =
  <Op extends OnOne>(send: Send, operation: Op) =>
  (id: string, options?: EditOptions): Call<DataOf<Op>> =>
    callOf(send(operation, { path: { id } }, options));

/** Where to begin, and how much a request: by place, or by page number for `.page()`. */
export interface Paging {
  /** Things a page, up to 100. */
  limit?: number | undefined;
  /** The `next` of a page: goes on after it. */
  after?: string | undefined;
  /** A page number, from 1. */
  cursor?: number | undefined;
}

export type ListOptions<Query = unknown> = Query & Paging & CallOptions;

/** Lists things under the plural that the operation answers with. */
export function listing<T>(
  send: Send,
  operation: OperationId,
  plural: string,
  { signal, timeoutMs, maxRetries, requestId, ...query }: ListOptions<object>,
  id?: string,
): List<T> {
  const shared = { signal, timeoutMs, maxRetries, requestId };
  const path = id === undefined ? undefined : { id };
  return new List<T>(async (place, options) => {
    const request = { path, query: { ...query, ...place } };
    const answer = await send(operation, request, { ...shared, ...options });
    // The plural names the items, and 304 has no data: the union of all operations is of no help here.
    const data = answer.data as ({ [plural: string]: T[] } & Omit<Page<T>, 'items'>) | undefined;
    if (data === undefined) return { ...answer, data };
    const { [plural]: items = [], next, hasMore, cursor } = data;
    return { ...answer, data: { items, next, hasMore, cursor } };
  }, query.limit);
}

export interface Since {
  /** A time: what was changed then or later. */
  updatedSince?: string | Date | undefined;
}
