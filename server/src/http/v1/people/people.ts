// How requests name people: in filters, by id or by email, and as the person that a request is about.

import { badField } from '../../../domain/kernel/failure.ts';
import type { NamedPerson } from '../../../domain/people/user.ts';
import { type PersonIn, personFields, readPerson } from '../../../shapes/people/user.ts';
import { type Filter, many } from '../../input/filters.ts';
import { maxFilterValues, type Query, readText, tooManyValues } from '../../input/vocabulary.ts';

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

/** Not every client can send a body with DELETE, so the query string accepts the same flat fields. */
export const { author: _author, user: _user, ...flatPersonFields } = personFields;

/** The person that a write is about. */
export function requiredPerson(body: PersonIn): NamedPerson {
  const person = readPerson(body, 'user');
  if (person === undefined)
    throw badField('userId', 'is required; "userExternalId" or "userEmail" will do as well.');
  return person;
}

/** Only what names a person: copying every unknown field of a body takes long. */
export function namedIn(query: Query, body: PersonIn): PersonIn {
  const names = Object.keys(personFields) as (keyof PersonIn)[];
  const given = names.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]]);
  return { ...textsOf(query), ...Object.fromEntries(given) };
}

const textsOf = (query: Query): Record<string, string> =>
  Object.fromEntries(
    Object.keys(flatPersonFields).flatMap((name) => {
      const value = readText(query[name]);
      return value ? [[name, value]] : [];
    }),
  );
