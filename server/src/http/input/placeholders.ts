// Replaces invalid fields with placeholders, so the remaining checks can run. The request fails in any case, so no
// placeholder is ever stored.

import { fits, isLongList, isObject, maxChecked, type SchemaLike } from './validation.ts';

export function withPlaceholders(schema: SchemaLike, value: unknown): unknown {
  const { properties, items, required } = schema;
  if (isObject(value) && properties !== undefined) {
    const whole: Record<string, unknown> = { ...value };
    for (const [name, property] of Object.entries(properties)) {
      const isGiven = Object.hasOwn(value, name) && value[name] !== undefined;
      if (isGiven || required?.includes(name))
        whole[name] = withPlaceholders(property as SchemaLike, value[name]);
    }
    return whole;
  }
  if (items !== undefined && isLongList(schema, value)) {
    // One entry more than any list may have, so that a longer list is still refused.
    const entries = value.slice(0, maxChecked + 1);
    return entries.map((entry) => (fits(items, entry) ? entry : withPlaceholders(items, entry)));
  }
  return fits(schema, value) ? value : placeholderFor(schema);
}

const placeholders: Record<string, unknown> = {
  string: 'x',
  integer: 0,
  number: 0,
  boolean: false,
  array: [],
};

/** An object gets every field: one without any would be reported as incomplete. */
function placeholderFor({ type, enum: words, properties }: SchemaLike): unknown {
  if (words !== undefined) return words[0];
  if (properties === undefined) return placeholders[[type ?? []].flat()[0] ?? ''];
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, placeholderFor(property as SchemaLike)]),
  );
}
