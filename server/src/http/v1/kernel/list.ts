// Declares a list endpoint: filters, sorts, includes and shape. The parser, the documentation, the page schema and the
// client's types are all derived from the declaration.

import Type, { type Static, type TSchema } from 'typebox';
import { type Page, type PageRequest, pageOf as pageOfRows } from '../../../domain/kernel/page.ts';
import { oneOf, pageExample, pageName, pageOf, pageParameters } from '../../../shapes/kernel/common.ts';
import type { JsonText } from '../../../shapes/kernel/json-text.ts';
import { type Filters, type FilterValues, filterTable } from '../../input/filters.ts';
import { type IncludeTable, includeTable } from '../../input/includes.ts';
import { type KeyShape, type Query, readFilters, readPage, readSort } from '../../input/vocabulary.ts';
import { success } from '../../openapi/responses.ts';
import { pageOf as pageOfItems } from '../../output/envelope.ts';
import { type ApiRequest, type Operation, operation } from './operation.ts';

/** The parsed query of a list request. */
export interface Asked<F extends Filters, Sort extends string, Include extends string> {
  filters: FilterValues<F>;
  sort: Sort;
  includes: Include[];
  page: PageRequest;
}

/** Filters and an order, as in a query string. */
export interface KeptFilters {
  filters: string;
  sortBy: string | null;
}

export interface ListDeclaration<
  Params extends TSchema,
  F extends Filters,
  Sort extends string,
  Include extends string,
  T,
> {
  operationId: string;
  summary: string;
  description: string;
  tags: readonly string[];
  params?: Params;
  /** The key of the list in a response. */
  plural: string;
  /** The named shape of its items. */
  shape: string;
  example: object;
  filters: F;
  filterExamples: readonly string[];
  /** The filter that names kept filters, and where they are. Its list must have `filters` with this key. */
  kept?: { key: string; find(request: ApiRequest, id: string): Promise<KeptFilters | undefined> };
  /** Each sort order with the types of its key. The first is the default; a single one is not documented. */
  sorts: Record<Sort, KeyShape>;
  sortNote?: string;
  includes?: IncludeTable<Include>;
  /** The response depends on more than the workspace's revision, so it has no ETag. */
  untagged?: boolean;
  read(request: ApiRequest<Static<Params>>, asked: Asked<F, Sort, Include>): Promise<Page<T>>;
  present(item: T): object | JsonText;
}

export function list<
  F extends Filters,
  Sort extends string,
  T,
  Include extends string = never,
  Params extends TSchema = TSchema,
>(declared: ListDeclaration<Params, F, Sort, Include, T>): Operation {
  const { operationId, summary, description, tags, params, plural, example, untagged } = declared;
  const filters = filterTable(declared.filters, declared.filterExamples);
  const order = orderOf(declared.sorts);
  const includes = withTotal(declared.includes);
  const page = pageOf(plural, declared.shape);
  return operation<Params>({
    operationId,
    summary,
    description,
    tags,
    ...(params && { params }),
    query: {
      ...(Object.keys(declared.filters).length > 0 && { filters: filters.parameter }),
      ...order.parameter(declared.sortNote),
      ...pageParameters,
      include: includes.parameter,
    },
    responses: {
      200: success(
        `A page of ${nounsOf(plural)}.`,
        Type.Ref(pageName(declared.shape)),
        pageExample(plural, example),
        untagged === true ? 'untagged' : 'read',
      ),
    },
    shapes: [page],
    ...(untagged !== undefined && { untagged }),
    errors: params === undefined ? ['BAD_REQUEST'] : ['BAD_REQUEST', 'NOT_FOUND'],
    async handler(request) {
      const query = await withKept(request, declared.kept);
      const sort = order.read(query ?? request.query);
      const included = includes.read(request.query);
      const page = readPage(request.query, sort, declared.sorts[sort], included.includes(total));
      const found =
        query === undefined
          ? emptyPage(page)
          : await declared.read(request, {
              filters: await filters.read(request, query),
              sort,
              includes: included.filter((word): word is Include => word !== total),
              page,
            });
      return pageOfItems(request, plural, found, sort, declared.present);
    },
  });
}

/**
 * The query with the kept filters that it names before its own, and their order unless it has one. Undefined if it
 * names some that don't exist: they match nothing.
 */
async function withKept(
  request: ApiRequest,
  kept: ListDeclaration<TSchema, Filters, string, string, unknown>['kept'],
): Promise<Query | undefined> {
  const { query } = request;
  if (kept === undefined || query.filters === undefined) return query;
  const [id] = readFilters(query, (key) => (key === kept.key ? 1 : undefined)).get(kept.key) ?? [];
  if (id === undefined) return query;
  const found = await kept.find(request, id);
  if (found === undefined) return undefined;
  return {
    ...query,
    filters: [found.filters, ...[query.filters].flat()],
    ...(found.sortBy !== null && { sortBy: query.sortBy ?? found.sortBy }),
  };
}

const emptyPage = (page: PageRequest): Page<never> => ({
  ...pageOfRows<never>([], page, () => []),
  ...(page.withTotal === true && { total: { count: 0, isMore: false } }),
});

const total = 'total';

/** Every list can be counted. */
const withTotal = <Include extends string>(own: IncludeTable<Include> | undefined) =>
  includeTable<Include | typeof total>([...(own?.words ?? []), total], own?.example ?? total, {
    ...own?.notes,
    [total]: 'the number of items on all pages',
  });

/** Parses the sort order. Documents the parameter only if there is a choice. */
function orderOf<Sort extends string>(sorts: Record<Sort, KeyShape>) {
  // Object.keys does not keep the key type.
  const names = Object.keys(sorts) as Sort[];
  const [byDefault] = names;
  if (byDefault === undefined) throw new Error('A list needs an order.');
  return {
    parameter: (description?: string) =>
      names.length > 1 && {
        sortBy: Type.Optional(oneOf(names, { default: byDefault, ...(description && { description }) })),
      },
    read: (query: Query): Sort => readSort(query, names, byDefault),
  };
}

/** `statusChanges` → "status changes", for the documentation. */
const nounsOf = (plural: string): string => plural.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
