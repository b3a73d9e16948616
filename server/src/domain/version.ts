// Versions: every edit raises an object's version, so that a writer can require the state it has seen.

import type { Instant } from './clock.ts';
import { Failure } from './failure.ts';

export interface Versioned {
  version: number;
}

/** A versioned object that also records when it last changed. */
export interface Editable extends Versioned {
  updatedAt: Instant;
}

/** The input of `newPost` and similar functions: the required fields, and overrides for defaults. */
export type New<T, Required extends keyof T> = Pick<T, Required> & Partial<T>;

/** The version fields of a new object. */
export const firstVersion = (now: Instant) => ({ version: 1, createdAt: now, updatedAt: now });

/** The next version of an object. */
export const edited = <T extends Editable>(before: T, edits: Partial<NoInfer<T>>, now: Instant): T => ({
  ...before,
  ...edits,
  version: before.version + 1,
  updatedAt: now,
});

/** The versions accepted by If-Match; undefined accepts any. */
export type ExpectedVersions = readonly number[];

export function checkVersion(thing: Versioned, expected: ExpectedVersions | undefined): void {
  if (expected === undefined || expected.includes(thing.version)) return;
  throw new Failure('PRECONDITION_FAILED', 'It has changed since you read it; read it again.');
}
