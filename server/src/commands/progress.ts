// Progress output of long-running commands.

import { systemClock } from '../domain/kernel/clock.ts';
import { grouped } from '../domain/kernel/count.ts';

export interface Progress {
  show(done: number): void;
  end(): void;
}

export interface ProgressPlan {
  total: number;
  /** The plural of the counted items, such as `posts`. */
  what: string;
  /** How many lines to print in total if the output is not a terminal. */
  lines: number;
}

const barWidth = 30;
const redrawMs = 100;

/** A progress bar on a terminal; elsewhere a few lines. */
export function progressOn(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  { total, what, lines }: ProgressPlan,
): Progress {
  let drawnAt = 0;
  let written = 0;
  const line = (done: number) => `${grouped(done)} of ${grouped(total)} ${what}`;
  if (!stream.isTTY) {
    return {
      show(done) {
        const reached = Math.floor((lines * done) / total);
        if (reached > written) stream.write(`${line(done)}\n`);
        written = reached;
      },
      end() {},
    };
  }
  return {
    show(done) {
      const now = systemClock.now();
      if (now - drawnAt < redrawMs && done < total) return;
      drawnAt = now;
      const full = Math.round((barWidth * done) / total);
      stream.write(`\r[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${line(done)}`);
    },
    end: () => void (drawnAt > 0 && stream.write('\n')),
  };
}
