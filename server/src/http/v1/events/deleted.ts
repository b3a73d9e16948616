// `filters=deleted:true` on a list: tombstones instead of things, so that polling alone keeps a mirror.

import type { FastifyRequest } from 'fastify';
import { toIso } from '../../../domain/clock.ts';
import type { BuriedKind } from '../../../domain/tombstone.ts';
import { envelope, pageBody } from '../../envelope.ts';
import { type Query, readFilters, readPage, readUpdatedSince } from '../../vocabulary.ts';

const order = 'deleted';

/** The page of tombstones that the request asks for, or undefined when it asks for things. */
export async function deletedPage(
  request: FastifyRequest,
  kind: BuriedKind,
  plural: string,
): Promise<unknown> {
  const query = request.query as Query;
  const filters = readFilters(query);
  if (filters.get('deleted')?.at(-1) !== 'true') return undefined;
  const since = filters.get('updatedSince');
  const page = await request.wiring.tombstones.page(
    request.caller,
    kind,
    since && readUpdatedSince(since),
    readPage(query, order, ['number', 'string']),
  );
  return envelope(
    request,
    pageBody(plural, page, order, ({ id, deletedAt }) => ({
      id,
      deleted: true,
      deletedAt: toIso(deletedAt),
    })),
  );
}
