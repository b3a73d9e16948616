// How tall values are in a chart. Pure.

/** The values at the lines of an axis: whole and round, from 0 to the highest value or just above it. */
export function axisOf(highest: number, maxSteps: number): number[] {
  const least = Math.max(1, highest) / maxSteps;
  const power = 10 ** Math.floor(Math.log10(least));
  const round = [1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10;
  const step = Math.max(1, round * power);
  const steps = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** The height of a part of a bar. One among thousands can be seen, too. */
export const tallOf = (value: number, highest: number, height: number): number =>
  value === 0 ? 0 : Math.max(2, (value / highest) * height);
