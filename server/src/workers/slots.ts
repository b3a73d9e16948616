// Limits how many things are under way, together and for each group; the others wait in line.

export interface Slots {
  within<T>(group: string, work: () => Promise<T>): Promise<T>;
  underway(): number;
  waiting(): number;
}

export function slots(max: number, maxPerGroup = max): Slots {
  let underway = 0;
  const taken = new Map<string, number>();
  const line: { group: string; enter: () => void }[] = [];

  const isFree = (group: string): boolean => underway < max && (taken.get(group) ?? 0) < maxPerGroup;
  const take = (group: string): void => {
    underway += 1;
    taken.set(group, (taken.get(group) ?? 0) + 1);
  };
  const leave = (group: string): void => {
    underway -= 1;
    const left = (taken.get(group) ?? 0) - 1;
    if (left > 0) taken.set(group, left);
    else taken.delete(group);
    const index = line.findIndex((next) => isFree(next.group));
    const [first] = index < 0 ? [] : line.splice(index, 1);
    if (first === undefined) return;
    take(first.group);
    first.enter();
  };

  return {
    async within(group, work) {
      if (isFree(group)) take(group);
      else await new Promise<void>((enter) => void line.push({ group, enter }));
      try {
        return await work();
      } finally {
        leave(group);
      }
    },
    underway: () => underway,
    waiting: () => line.length,
  };
}
