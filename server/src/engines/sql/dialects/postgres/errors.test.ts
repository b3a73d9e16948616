import { describe, expect, it } from 'vitest';
import { classify } from './errors.ts';

const withCode = (code: string) => Object.assign(new Error('whatever'), { code });

describe('classify a PostgreSQL or driver error', () => {
  it.each<[string, ReturnType<typeof classify>]>([
    ['23505', 'conflict'],
    ['40001', 'again'],
    ['40P01', 'again'],
    ['57P01', 'unavailable'],
    ['57P03', 'unavailable'],
    ['57P04', 'unavailable'],
    ['57014', 'unavailable'],
    ['55P03', 'unavailable'],
    ['25P03', 'unavailable'],
    ['25P04', 'unavailable'],
    ['53100', 'unavailable'],
    ['53200', 'unavailable'],
    ['53300', 'unavailable'],
    ['53400', 'unavailable'],
    ['58030', 'unavailable'],
    ['XX001', 'unavailable'],
    ['XX002', 'unavailable'],
    ['08006', 'unavailable'],
    ['28P01', 'unavailable'],
    ['3D000', 'unavailable'],
    ['25006', 'unavailable'],
    ['ECONNREFUSED', 'unavailable'],
    ['ECONNRESET', 'unavailable'],
    ['ENOTFOUND', 'unavailable'],
    ['CERT_HAS_EXPIRED', 'unavailable'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'unavailable'],
    ['25P02', undefined],
    ['XX000', undefined],
    ['23503', undefined],
    ['42601', undefined],
    ['22021', undefined],
  ])('code %s as %s', (code, kind) => {
    expect(classify(withCode(code))).toBe(kind);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Query read timeout',
  ])('"%s" as unavailable', (message) => {
    expect(classify(new Error(message))).toBe('unavailable');
  });

  it.each([new Error('a bug'), new TypeError('x is undefined'), 'text', undefined])(
    '%s as a bug',
    (error) => {
      expect(classify(error)).toBeUndefined();
    },
  );
});
