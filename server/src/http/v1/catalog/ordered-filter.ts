// Filters that name statuses or post types by ID or slug.

import { type Filter, many } from '../../input/filters.ts';

/** A name of none matches nothing. */
const namedIn = <Field extends string>(
  field: Field,
  things: 'statuses' | 'postTypes',
  note: string,
): Filter<Field, string[]> => ({
  ...many(field, note),
  read: (named, { request }) => request.wiring[things].idsOf(request.caller, named),
});

export const statusesIn = <Field extends string>(field: Field, note = "a status's ID or slug") =>
  namedIn(field, 'statuses', note);

export const postTypesIn = <Field extends string>(field: Field) =>
  namedIn(field, 'postTypes', "a post type's ID or slug");
