import { EarshotError } from '@earshot/client';
import { describe, expect, it } from 'vitest';
import { untold } from './failure-text.ts';

const refusal = (...fields: string[]) =>
  new EarshotError({
    status: 400,
    code: 'BAD_REQUEST',
    operation: 'updateStatus',
    requestId: undefined,
    retryAfterMs: undefined,
    isReplayed: false,
    message: 'Not so.',
    details: fields.map((field) => ({ field, message: `"${field}" is wrong.` })),
  });

describe('untold', () => {
  it('is nothing when every wrong field is shown', () => {
    expect(untold(refusal('name', 'color'), ['name', 'color', 'other'])).toBeNull();
  });

  it.each([
    ['names a field that is not shown', refusal('name', 'nextStatusIds')],
    ['names no field', refusal()],
    ['is not of the API', new Error('No answer.')],
  ])('is an error that %s', (_what, error) => {
    expect(untold(error, ['name', 'color'])).toBe(error);
  });

  it('is nothing without an error', () => {
    expect(untold(null, ['name'])).toBeNull();
  });
});
