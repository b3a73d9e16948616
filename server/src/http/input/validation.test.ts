import fc from 'fast-check';
import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../domain/kernel/failure.ts';
import { validatorCompiler } from './validation.ts';

const schema = Type.Object({
  name: Type.String(),
  count: Type.Optional(Type.Integer()),
  kind: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['a', 'b'] })),
  note: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
  tags: Type.Optional(Type.Array(Type.String())),
  flag: Type.Optional(Type.Boolean()),
  people: Type.Optional(Type.Array(Type.Object({ id: Type.String() }))),
  inner: Type.Optional(Type.Object({ id: Type.String(), size: Type.Optional(Type.Number()) })),
});

const compiled = (httpPart: string) => validatorCompiler({ schema, method: 'POST', url: '/', httpPart });
const validate = (body: unknown) => compiled('body')(body) as { value?: unknown; error?: Failure };
const messagesOf = (body: unknown) => validate(body).error?.details?.map(({ message }) => message);

describe('a body', () => {
  it('that is valid passes unchanged, unknown fields included', () => {
    const body = {
      name: 'x',
      count: 1,
      kind: 'a',
      note: null,
      tags: ['t'],
      flag: false,
      inner: { id: 'y' },
      other: [],
    };
    expect(validate(body)).toEqual({ value: body });
  });

  it.each<[string, unknown, string[]]>([
    ['lacks a field', {}, ['"name" is required.']],
    ['is absent', undefined, ['"name" is required.']],
    ['is null', null, ['"name" is required.']],
    ['has a wrong type', { name: 1 }, ['"name" must be a string.']],
    ['has null for a required field', { name: null }, ['"name" must be a string.']],
    ['has a fraction', { name: 'x', count: 1.5 }, ['"count" must be an integer.']],
    ['has an unknown enum value', { name: 'x', kind: 'c' }, ['"kind" must be one of "a", "b".']],
    ['fits neither of two types', { name: 'x', note: 1 }, ['"note" must be a string or null.']],
    ['has a string for a list', { name: 'x', tags: 't' }, ['"tags" must be a list, each entry a string.']],
    ['has a wrong entry', { name: 'x', tags: ['t', 1] }, ['"tags" must be a list, each entry a string.']],
    [
      'has a list entry that is not an object',
      { name: 'x', people: [{ id: 'y' }, 1] },
      ['"people.1" must be an object.'],
    ],
    [
      'has an invalid field in an entry',
      { name: 'x', people: [{ id: 'y' }, { id: 1 }, {}] },
      ['"people.1.id" must be a string.', '"people.2.id" is required.'],
    ],
    ['lacks a field of an entry', { name: 'x', people: [{}] }, ['"people.0.id" is required.']],
    ['has text for a flag', { name: 'x', flag: 'true' }, ['"flag" must be true or false.']],
    ['has a list for an object', { name: 'x', inner: [] }, ['"inner" must be an object.']],
    ['lacks an inner field', { name: 'x', inner: {} }, ['"inner.id" is required.']],
    [
      'has invalid inner fields',
      { name: 'x', inner: { id: 1, size: 'y' } },
      ['"inner.id" must be a string.', '"inner.size" must be a number.'],
    ],
    [
      'has two invalid fields',
      { name: 1, flag: 1 },
      ['"name" must be a string.', '"flag" must be true or false.'],
    ],
  ])('that %s is rejected with the reason', (_name, body, messages) => {
    expect(messagesOf(body)).toEqual(messages);
    expect(validate(body).error).toMatchObject({ code: 'BAD_REQUEST', message: messages[0] });
  });

  it.each([[[]], ['x'], [7], [true], [[{ name: 'x' }]]])('that is not an object is rejected: %j', (body) => {
    expect(validate(body).error?.message).toBe('The body must be a JSON object.');
  });

  it('never throws for any JSON, and each rejection has a message', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const { value, error } = validate(body);
        if (error === undefined) expect(value).toHaveProperty('name', expect.any(String));
        else expect(error.message).toMatch(/\.$/);
      }),
    );
  });
});

describe('other parts of a request', () => {
  it.each(['querystring', 'params', 'headers'])('are not validated here: %s', (httpPart) => {
    expect(compiled(httpPart)({ name: 1 })).toBe(true);
  });
});
