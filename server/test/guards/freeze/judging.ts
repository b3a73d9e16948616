// Whether something freezes the process: measured again if it seems so.

import type { Probe, Stretch } from './probe.ts';

export interface Stretched {
  stretch: Stretch;
}

/** Maximum CPU milliseconds per turn of the event loop, on a usual machine. */
const bearableMs = 50;
/** Retries: real freezes repeat; garbage collection, compilation and noisy neighbors do not. */
const attempts = 8;
/** Long enough that no retry is needed. A virtual machine may stand still for a second, which counts as CPU time. */
const certainMs = 60 * bearableMs;

export const isFrozen = ({ stretch }: Stretched): boolean => stretch.longestMs > bearableMs;

/** What it would take on a usual machine, if it took too long on this one. */
async function paced<T extends Stretched>(probe: Probe, measure: () => Promise<T>): Promise<T> {
  const measured = await measure();
  if (!isFrozen(measured)) return measured;
  const longestMs = measured.stretch.longestMs / (await probe.slowness());
  return { ...measured, stretch: { ...measured.stretch, longestMs } };
}

/** The shortest of a few attempts if the first was too long. */
export async function judged<T extends Stretched>(probe: Probe, measure: () => Promise<T>): Promise<T> {
  let best = await paced(probe, measure);
  const isDoubtful = () => isFrozen(best) && best.stretch.longestMs < certainMs;
  for (let attempt = 1; attempt < attempts && isDoubtful(); attempt += 1) {
    const again = await paced(probe, measure);
    if (again.stretch.longestMs < best.stretch.longestMs) best = again;
  }
  return best;
}
