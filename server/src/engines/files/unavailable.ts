// What an engine says when files cannot be kept or had right now, whatever the reason; the reason is for the log.

import { Failure } from '../../domain/failure.ts';

/** The bytes are not those that were written. */
export const damaged = (found: number, expected: number): Failure =>
  unavailable(new Error(`A stored file has ${found} bytes instead of ${expected}.`));

export const unavailable = (cause: Error): Failure =>
  new Failure('UNAVAILABLE', 'Files cannot be reached at the moment. Please try again.', undefined, cause);
