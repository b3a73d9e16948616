// Pauses while files are read, so that others get their turn and a stop of the process isn't held up.

import { Readable } from 'node:stream';
import type { VendorFiles } from '../../vendors/vendor.ts';

/** Waits a moment. Fails if the work should stop. */
export type Pace = () => Promise<void>;

/** A few milliseconds of work. */
const bytesAtOnce = 256 * 1024;

/** Call the result with the size of each chunk. */
export function pacedBytes(pace?: Pace): (bytes: number) => Promise<void> {
  let passed = 0;
  return async (bytes) => {
    passed += bytes;
    if (passed < bytesAtOnce) return;
    passed = 0;
    await pace?.();
  };
}

/** The same files, read with pauses. */
export function pacedFiles(files: VendorFiles, pace?: Pace): VendorFiles {
  const passed = pacedBytes(pace);
  async function* paced(name: string): AsyncGenerator<Buffer> {
    for await (const chunk of files.open(name) as AsyncIterable<Buffer>) {
      await passed(chunk.length);
      yield chunk;
    }
  }
  return pace === undefined
    ? files
    : { names: files.names, open: (name) => Readable.from(paced(name), { objectMode: false }) };
}
