// Versions: an edit of a thing raises its version, so that a writer can say which state it means to change.

import type { Instant } from './clock.ts';
import { Failure } from './failure.ts';

export interface Versioned {
  version: number;
}

/** A thing with a version that also says when it last changed. */
export interface Editable extends Versioned {
  updatedAt: Instant;
}

/** What `newPost` and the like need to be told, and any default that should be different. */
export type New<T, Required extends keyof T> = Pick<T, Required> & Partial<T>;

/** The fields of a thing that has just been created. */
export const firstVersion = (now: Instant) => ({ version: 1, createdAt: now, updatedAt: now });

/** The next version of a thing. */
export const edited = <T extends Editable>(before: T, edits: Partial<NoInfer<T>>, now: Instant): T => ({
  ...before,
  ...edits,
  version: before.version + 1,
  updatedAt: now,
});

/** The versions a writer accepts to change; absent accepts any. */
export type ExpectedVersions = readonly number[];

export function checkVersion(thing: Versioned, expected: ExpectedVersions | undefined): void {
  if (expected === undefined || expected.includes(thing.version)) return;
  throw new Failure('PRECONDITION_FAILED', 'It has changed since you read it; read it again.');
}
