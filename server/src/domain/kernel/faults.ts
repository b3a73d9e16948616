// Collects the invalid fields of one request, so that one answer names all of them. Nothing may be written once a
// field is invalid: `change` rolls back, so a check can return a placeholder and let the next check run.

import { badFields, Failure, type FailureCode, type FieldFault, TransientFailure } from './failure.ts';

export interface Faults {
  /** The result of a check. If it names invalid fields, they are collected, and `placeholder` is returned. */
  check<T>(run: () => T, placeholder: T): T;
  /** The same for a check that reads stored data. */
  lookUp<T>(run: () => Promise<T>, placeholder: T): Promise<T>;
  /** Whether this field, or one that contains it, is invalid. */
  has(field: string): boolean;
  /** Whether more invalid fields would not be named, so that further checks are pointless. */
  isFull(): boolean;
  /** Throws if any field is invalid. */
  throwAny(): void;
}

export interface CollectedFaults extends Faults {
  /** What to answer instead of this error: invalid fields come before failures that depend on stored data. */
  insteadOf(error: unknown): unknown;
}

/** Enough for a person to read, and a bound on the answer. */
export const maxFaults = 100;

/** `known`: the fields that the schema of the request has refused. */
export function collectFaults(known: readonly FieldFault[] = []): CollectedFaults {
  const faults = new Map<string, FieldFault>();

  const has = (field: string): boolean => {
    for (let end = field.length; end > 0; end = field.lastIndexOf('.', end - 1))
      if (faults.has(field.slice(0, end))) return true;
    return false;
  };
  const isFull = (): boolean => faults.size >= maxFaults;
  /** The first fault of a field is the one to name: later checks may have seen a placeholder. */
  const add = (found: readonly FieldFault[]): void => {
    for (const fault of found) if (!isFull() && !has(fault.field)) faults.set(fault.field, fault);
  };
  const keep = (error: unknown): void => {
    if (!isAboutFields(error)) throw error;
    add(error.details);
  };
  const all = (): Failure | undefined => {
    const [first, ...others] = faults.values();
    return first && badFields([first, ...others]);
  };

  add(known);
  return {
    check(run, placeholder) {
      try {
        return run();
      } catch (error) {
        keep(error);
        return placeholder;
      }
    },
    async lookUp(run, placeholder) {
      try {
        return await run();
      } catch (error) {
        keep(error);
        return placeholder;
      }
    },
    has,
    isFull,
    throwAny() {
      const failure = all();
      if (failure !== undefined) throw failure;
    },
    insteadOf(error) {
      if (!(error instanceof Failure) || error instanceof TransientFailure || !yielding.has(error.code))
        return error;
      if (isAboutFields(error)) add(error.details);
      return all() ?? error;
    },
  };
}

/** Without a collector, the first invalid field ends the request. */
export const throwAtOnce: Faults = {
  check: (run) => run(),
  lookUp: (run) => run(),
  has: () => false,
  isFull: () => false,
  throwAny: () => undefined,
};

const isAboutFields = (error: unknown): error is Failure & { details: readonly FieldFault[] } =>
  error instanceof Failure && error.code === 'BAD_REQUEST' && error.details !== undefined;

const yielding = new Set<FailureCode>([
  'BAD_REQUEST',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'PRECONDITION_FAILED',
  'PAYLOAD_TOO_LARGE',
]);
