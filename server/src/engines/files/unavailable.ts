// The failure for any file storage problem. Clients get a fixed message; the cause goes to the log.

import { Failure } from '../../domain/kernel/failure.ts';

/** The stored size differs from the written one. */
export const damaged = (found: number | undefined, expected: number): Failure =>
  unavailable(new Error(`A stored file has ${found ?? 'no'} bytes instead of ${expected}.`));

export const unavailable = (cause: Error): Failure =>
  new Failure('UNAVAILABLE', 'Files cannot be reached at the moment. Please try again.', undefined, cause);
