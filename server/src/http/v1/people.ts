// People in filters, by id or by e-mail address.

import type { FastifyRequest } from 'fastify';

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
  const found = await request.wiring.people.idsOfEmails(request.caller, emails);
  return [...(ids ?? []), ...found];
}
