// What a form changes about a thing that exists. Only that is sent, because others may have changed the rest. Pure.

export function changedFields<Fields extends object>(
  fields: Fields,
  before: { readonly [Name in keyof Fields]?: unknown },
): Partial<Fields> {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof Fields]);
  return Object.fromEntries(Object.entries(fields).filter(isChanged)) as Partial<Fields>;
}
