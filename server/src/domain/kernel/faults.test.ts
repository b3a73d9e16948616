import { describe, expect, it } from 'vitest';
import { badField, conflict, Failure, notFound, TransientFailure } from './failure.ts';
import { collectFaults, maxFaults, throwAtOnce } from './faults.ts';

const invalid = (field: string) => (): never => {
  throw badField(field, 'is wrong.');
};
const fieldsOf = (error: unknown) =>
  error instanceof Failure ? error.details?.map(({ field }) => field) : error;

describe('collectFaults', () => {
  it('collects the invalid fields of all checks, and returns the placeholder', async () => {
    const faults = collectFaults([{ field: 'a', message: '"a" is required.' }]);
    expect(faults.check(() => 1, 2)).toBe(1);
    expect(faults.check<number>(invalid('b'), 2)).toBe(2);
    expect(await faults.lookUp<number>(async () => invalid('c')(), 3)).toBe(3);
    expect(faults.throwAny).toThrow('"a" is required.');
    expect(fieldsOf(faults.insteadOf(notFound('Post')))).toEqual(['a', 'b', 'c']);
  });

  it('names a field once, and not what it contains', () => {
    const faults = collectFaults([{ field: 'voters.1', message: 'first' }]);
    for (const field of ['voters.1', 'voters.1.user.email', 'voters.10', 'voters.2.email'])
      faults.check(invalid(field), undefined);
    expect(fieldsOf(faults.insteadOf(conflict('x')))).toEqual(['voters.1', 'voters.10', 'voters.2.email']);
    expect([faults.has('voters.1.id'), faults.has('voters'), faults.has('other')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('names no more than its limit', () => {
    const faults = collectFaults();
    for (let index = 0; index <= maxFaults; index += 1) faults.check(invalid(`f${index}`), undefined);
    expect(faults.isFull()).toBe(true);
    expect(fieldsOf(faults.insteadOf(conflict('x')))).toHaveLength(maxFaults);
  });

  it('passes on every other failure', () => {
    const faults = collectFaults();
    const fault = new Error('a bug');
    expect(() => faults.check(() => invalidState(), undefined)).toThrow('exists already');
    expect(faults.throwAny).not.toThrow();
    const missing = notFound('Post');
    expect(faults.insteadOf(missing)).toBe(missing);
    faults.check(invalid('a'), undefined);
    expect(faults.insteadOf(fault)).toBe(fault);
    const busy = new TransientFailure('CONFLICT', 'Busy.', 1000);
    expect(faults.insteadOf(busy)).toBe(busy);
  });

  it('joins a thrown invalid field with the collected ones', () => {
    const faults = collectFaults([{ field: 'a', message: 'x' }]);
    expect(fieldsOf(faults.insteadOf(badField('b', 'is wrong.')))).toEqual(['a', 'b']);
  });
});

function invalidState(): never {
  throw conflict('It exists already.');
}

it('throwAtOnce ends at the first invalid field', async () => {
  expect(() => throwAtOnce.check(invalid('a'), undefined)).toThrow('"a"');
  await expect(throwAtOnce.lookUp(async () => invalid('b')(), undefined)).rejects.toThrow('"b"');
});
