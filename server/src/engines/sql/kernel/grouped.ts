// Groups rows by parent for batch loaders.

export function grouped<Row, Key extends keyof Row, Item>(
  rows: readonly Row[],
  key: Key,
  toItem: (row: Row) => Item,
): Map<Row[Key], Item[]> {
  const groups = new Map<Row[Key], Item[]>();
  for (const row of rows) {
    const group = groups.get(row[key]);
    if (group === undefined) groups.set(row[key], [toItem(row)]);
    else group.push(toItem(row));
  }
  return groups;
}
