// The filter that names tags by name or id.

import { type Filter, many } from '../../input/filters.ts';

/** Names match as they do on posts: ignoring case. Names of no tag match nothing. */
export const tagsIn = <Field extends string>(field: Field): Filter<Field, string[]> => ({
  ...many(field, "a tag's name or ID"),
  read: (tags, { request }) => request.wiring.tags.idsOf(request.caller, tags),
});
