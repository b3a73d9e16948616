// Orders entries that name each other as parents, so that every parent comes before its replies.

const isNew = 0;
const isOnPath = 1;
const isDone = 2;

/**
 * `parents[i]` is the index of entry i's parent, if that is another entry. Returns the indexes in an order to write
 * them in, or an entry that is its own ancestor. Walks without recursion: a chain may be as long as the list.
 */
export function parentsFirst(
  parents: readonly (number | undefined)[],
): { order: number[] } | { cycleAt: number } {
  const order: number[] = [];
  const states = new Uint8Array(parents.length);
  for (const start of parents.keys()) {
    const path: number[] = [];
    for (
      let index: number | undefined = start;
      index !== undefined && states[index] !== isDone;
      index = parents[index]
    ) {
      if (states[index] !== isNew) return { cycleAt: index };
      states[index] = isOnPath;
      path.push(index);
    }
    for (const index of path.reverse()) {
      states[index] = isDone;
      order.push(index);
    }
  }
  return { order };
}
