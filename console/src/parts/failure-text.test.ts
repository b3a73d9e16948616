import { EarshotError } from '@earshot/client';
import { describe, expect, it } from 'vitest';
import { de } from '../texts/de.ts';
import { en } from '../texts/en.ts';
import { failureText, untold } from './failure-text.ts';

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

const failure = (status: number, requestId?: string, retryAfterMs?: number) =>
  new EarshotError({
    status,
    code: 'INTERNAL_ERROR',
    operation: 'updatePost',
    requestId,
    retryAfterMs,
    isReplayed: false,
    message: 'A "name" is missing.',
    details: [],
  });

describe('what a person is told', () => {
  it.each([
    ['a fault that has a reference', failure(500, 'req_1'), 'Server error. Reference: req_1'],
    ['a fault without one', failure(502), 'Server error. Try again in a moment.'],
    ['a refusal', failure(400), 'A "name" is missing.'],
    ['one second to wait', failure(429, undefined, 1000), 'Too many requests. Try again in 1 second.'],
    ['minutes to wait', failure(429, undefined, 600_000), 'Too many attempts. Try again in 10 minutes.'],
    ['something else', new TypeError('x'), 'Something unexpected happened. Reload the page and try again.'],
  ])('of %s', (_what, error, text) => {
    expect(failureText(en, error)).toBe(text);
  });

  it('begins in their language where the server speaks English', () => {
    expect(failureText(de, failure(409))).toBe(
      'Das widerspricht dem, was schon da ist. (A "name" is missing.)',
    );
  });
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
