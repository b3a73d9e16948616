// Moves one item of a list to another position. Pure.

export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = [...items];
  const [item] = rest.splice(from, 1);
  if (item === undefined) return [...items];
  rest.splice(Math.max(0, Math.min(rest.length, to)), 0, item);
  return rest;
}
