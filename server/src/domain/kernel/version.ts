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

/** The next version of an object, or the object itself if the edits change nothing. */
export function edited<T extends Editable>(before: T, edits: Partial<NoInfer<T>>, now: Instant): T {
  const fields = Object.keys(edits) as (keyof T)[];
  const isChanged = fields.some((field) => !isSame(before[field], edits[field]));
  return isChanged ? touched({ ...before, ...edits }, now) : before;
}

/** The next version of an object whose own fields stay the same, such as a post with new tags. */
export const touched = <T extends Editable>(thing: T, now: Instant): T => ({
  ...thing,
  version: thing.version + 1,
  updatedAt: now,
});

/** Compares values as JSON, including lists and documents. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** The versions accepted by If-Match; undefined accepts any. */
export type ExpectedVersions = readonly number[];

export function checkVersion(thing: Versioned, expected: ExpectedVersions | undefined): void {
  if (expected === undefined || expected.includes(thing.version)) return;
  throw new Failure('PRECONDITION_FAILED', 'It has changed since you read it; read it again.');
}
