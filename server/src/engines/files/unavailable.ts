// What an engine says when files cannot be kept or had right now, whatever the reason; the reason is for the log.

import { Failure } from '../../domain/failure.ts';

export const unavailable = (cause: Error): Failure =>
  new Failure('UNAVAILABLE', 'Files cannot be reached at the moment. Please try again.', undefined, cause);
