// The order of lists. Pure.

/** Moves one item to another position. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = [...items];
  const [item] = rest.splice(from, 1);
  if (item === undefined) return [...items];
  rest.splice(Math.max(0, Math.min(rest.length, to)), 0, item);
  return rest;
}

/** The items in the order of these ids; others come last. */
export function inOrder<T extends { id: string }>(items: readonly T[], ids: readonly string[]): T[] {
  const positions = new Map(ids.map((id, position) => [id, position]));
  const positionOf = ({ id }: T) => positions.get(id) ?? ids.length;
  return [...items].sort((one, other) => positionOf(one) - positionOf(other));
}
