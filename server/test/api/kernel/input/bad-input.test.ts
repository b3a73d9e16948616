import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documentOf, type Schema, typesOf } from '../../../guards/document.ts';
import { type CallOptions, callerClient } from '../../../support/caller.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';

let program: TestProgram;
let postId: string;
let commentId: string;
let before: string;

beforeAll(async () => {
  program = await startProgram();
  postId = (await program.live.post('/posts', { title: 'There' })).body.data.id;
  commentId = (await program.live.post(`/posts/${postId}/comments`, { content: 'Hm' })).body.data.id;
});
beforeEach(() => {
  before = program.dump();
});
afterAll(() => program.close());

/** Values of every JSON type. Strings are valid for any text field. */
const samples: Record<string, unknown[]> = {
  string: ['text'],
  number: [0, -1, 1.5, 1e308],
  boolean: [true, false],
  null: [null],
  array: [[], [1], [['x']], [null]],
  object: [{}, { x: 1 }],
};

/** The operations, each with the fields that make a body valid apart from the wrong field. */
const operations = [
  { method: 'POST', path: '/posts', template: '/posts', body: { title: 'x' } },
  { method: 'PATCH', path: () => `/posts/${postId}`, template: '/posts/{id}', body: {} },
  {
    method: 'POST',
    path: () => `/posts/${postId}/comments`,
    template: '/posts/{id}/comments',
    body: { content: 'x' },
  },
  { method: 'PATCH', path: () => `/comments/${commentId}`, template: '/comments/{id}', body: {} },
  {
    method: 'POST',
    path: () => `/posts/${postId}/votes`,
    template: '/posts/{id}/votes',
    body: { userEmail: 'a@b.co' },
  },
  {
    method: 'DELETE',
    path: () => `/posts/${postId}/votes`,
    template: '/posts/{id}/votes',
    body: { userEmail: 'a@b.co' },
  },
] as const;

const pathOf = (path: string | (() => string)): string => (typeof path === 'string' ? path : path());

function bodySchema(method: string, template: string): Schema {
  const document = documentOf(program.app);
  const operation = document.paths[template]?.[method.toLowerCase()];
  const schema = operation?.requestBody?.content['application/json']?.schema;
  if (schema === undefined) throw new Error(`${method} ${template} documents no JSON body.`);
  return schema;
}

/**
 * Every field of a schema, including nested ones, with every value of a type that it does not accept. Except in a
 * PATCH, null is no wrong value of an optional field.
 */
function* wrongValues(
  method: string,
  schema: Schema,
  path: string[] = [],
): Generator<[path: string[], value: unknown, named?: string[]]> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const here = [...path, name];
    const taken = new Set(typesOf(property));
    for (const [type, values] of Object.entries(samples)) {
      if (type === 'string' && property.enum !== undefined) yield [here, 'none-of-these'];
      if (type === 'null' && method !== 'PATCH' && !schema.required?.includes(name)) continue;
      const isTaken = (value: unknown) => taken.has('integer') && Number.isInteger(value);
      if (!taken.has(type)) for (const value of values) if (!isTaken(value)) yield [here, value];
    }
    // In a list of objects, the entry is named.
    const entry = property.items?.properties === undefined ? here : [...here, '0'];
    if (property.items !== undefined)
      for (const value of [1, null, [], {}]) yield [here, ['x', value], entry];
    if (property.properties !== undefined) yield* wrongValues(method, property, here);
  }
}

const nested = (path: string[], value: unknown): Record<string, unknown> => {
  const [name = '', ...rest] = path;
  return { [name]: rest.length === 0 ? value : nested(rest, value) };
};

async function expectRefusal(
  method: string,
  path: string,
  options: CallOptions,
  field?: string,
): Promise<void> {
  for (const secret of [program.secrets.live, program.secrets.test]) {
    const answer = await callerClient(program.app, secret).call(method, path, options);
    expect([answer.status, answer.body.error?.code, answer.text]).toEqual([
      400,
      'BAD_REQUEST',
      expect.any(String),
    ]);
    if (field !== undefined) {
      expect(answer.body.error.message).toContain(`"${field}"`);
      expect(answer.body.error.details).toContainEqual({
        field,
        message: expect.stringContaining(`"${field}"`),
      });
    }
  }
}

/** Compares without printing both dumps on failure. */
const unchanged = () => expect(program.dump() === before, 'the data are as they were').toBe(true);
const json = (raw: string | Buffer, type = 'application/json'): CallOptions => ({
  raw,
  headers: { 'content-type': type },
});

describe('every wrong type for every field', () => {
  it.each(operations)(
    'of $method $template returns 400, names the field, and changes nothing',
    async (operation) => {
      const schema = bodySchema(operation.method, operation.template);
      const fields = new Set<string>();
      for (const [path, value, named = path] of wrongValues(operation.method, schema)) {
        const field = named.join('.');
        fields.add(path.join('.'));
        const body = { ...operation.body, ...nested(path, value) };
        await expectRefusal(operation.method, pathOf(operation.path), { body }, field);
      }
      unchanged();
      // The schema has no field that was not tested.
      for (const name of Object.keys(schema.properties ?? {})) expect(fields).toContain(name);
    },
  );

  it('of a form returns 400 and names the field', async () => {
    for (const [field, values] of [
      ['voteAsAuthor', ['maybe']],
      ['title', ['two', 'titles']],
      ['author', ['not an object']],
      ['descriptionFormat', ['rtf']],
      ['sourceUrl', ['a', 'b']],
      ['externalId', ['a', 'b']],
      ['createdAt', ['a', 'b']],
    ] as const) {
      const form = new FormData();
      if (field !== 'title') form.append('title', 'x');
      for (const value of values) form.append(field, value);
      await expectRefusal('POST', '/posts', { form }, field);
    }
    unchanged();
  });
});

describe('a body that is not a JSON object', () => {
  const bodies: [string, CallOptions][] = [
    ['truncated JSON', json('{"title":"x"')],
    ['a bare word', json('title')],
    ['single quotes', json("{'title':'x'}")],
    ['a trailing comma', json('{"title":"x",}')],
    ['two values', json('{"title":"x"}{}')],
    ['NaN', json('{"title":NaN}')],
    ['a form declared as JSON', json('title=x')],
    ['an array', json('[]')],
    ['an array of bodies', json('[{"title":"x"}]')],
    ['a string', json('"title"')],
    ['a number', json('7')],
    ['true', json('true')],
    ['10,000 nested arrays', json('['.repeat(10_000) + ']'.repeat(10_000))],
    ['10,000 unclosed arrays', json('['.repeat(10_000))],
    ['invalid UTF-8', json(Buffer.from('{"title":"a\xffb"}', 'latin1'))],
    ['a surrogate encoded in UTF-8', json(Buffer.from('7b227469746c65223a22eda080227d', 'hex'))],
    ['an overlong UTF-8 sequence', json(Buffer.from('7b227469746c65223a22c080227d', 'hex'))],
    ['UTF-16', json(Buffer.from('{"title":"x"}', 'utf16le'))],
  ];

  it.each(bodies)('returns 400 everywhere: %s', async (_name, options) => {
    for (const { method, path } of operations) await expectRefusal(method, pathOf(path), options);
    unchanged();
  });

  it.each([
    ['{"title":"x"', 'line 1, column 13'],
    ['{\n  "title": "x",\n}', 'line 3, column 1'],
    ["{'title':'x'}", 'line 1, column 2'],
    ['['.repeat(10_000), 'line 1, column 10001'],
    [`{"title": "${'é'.repeat(1000)}\n"}`, 'line 1, column 1012'],
  ])('says where it stops being JSON: %#', async (raw, place) => {
    const { body } = await program.live.call('POST', '/posts', json(raw));
    expect(body.error.message).toBe(`The body is not valid JSON: ${place}.`);
  });

  it('says where a field of a form stops being JSON, next to other wrong fields', async () => {
    const form = new FormData();
    form.append('author', '{"email": "a@b.co", name: "A"}');
    const { body } = await program.live.call('POST', '/posts', { form });
    expect(body.error.details).toEqual([
      { field: 'title', message: '"title" is required.' },
      {
        field: 'author',
        message: '"author" must be an object; its text is not valid JSON: line 1, column 21.',
      },
    ]);
  });

  it.each<[string, CallOptions]>([
    ['nothing', {}],
    ['an empty body', json('')],
    ['spaces', json(' \n ')],
    ['null', json('null')],
    ['an empty object', json('{}')],
  ])('names the missing field if the body is %s', async (_name, options) => {
    await expectRefusal('POST', '/posts', options, 'title');
    await expectRefusal('POST', `/posts/${postId}/comments`, options, 'content');
    await expectRefusal('POST', `/posts/${postId}/votes`, options, 'userId');
    await expectRefusal('DELETE', `/posts/${postId}/votes`, options, 'userId');
    unchanged();
  });
});

describe('text that cannot be stored', () => {
  const texts = ['a\0b', '\ud800', 'x\udfff', '\udfff\ud800'];
  const fields: [method: string, field: string, path: () => string, body: object][] = [
    ['POST', 'title', () => '/posts', {}],
    ['POST', 'postTypeId', () => '/posts', { title: 'x' }],
    ['POST', 'statusId', () => '/posts', { title: 'x' }],
    ['POST', 'externalId', () => '/posts', { title: 'x' }],
    ['POST', 'sourceUrl', () => '/posts', { title: 'x' }],
    ['POST', 'createdAt', () => '/posts', { title: 'x' }],
    ['POST', 'authorId', () => '/posts', { title: 'x' }],
    ['POST', 'authorExternalId', () => '/posts', { title: 'x' }],
    ['POST', 'userEmail', () => '/posts', { title: 'x' }],
    ['POST', 'authorName', () => '/posts', { title: 'x', authorEmail: 'a@b.co' }],
    ['POST', 'userAvatarUrl', () => '/posts', { title: 'x', userEmail: 'a@b.co' }],
    ['PATCH', 'title', () => `/posts/${postId}`, {}],
    ['PATCH', 'externalId', () => `/posts/${postId}`, {}],
    ['PATCH', 'statusComment', () => `/posts/${postId}`, {}],
    ['POST', 'content', () => `/posts/${postId}/comments`, {}],
    ['POST', 'parentId', () => `/posts/${postId}/comments`, { content: 'x' }],
    ['PATCH', 'content', () => `/comments/${commentId}`, {}],
    ['POST', 'userExternalId', () => `/posts/${postId}/votes`, {}],
    ['DELETE', 'userId', () => `/posts/${postId}/votes`, {}],
  ];

  it.each(fields)('%s rejects NUL and lone surrogates in "%s"', async (method, field, path, body) => {
    for (const text of texts) {
      await expectRefusal(method, path(), { body: { ...body, [field]: text } }, field);
    }
    unchanged();
  });

  it.each(['tags', 'removeAttachmentIds'])('is rejected inside a list: %s', async (field) => {
    for (const text of texts) {
      await expectRefusal('PATCH', `/posts/${postId}`, { body: { [field]: ['fine', text] } }, field);
    }
    unchanged();
  });
});

describe('deep and unusual JSON', () => {
  const deep = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

  it.each(['title', 'tags', 'author', 'statusId', 'externalId'])(
    'is rejected as the value of a field, 10,000 arrays deep: %s',
    async (field) => {
      const raw = `{"title":"x","${field}":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
      await expectRefusal('POST', '/posts', json(raw), field);
      unchanged();
    },
  );

  it('is rejected as a document that is 10,000 levels deep', async () => {
    const raw = `{"title":"x","description":{"type":"doc","content":${'[{"content":'.repeat(10_000)}[]${'}]'.repeat(10_000)}}}`;
    await expectRefusal('POST', '/posts', json(raw), 'description');
    unchanged();
  });

  it('is ignored in an unknown field', async () => {
    const { status } = await program.test.call(
      'POST',
      '/posts',
      json(JSON.stringify({ title: 'x', more: deep(1000) })),
    );
    expect(status).toBe(201);
    const raw = `{"title":"x","more":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    expect((await program.test.call('POST', '/posts', json(raw))).status).toBe(201);
    unchanged();
  });

  it('is ignored with an Idempotency-Key and in a batch too, which store the request', async () => {
    const raw = `{"title":"x","more":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    const once = { ...json(raw).headers, 'idempotency-key': 'deep' };
    const batch = `{"operations":[{"method":"POST","path":"/posts","body":${raw}}]}`;
    expect((await program.test.call('POST', '/posts', { raw, headers: once })).status).toBe(201);
    const { body } = await program.test.call('POST', '/batch', json(batch));
    expect(body.data.results[0].status).toBe(201);
    unchanged();
  });

  it('neither reads from nor pollutes a prototype', async () => {
    for (const raw of [
      '{"__proto__":{"title":"x"}}',
      '{"constructor":{"prototype":{"title":"x"}}}',
      '{"\\u005f_proto__":{"title":"x"}}',
    ]) {
      await expectRefusal('POST', '/posts', json(raw), 'title');
    }
    const raw =
      '{"title":"x","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"author":{"__proto__":{"id":"y"}}}';
    const { status } = await program.test.call('POST', '/posts', json(raw));
    expect(status).toBe(201);
    expect({}).not.toHaveProperty('polluted');
    unchanged();
  });

  it.each(['toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf'])(
    'ignores a field named %s',
    async (name) => {
      const { status } = await program.test.post('/posts', {
        title: 'x',
        [name]: 1,
        author: { email: 'a@b.co', [name]: 1 },
      });
      expect(status).toBe(201);
    },
  );

  it('uses the last of two fields with the same name, like JSON.parse', async () => {
    const { body } = await program.test.call('POST', '/posts', json('{"title":"one","title":"two"}'));
    expect(body.data.title).toBe('two');
  });
});

describe('content types', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;charset=UTF-8',
    'application/json ; x=y',
  ])('accepts %s, and validates the body accordingly', async (type) => {
    expect((await program.test.call('POST', '/posts', json('{"title":"x"}', type))).status).toBe(201);
    await expectRefusal('POST', '/posts', json('{"title":1}', type), 'title');
    unchanged();
  });

  it.each(operations)('$method $template rejects any other type with 415', async ({ method, path }) => {
    for (const type of [
      'text/plain',
      'text/json',
      'application/xml',
      'application/x-www-form-urlencoded',
      'json',
      'application/json, text/plain',
    ]) {
      for (const secret of [program.secrets.live, program.secrets.test]) {
        const { status, body } = await callerClient(program.app, secret).call(
          method,
          pathOf(path),
          json('{"title":"x"}', type),
        );
        expect([type, status, body.error.code]).toEqual([type, 415, 'UNSUPPORTED_MEDIA_TYPE']);
        expect(body.error.message).toMatch(
          /^This endpoint takes application\/json(?: or multipart\/form-data)?, not "[^";]+"\.$/,
        );
        expect(body.error.message).toContain(`"${type}"`);
      }
    }
    unchanged();
  });

  it('rejects a body without a content type', async () => {
    const { status, body } = await program.live.call('POST', '/posts', { raw: Buffer.from('{"title":"x"}') });
    expect([status, body.error.code, body.error.message]).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'This endpoint takes application/json or multipart/form-data. The request has no Content-Type.',
    ]);
    unchanged();
  });

  it.each([
    [
      'a form where none is taken',
      'POST',
      '/users',
      'multipart/form-data; boundary=b',
      'application/json',
      'multipart/form-data',
    ],
    [
      'JSON where a form is taken',
      'POST',
      '/imports',
      'application/json',
      'multipart/form-data',
      'application/json',
    ],
    [
      'a long type',
      'POST',
      '/users',
      `text/${'x'.repeat(5000)}`,
      'application/json',
      `text/${'x'.repeat(95)}`,
    ],
  ])('says what came and what is taken: %s', async (_name, method, path, type, taken, came) => {
    const { status, body } = await program.live.call(method, path, json('{}', type));
    expect([status, body.error.message]).toEqual([415, `This endpoint takes ${taken}, not "${came}".`]);
  });

  it('accepts a byte order mark before the JSON', async () => {
    const { status } = await program.test.call('POST', '/posts', json(Buffer.from('\ufeff{"title":"x"}')));
    expect(status).toBe(201);
  });
});

describe('malformed forms', () => {
  it.each<[string, string, string]>([
    ['a missing boundary', 'multipart/form-data', 'x'],
    ['a form without parts', 'multipart/form-data; boundary=b', 'x'],
    [
      'a form without an end',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nx',
    ],
    [
      'a part without a name',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n',
    ],
    [
      'a part called __proto__',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n',
    ],
  ])('return 400 or 415: %s', async (_name, type, raw) => {
    for (const secret of [program.secrets.live, program.secrets.test]) {
      const { status } = await callerClient(program.app, secret).call('POST', '/posts', json(raw, type));
      expect([400, 415]).toContain(status);
    }
    unchanged();
    expect(await program.files()).toEqual([]);
  });
});
