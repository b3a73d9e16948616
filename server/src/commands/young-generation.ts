// Keeps V8's young generation small. Most allocations are garbage once a request is answered, but by default V8 lets
// up to 48 MB of them accumulate. `npm start`, the image and the systemd unit limit it with `--max-semi-space-size`,
// which counts only on Node's command line. For other ways of starting: while the process runs, only the factor by
// which the space grows can be set, and 1 keeps its size.

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Two semi-spaces of 4 MB. */
const enoughBytes = 8 * 1024 * 1024;
/** Under load, the space doubles in about this time. It shrinks by itself when the process is idle. */
const checkEveryMs = 100;

export function keepYoungGenerationSmall(): void {
  let factor = 0;
  const adjust = (): void => {
    const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    const wanted = (space?.space_size ?? 0) < enoughBytes ? 2 : 1;
    if (wanted === factor) return;
    factor = wanted;
    setFlagsFromString(`--semi-space-growth-factor=${factor}`);
  };
  adjust();
  setInterval(adjust, checkEveryMs).unref();
}
