// People in filters, by id or by email.

import type { FastifyRequest } from 'fastify';
import { maxFilterValues, tooManyValues } from '../../vocabulary.ts';

/** The ids a filter names; addresses nobody has name nobody. Undefined when neither filter is there. */
export async function readPeople(
  request: FastifyRequest,
  filters: ReadonlyMap<string, string[]>,
  idKey: string,
  emailKey: string,
): Promise<string[] | undefined> {
  const ids = filters.get(idKey);
  const emails = filters.get(emailKey);
  if (emails === undefined) return ids;
  // Both filters name people for the same query, so they share one bound.
  if ((ids?.length ?? 0) + emails.length > maxFilterValues)
    throw tooManyValues(`${idKey}" and "${emailKey}`, maxFilterValues);
  const found = await request.wiring.people.idsOfEmails(request.caller, emails);
  return [...(ids ?? []), ...found];
}
