// File storage for test mode (contract §6): accepts every file and stores nothing.

import type { Files } from '../../ports/files/files.ts';
import { assertFileKey, tolerateEarlyError } from './key.ts';

export function discardFiles(): Files {
  return {
    async write(key, bytes) {
      tolerateEarlyError(bytes);
      try {
        assertFileKey(key);
        for await (const _ of bytes);
      } finally {
        bytes.destroy();
      }
    },
    async read(key) {
      assertFileKey(key);
      return undefined;
    },
    async sizeOf(key) {
      assertFileKey(key);
      return undefined;
    },
    async remove(key) {
      assertFileKey(key);
    },
    async *list() {},
    now: async () => undefined,
    trash: {
      put: async () => false,
      async *list() {},
      restore: async () => undefined,
      remove: async () => undefined,
    },
    readNote: async () => undefined,
    writeNote: async () => undefined,
  };
}
