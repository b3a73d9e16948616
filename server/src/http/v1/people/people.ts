// Filters that name people by id or by email.

import { type Filter, many } from '../../input/filters.ts';
import { maxFilterValues, tooManyValues } from '../../input/vocabulary.ts';

/**
 * A filter by email, next to the filter `idKey` by user id. Both fill the same field. Unknown emails match no one.
 */
export const emailsBeside = <Field extends string>(idKey: string, field: Field): Filter<Field, string[]> => ({
  ...many(field),
  async read(emails, { key, request, given }) {
    const ids = given.get(idKey) ?? [];
    // Both filters feed the same query, so they share one limit.
    if (ids.length + emails.length > maxFilterValues)
      throw tooManyValues(`${idKey}" and "${key}`, maxFilterValues);
    const found = await request.wiring.people.idsOfEmails(request.caller, emails);
    return [...ids, ...found];
  },
});
