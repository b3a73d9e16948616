// Lets the parts of a batch run as requests of their own without a second admission, by a secret token that exists
// only while the batch runs.

import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../../app/kernel/change.ts';
import type { Wiring } from '../../app/wiring.ts';
import type { ApiKey } from '../../domain/team/api-key.ts';

const header = 'x-earshot-batch';

export interface Admitted {
  caller: Caller;
  apiKey: ApiKey | undefined;
  wiring: Wiring;
  isPartOfBatch: true;
}

export interface Batches {
  /** Runs `work` with headers that mark its requests as admitted. */
  admitted<T>(
    as: Omit<Admitted, 'isPartOfBatch'>,
    work: (headers: Record<string, string>) => Promise<T>,
  ): Promise<T>;
  find(headers: IncomingHttpHeaders): Admitted | undefined;
}

export function batches(): Batches {
  const running = new Map<string, Admitted>();
  return {
    async admitted(as, work) {
      const token = randomUUID();
      running.set(token, { ...as, isPartOfBatch: true });
      try {
        return await work({ [header]: token });
      } finally {
        running.delete(token);
      }
    },
    find: (headers) => (running.size === 0 ? undefined : running.get(String(headers[header]))),
  };
}
