// Settings of the JavaScript heap for commands that read much: most of what they allocate is garbage soon.

import { setFlagsFromString } from 'node:v8';

/** By default, V8 lets up to 48 MB of new objects accumulate, and the old generation double before collecting. */
const heapFlags = ['--max-semi-space-size=4', '--heap-growing-percent=60'];

export function keepHeapSmall(): void {
  for (const flag of heapFlags) setFlagsFromString(flag);
}
