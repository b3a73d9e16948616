// Limits how many things are under way; the others wait in line.

export interface Places {
  within<T>(work: () => Promise<T>): Promise<T>;
  underway(): number;
  waiting(): number;
}

export function places(max: number): Places {
  let free = max;
  const line: (() => void)[] = [];
  return {
    async within(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => void line.push(resolve));
      try {
        return await work();
      } finally {
        const first = line.shift();
        if (first === undefined) free += 1;
        else first();
      }
    },
    underway: () => max - free,
    waiting: () => line.length,
  };
}
