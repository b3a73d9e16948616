// People in filters, by id or by email.

import { type Filter, many } from '../../filters.ts';
import { maxFilterValues, tooManyValues } from '../../vocabulary.ts';

/**
 * People by their addresses, beside the filter `idKey` that names them by id: both fill the same field. Addresses that
 * nobody has name nobody.
 */
export const emailsBeside = <Field extends string>(idKey: string, field: Field): Filter<Field, string[]> => ({
  ...many(field),
  async read(emails, { key, request, given }) {
    const ids = given.get(idKey) ?? [];
    // Both filters name people for the same query, so they share one bound.
    if (ids.length + emails.length > maxFilterValues)
      throw tooManyValues(`${idKey}" and "${key}`, maxFilterValues);
    const found = await request.wiring.people.idsOfEmails(request.caller, emails);
    return [...ids, ...found];
  },
});
