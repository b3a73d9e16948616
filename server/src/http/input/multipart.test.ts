import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { decodeForm } from './multipart.ts';

const schema = Type.Object({
  title: Type.String(),
  note: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  count: Type.Optional(Type.Integer()),
  ratio: Type.Optional(Type.Number()),
  limit: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  flag: Type.Optional(Type.Boolean()),
  author: Type.Optional(Type.Object({ name: Type.String() })),
  description: Type.Optional(Type.Union([Type.String(), Type.Object({ type: Type.String() })])),
  tags: Type.Optional(Type.Array(Type.String())),
  ranks: Type.Optional(Type.Array(Type.Integer())),
  maybeTags: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
  oneOrMore: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
  format: Type.Optional(Type.Union([Type.Literal('text'), Type.Literal('json')])),
  level: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2)])),
  anything: Type.Optional(Type.Unknown()),
});

const decoded = (field: string, value: string | string[]) => decodeForm({ [field]: value }, schema)[field];

describe('decodeForm', () => {
  it.each<[string, string | string[], unknown]>([
    ['title', '12', '12'],
    ['title', 'true', 'true'],
    ['title', '{"a":1}', '{"a":1}'],
    ['title', '', ''],
    ['note', 'null', 'null'],
    ['count', '12', 12],
    ['count', '-3', -3],
    ['count', '1.5', 1.5],
    ['count', '', ''],
    ['count', ' 12', ' 12'],
    ['count', '0x10', '0x10'],
    ['count', '012', '012'],
    ['count', '1e999', '1e999'],
    ['count', 'twelve', 'twelve'],
    ['count', 'null', 'null'],
    ['ratio', '2.5e-3', 0.0025],
    ['limit', '7', 7],
    ['limit', 'null', null],
    ['flag', 'true', true],
    ['flag', 'false', false],
    ['flag', '1', true],
    ['flag', '0', false],
    ['flag', '', ''],
    ['flag', 'yes', 'yes'],
    ['flag', 'toString', 'toString'],
    ['author', '{"name":"Ada"}', { name: 'Ada' }],
    ['author', 'Ada', 'Ada'],
    ['author', '[1]', '[1]'],
    ['author', '{"name":', '{"name":'],
    ['author', '', ''],
    ['author', '{"__proto__":{"admin":true}}', '{"__proto__":{"admin":true}}'],
    ['author', '{"a":{"\\u005f_proto\\u005F_" :1}}', '{"a":{"\\u005f_proto\\u005F_" :1}}'],
    ['author', '{"name":"__proto__"}', { name: '__proto__' }],
    ['description', '{"type":"doc"}', { type: 'doc' }],
    ['description', '{not json', '{not json'],
    ['description', '{"level":"info"}', '{"level":"info"}'],
    ['description', '12', '12'],
    ['tags', 'a', ['a']],
    ['tags', '', []],
    ['tags', ['a', 'b'], ['a', 'b']],
    ['tags', '["a","b"]', ['a', 'b']],
    ['tags', '[]', []],
    ['tags', '[draft] a', ['[draft] a']],
    ['ranks', ['1', '2'], [1, 2]],
    ['ranks', '3', [3]],
    ['ranks', ['1', 'x'], [1, 'x']],
    ['maybeTags', 'a', ['a']],
    ['maybeTags', ['a', 'b'], ['a', 'b']],
    ['oneOrMore', 'a', 'a'],
    ['oneOrMore', ['a', 'b'], ['a', 'b']],
    ['oneOrMore', '["a"]', ['a']],
    ['format', 'text', 'text'],
    ['level', '2', 2],
    ['anything', '12', '12'],
    ['title', ['a', 'b'], ['a', 'b']],
    ['count', ['1', '2'], ['1', '2']],
    ['unknown', '12', '12'],
    ['unknown', ['1', '2'], ['1', '2']],
    ['constructor', '12', '12'],
  ])('decodes %s=%j as %j', (field, value, expected) => {
    expect(decoded(field, value)).toEqual(expected);
  });

  it('supports schemas with type lists and enums', () => {
    const properties = {
      a: { type: ['integer', 'null'] },
      b: { enum: ['x', 'y'] },
      c: { enum: [1, 2] },
      d: true,
    };
    expect({ ...decodeForm({ a: '1', b: '1', c: '1', d: '1' }, { properties }) }).toEqual({
      a: 1,
      b: '1',
      c: 1,
      d: '1',
    });
  });

  it('is safe from prototype pollution', () => {
    const fields = Object.assign(Object.create(null), { ['__proto__']: 'x', toString: 'y', title: 'z' });
    const body = decodeForm(fields, schema);
    expect(Object.getPrototypeOf(body)).toBeNull();
    expect(body.toString).toBe('y');
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  it('round-trips every body', () => {
    const body = fc.record(
      {
        title: fc.string(),
        count: fc.integer(),
        ratio: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
        flag: fc.boolean(),
        author: fc.record({ name: fc.string() }),
        tags: fc.array(fc.string(), { minLength: 2 }),
        ranks: fc.array(fc.integer()),
      },
      { noNullPrototype: true },
    );
    const asForm = (value: unknown): string | string[] => {
      if (typeof value === 'string') return value;
      return Array.isArray(value) && value.every((item) => typeof item === 'string') && value.length > 1
        ? value
        : JSON.stringify(value);
    };
    fc.assert(
      fc.property(body, (original) => {
        const fields = Object.fromEntries(
          Object.entries(original).map(([name, value]) => [name, asForm(value)]),
        );
        expect({ ...decodeForm(fields, schema) }).toEqual(JSON.parse(JSON.stringify(original)));
      }),
    );
  });

  it('never throws, drops a field or changes text fields', () => {
    const value = fc.oneof(
      fc.string(),
      fc.json(),
      fc.array(fc.string()),
      fc.constantFrom('{', '[', '1', 'true', ''),
    );
    const names = fc.oneof(fc.constantFrom(...Object.keys(schema.properties)), fc.string());
    fc.assert(
      fc.property(fc.dictionary(names, value), (fields) => {
        const body = decodeForm(fields, schema);
        expect(Object.keys(body).sort()).toEqual(Object.keys(fields).sort());
        for (const name of Object.keys(fields)) {
          const given = fields[name];
          const isText = name === 'title' || name === 'note' || !Object.hasOwn(schema.properties, name);
          if (isText) expect(body[name]).toEqual(given);
        }
      }),
    );
  });

  it('survives deeply nested JSON', () => {
    const deep = `{"a":${'['.repeat(400_000)}`;
    expect(decoded('author', deep)).toBe(deep);
    // As in a body, which may be nested to any depth.
    expect(decoded('author', `{"a":${'['.repeat(70_000)}${']'.repeat(70_000)}}`)).toBeTypeOf('object');
  });

  it('parses no more JSON than a body may have, over all fields', () => {
    const [author, tags] = [`{"a":"${'x'.repeat(700_000)}"}`, `["${'x'.repeat(700_000)}"]`];
    expect(decodeForm({ author, tags }, schema)).toEqual({ author: JSON.parse(author), tags: [tags] });
  });

  it('parses no more names and values than a body may have, over all fields', () => {
    const many = `[${'0,'.repeat(50_000)}0]`;
    const author = `{"a":${many}}`;
    expect(decodeForm({ author, tags: many }, schema)).toEqual({ author: JSON.parse(author), tags: [many] });
    // An open quotation mark in one field hides nothing in another.
    const tags = `[${'0,'.repeat(200_000)}0]`;
    expect(decodeForm({ author: '{"', tags }, schema)).toEqual({ author: '{"', tags: [tags] });
  });
});
