// Versions: raised by every edit of a thing itself, so that a writer can say which state it means to change.

import { Failure } from './failure.ts';

export interface Versioned {
  version: number;
}

/** The versions a writer accepts to change; absent accepts any. */
export type ExpectedVersions = readonly number[];

export function checkVersion(thing: Versioned, expected: ExpectedVersions | undefined): void {
  if (expected === undefined || expected.includes(thing.version)) return;
  throw new Failure('PRECONDITION_FAILED', 'It has changed since you read it; read it again.');
}
