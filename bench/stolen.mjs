// Time that the host took from this machine. On a shared host, other machines use the same processors, and what is
// measured meanwhile says little about the program.

import { readFileSync } from 'node:fs';

/** Others may take this much of the processors' time without a repetition. */
export const toleratedShare = 0.02;
const maxTimes = 3;

/**
 * Measures again if others took too much time, up to three times in all. The least disturbed measurement counts.
 */
export async function undisturbed(measure, stolenTime = hostTime) {
  let best;
  for (let times = 0; times < maxTimes; times += 1) {
    const before = stolenTime();
    const result = await measure();
    const stolen = stolenShare(before, stolenTime());
    if (best === undefined || stolen < best.stolen) best = { result, stolen };
    if (stolen <= toleratedShare) break;
  }
  return best;
}

/** All processors' time so far, and what of it was stolen, in the kernel's ticks. */
export const hostTime = () => ticksIn(readFileSync('/proc/stat', 'utf8'));

/** The fields of the first line: user, nice, system, idle, iowait, irq, softirq, steal; guests are part of user. */
export function ticksIn(text) {
  const [, ...fields] = text.split('\n', 1)[0].split(/\s+/);
  const ticks = fields.slice(0, 8).map(Number);
  return { all: ticks.reduce((sum, one) => sum + one, 0), stolen: ticks[7] ?? 0 };
}

/** The share of the time between two readings that was stolen. */
export const stolenShare = (before, after) =>
  after.all === before.all ? 0 : (after.stolen - before.stolen) / (after.all - before.all);
