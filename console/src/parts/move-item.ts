// Moves one item of a list to another position. Pure.

export function moveItem<T>(things: readonly T[], from: number, to: number): T[] {
  const rest = [...things];
  const [thing] = rest.splice(from, 1);
  if (thing === undefined) return [...things];
  rest.splice(Math.max(0, Math.min(rest.length, to)), 0, thing);
  return rest;
}
