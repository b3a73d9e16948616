import { EarshotError, type ErrorCode } from '@earshot/client';
import { describe, expect, it } from 'vitest';
import { de } from '../../texts/de.ts';
import { en } from '../../texts/en.ts';
import { zh } from '../../texts/zh.ts';
import { errorBesideFields, errorText, fieldErrors } from './error-text.ts';

interface Given {
  requestId?: string;
  retryAfterMs?: number;
  message?: string;
  fields?: string[];
}

const errorOf = (status: number, code: ErrorCode, given: Given = {}) =>
  new EarshotError({
    status,
    code,
    operation: 'updateStatus',
    requestId: given.requestId,
    retryAfterMs: given.retryAfterMs,
    isReplayed: false,
    message: given.message ?? 'Said by the server.',
    details: (given.fields ?? []).map((field) => ({ field, message: `"${field}" is wrong.` })),
  });

const invalid = (...fields: string[]) => errorOf(400, 'BAD_REQUEST', { fields });

describe('the text of an error', () => {
  it.each([
    [
      'a server error with a reference',
      errorOf(500, 'INTERNAL_ERROR', { requestId: 'req_1' }),
      'Server error. Reference: req_1',
    ],
    ['a server error without one', errorOf(502, 'UNAVAILABLE'), 'Server error. Try again in a moment.'],
    [
      'one second to wait',
      errorOf(429, 'RATE_LIMITED', { retryAfterMs: 1000 }),
      'Too many requests. Try again in 1 second.',
    ],
    [
      'minutes to wait',
      errorOf(429, 'RATE_LIMITED', { retryAfterMs: 600_000 }),
      'Too many attempts. Try again in 10 minutes.',
    ],
    ['a wrong field that no form shows', invalid('userEmail'), en.failures.fields.email],
    [
      'a file, which it names',
      errorOf(415, 'UNSUPPORTED_MEDIA_TYPE', { message: 'The file "a.png" is no image.' }),
      '“a.png” isn’t a valid image, video or PDF.',
    ],
    ['something that was deleted', errorOf(404, 'NOT_FOUND'), en.failures.gone],
    ['an error of our own', new TypeError('x'), en.failures.unknown],
  ])('for %s', (_what, error, text) => {
    expect(errorText(en, error)).toBe(text);
  });

  it('is what the page knows about the code', () => {
    const known = { CONFLICT: 'The name is taken.' };
    expect(errorText(en, errorOf(409, 'CONFLICT'), known)).toBe('The name is taken.');
    expect(errorText(en, errorOf(403, 'FORBIDDEN'), known)).toBe(en.failures.forbidden);
  });

  it.each([
    ['a refusal', errorOf(409, 'CONFLICT')],
    ['a field', invalid('somethingNew')],
  ])('shows the server’s own words only in English: %s', (_what, error) => {
    expect(errorText(en, error)).toMatch(/Said by the server|"somethingNew" is wrong/);
    for (const texts of [de, zh]) expect(errorText(texts, error)).not.toMatch(/server\.|wrong/);
  });
});

describe('field errors', () => {
  it('are in the language of the person', () => {
    expect(fieldErrors(de, invalid('author.email', 'password.current'))).toEqual({
      'author.email': de.failures.fields.email,
      'password.current': de.failures.fields.currentPassword,
    });
  });

  it('say what to do about a private or impossible address', () => {
    const error = errorOf(400, 'BAD_REQUEST', { fields: ['url'] });
    const refused = Object.assign(error, {
      details: [{ field: 'url', message: '"url" leads to a private address.' }],
    });
    expect(fieldErrors(zh, refused)).toEqual({ url: zh.failures.fields.privateUrl });
    expect(fieldErrors(de, invalid('url'))).toEqual({ url: de.failures.fields.webhookUrl });
  });

  it('are empty if the error names no field', () => {
    expect(fieldErrors(en, new Error('x'))).toEqual({});
  });
});

describe('the error besides the fields', () => {
  it('is none when every wrong field is shown', () => {
    expect(errorBesideFields(invalid('name', 'color'), ['name', 'color', 'other'])).toBeNull();
    expect(errorBesideFields(null, ['name'])).toBeNull();
  });

  it.each([
    ['names a field that is not shown', invalid('name', 'nextStatusIds')],
    ['names no field', invalid()],
    ['is not from the API', new Error('x')],
  ])('is one that %s', (_what, error) => {
    expect(errorBesideFields(error, ['name', 'color'])).toBe(error);
  });
});
