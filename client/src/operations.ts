// The kinds of operations that resources are made of. What is no body goes into the options of a call, where the
// names of the query string and those of the call itself do not clash.

import type { Filters as AnyFilters } from './address.ts';
import { type Call, callOf } from './answer.ts';
import { type Filters, type Items, plurals } from './generated/lists.ts';
import type { CallOptions, ConditionalOptions, EditOptions, WriteOptions } from './options.ts';
import { List, type Page } from './paging.ts';
import type { AnyOptions, Send } from './transport.ts';
import type { DataOf, FieldsOf, IncludeOf, OperationId, OperationOn, QueryOf, With } from './types.ts';
import type { FileInput } from './uploads.ts';

type OnOne = OperationOn<{ id: string }>;
type OnAll = OperationOn<undefined>;
type OnExternalId = OperationOn<{ externalId: string }>;

/** A post by its id, or by your own id for it. */
export type PostName = string | { externalId: string };

/** An operation that has a twin for external ids takes both kinds of names. */
type NameFor<Twin> = [Twin] extends [undefined] ? string : PostName;

/** Where a call goes: to the operation, or to its twin for external ids. */
function target<Op extends OperationId>(
  operation: Op,
  twin: OnExternalId | undefined,
  name: PostName,
): { operation: Op; path: Readonly<Record<string, string>> } {
  // Anything else is refused with the path.
  if (typeof name !== 'object' || name === null || twin === undefined)
    return { operation, path: { id: name as string } };
  // Twins answer alike.
  return { operation: twin as OperationId as Op, path: { externalId: name.externalId } };
}
type ListId = keyof Items;

type FilteredBy<Op> = Op extends keyof Filters ? { filters?: Filters[Op] | undefined } : unknown;
type IncludingAny<I extends readonly string[]> = { include?: I | undefined };

/** Reads one thing. With `ifNoneMatch` it gives undefined while nothing has changed. */
export interface Reading<Op extends OnOne, Name = string> {
  <const I extends readonly IncludeOf<Op>[] = []>(
    name: Name,
    options?: CallOptions & FilteredBy<Op> & IncludingAny<I>,
  ): Call<With<DataOf<Op>, I>>;
  <const I extends readonly IncludeOf<Op>[] = []>(
    name: Name,
    options: ConditionalOptions & FilteredBy<Op> & IncludingAny<I>,
  ): Call<With<DataOf<Op>, I> | undefined>;
}

export const reading = <Op extends OnOne, Twin extends OnExternalId | undefined = undefined>(
  send: Send,
  ofId: Op,
  twin?: Twin,
): Reading<Op, NameFor<Twin>> => {
  type Asked = AnyOptions & { include?: readonly string[]; filters?: AnyFilters };
  const read = (name: PostName, { include, filters, ...options }: Asked = {}) => {
    const { operation, path } = target(ofId, twin, name);
    return callOf(send(operation, { path, query: { include, filters } }, options));
  };
  return read as Reading<Op, NameFor<Twin>>;
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
  <Op extends OnOne, Twin extends OnExternalId | undefined = undefined>(send: Send, ofId: Op, twin?: Twin) =>
  (name: NameFor<Twin>, fields: FieldsOf<Op>, options?: EditOptions): Call<DataOf<Op>> => {
    const { operation, path } = target(ofId, twin, name);
    return callOf(send(operation, { path, ...bodyOf(fields) }, options));
  };

/** A write that says everything with the id. */
export const acting =
  <Op extends OnOne, Twin extends OnExternalId | undefined = undefined>(send: Send, ofId: Op, twin?: Twin) =>
  (name: NameFor<Twin>, options?: EditOptions): Call<DataOf<Op>> => {
    const { operation, path } = target(ofId, twin, name);
    return callOf(send(operation, { path }, options));
  };

/** Where to begin, and how much a request: by position, or by page number for `.page()`. */
export interface Paging {
  /** Things a page, up to 100. */
  limit?: number | undefined;
  /** The `next` of a page: goes on after it. */
  after?: string | undefined;
  /** A page number, from 1. */
  cursor?: number | undefined;
}

type SortedBy<Op extends OperationId> =
  QueryOf<Op> extends { sortBy?: infer Sort } ? { sortBy?: Sort | undefined } : unknown;

/** How a list is asked: its filters, its order, what to include and where to begin. */
export type ListQuery<Op extends ListId, I extends readonly string[] = []> = FilteredBy<Op> &
  SortedBy<Op> &
  ([IncludeOf<Op>] extends [never] ? unknown : IncludingAny<I>) &
  Paging &
  CallOptions;

/** A list of the workspace. */
export const listing =
  <Op extends ListId & OnAll>(send: Send, operation: Op) =>
  <const I extends readonly IncludeOf<Op>[] = []>(query?: ListQuery<Op, I>): List<With<Items[Op], I>> =>
    listOf(send, operation, query);

/** A list of what belongs to one thing. */
export const listingOf =
  <Op extends ListId & OnOne, Twin extends (ListId & OnExternalId) | undefined = undefined>(
    send: Send,
    ofId: Op,
    twin?: Twin,
  ) =>
  <const I extends readonly IncludeOf<Op>[] = []>(
    name: NameFor<Twin>,
    query?: ListQuery<Op, I>,
  ): List<With<Items[Op], I>> => {
    const { operation, path } = target(ofId, twin, name);
    return listOf(send, operation, query, path);
  };

function listOf<T>(
  send: Send,
  operation: ListId,
  { signal, timeoutMs, maxRetries, requestId, ...query }: Paging & CallOptions = {},
  path?: Readonly<Record<string, string>>,
): List<T> {
  const plural: string = plurals[operation];
  const shared = { signal, timeoutMs, maxRetries, requestId };
  return new List<T>(async (position, options) => {
    const request = { path, query: { ...query, ...position } };
    const answer = await send(operation, request, { ...shared, ...options });
    // The plural names the items, and 304 has no data: the union of all operations is of no help here.
    const data: unknown = answer.data;
    if (!isPage<T>(data)) return { ...answer, data: undefined };
    const { [plural]: items = [], next, hasMore, cursor, total, totalIsMore } = data;
    const counted = { ...(total !== undefined && { total }), ...(totalIsMore && { totalIsMore }) };
    return { ...answer, data: { items, next, hasMore, cursor, ...counted } };
  }, query.limit);
}

type PageOnTheWire<T> = { [plural: string]: T[] } & Omit<Page<T>, 'items'>;

const isPage = <T>(data: unknown): data is PageOnTheWire<T> => data !== undefined;
