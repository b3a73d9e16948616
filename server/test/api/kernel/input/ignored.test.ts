// What a query string or a body asks for and the operation does not know: named, or refused on request.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../../../support/program.ts';
import { countQueries } from '../../../support/queries.ts';

let program: TestProgram;
let postId: string;
let statusId: string;

beforeAll(async () => {
  program = await startProgram();
  postId = (await program.live.post('/posts', { title: 'Ignored' })).body.data.id;
  statusId = (await program.live.get('/statuses')).body.data.statuses[1].id;
});
afterAll(() => program.close());

const strict = { prefer: 'handling=strict' };

type Row = [name: string, method: string, path: () => string, body: object | undefined, ignored: string];
const rows: Row[] = [
  ['an unknown parameter', 'GET', () => '/posts?page=2', undefined, 'page'],
  ['an unknown filter', 'GET', () => '/posts?filters=colour:red;merged:false', undefined, 'filters.colour'],
  ['a filter without a colon', 'GET', () => '/posts?filters=statusId', undefined, 'filters.statusId'],
  ['a flag that is neither', 'GET', () => '/posts?filters=merged:maybe', undefined, 'filters.merged'],
  ['an unknown include', 'GET', () => '/posts?include=voters;writer', undefined, 'include.writer'],
  ['an unknown order', 'GET', () => '/posts?sortBy=popular', undefined, 'sortBy.popular'],
  ['a limit that is no number', 'GET', () => '/posts?limit=all&cursor=x', undefined, 'cursor, limit'],
  ['an order where there is one only', 'GET', () => '/votes?sortBy=oldest', undefined, 'sortBy'],
  [
    'all of them',
    'GET',
    () => '/posts?a=1&filters=b:1;c:2&include=d&sortBy=e',
    undefined,
    'filters.b, filters.c, sortBy.e, include.d, a',
  ],
  ['of one post', 'GET', () => `/posts/${postId}?include=likes&x=1`, undefined, 'include.likes, x'],
  ['of comments', 'GET', () => `/posts/${postId}/comments?filters=a:b`, undefined, 'filters.a'],
  ['of the key', 'GET', () => '/me?x=1', undefined, 'x'],
  ['of a HEAD', 'HEAD', () => '/posts?page=2', undefined, 'page'],
  ['of a create', 'POST', () => '/posts?notify=true', { title: 'x' }, 'notify'],
  ['of an edit', 'PATCH', () => `/posts/${postId}?x`, { title: 'x' }, 'x'],
  ['of a delete', 'DELETE', () => '/posts/nothing?force=1', undefined, 'force'],
  ['a field', 'POST', () => '/posts', { title: 'x', statusID: 'y', constructor: 1 }, 'statusID, constructor'],
  [
    'a field of an object',
    'POST',
    () => '/posts',
    { title: 'x', author: { email: 'a@b.co', nmae: 'A' } },
    'author.nmae',
  ],
  ['a field of an edit', 'PATCH', () => `/posts/${postId}`, { title: 'x', id: 'post_x' }, 'id'],
  [
    'a field of an entry',
    'PUT',
    () => `/posts/${postId}/votes`,
    { voters: [{ email: 'a@b.co' }, { email: 'b@b.co', naem: 'B', user: { nick: 'b' } }] },
    'voters.1.naem, voters.1.user.nick',
  ],
  ['a field where none is known', 'DELETE', () => '/posts/nothing', { force: true }, 'force'],
];

describe.each(rows)('%s: %s', (_name, method, path, body, ignored) => {
  const options = (headers = {}) => ({ headers, ...(body !== undefined && { body }) });

  it('is ignored and named in Earshot-Ignored', async () => {
    for (const client of [program.live, program.test]) {
      const { status, headers } = await client.call(method, path(), options());
      expect(status).not.toBe(400);
      expect(headers['earshot-ignored']?.split(', ').sort()).toEqual(ignored.split(', ').sort());
      expect(headers['preference-applied']).toBeUndefined();
    }
  });

  it('is 400 with Prefer: handling=strict, named in details, and changes nothing', async () => {
    const before = program.dump();
    for (const client of [program.live, program.test]) {
      const answer = await client.call(method, path(), options(strict));
      expect([answer.status, answer.headers['preference-applied']]).toEqual([400, 'handling=strict']);
      expect(answer.headers['earshot-ignored']).toBeUndefined();
      if (method === 'HEAD') continue;
      const { details, message } = answer.body.error;
      expect(details.map(({ field }: { field: string }) => field).sort()).toEqual(ignored.split(', ').sort());
      expect(message).toBe(details[0].message);
      for (const detail of details) expect(detail.message).toContain(`"${detail.field}"`);
    }
    expect(program.dump() === before, 'the data are as they were').toBe(true);
  });
});

describe('Prefer', () => {
  it.each([
    ['handling=strict', true],
    ['Handling=Strict', true],
    ['handling="strict"', true],
    ['respond-async, wait=10; x="a,b", handling = strict', true],
    ['foo="a, handling=lenient, b", handling=strict', true],
    ['handling=lenient, handling=strict', false],
    ['handling=lenient', false],
    ['handling', false],
    ['strict', false],
    ['x-handling=strict', false],
    ['"handling=strict', false],
    ['', false],
  ])('%j is strict: %s', async (prefer, isStrict) => {
    const { status } = await program.live.get('/posts?page=2', { prefer });
    expect(status).toBe(isStrict ? 400 : 200);
  });

  it('may be several headers', async () => {
    const { statusCode } = await program.app.inject({
      url: '/v1/posts?page=2',
      headers: { 'x-api-key': program.secrets.live, prefer: ['wait=1', 'handling=strict'] },
    });
    expect(statusCode).toBe(400);
  });

  it('is confirmed if nothing was ignored, also with 304 and errors', async () => {
    const known = `/posts?limit=1000&cursor=0&filters=statusId:${statusId};search:;search:x&include=voters&sortBy=votes`;
    const { status, headers } = await program.live.get(known, strict);
    expect([status, headers['preference-applied'], headers['earshot-ignored']]).toEqual([
      200,
      'handling=strict',
      undefined,
    ]);
    const again = await program.live.get(known, { ...strict, 'if-none-match': headers.etag ?? '' });
    expect([again.status, again.headers['preference-applied']]).toEqual([304, 'handling=strict']);
    const missing = await program.live.get('/posts/nothing', strict);
    expect([missing.status, missing.headers['preference-applied']]).toEqual([404, 'handling=strict']);
  });

  it('comes after the key and the path', async () => {
    const url = '/v1/posts?page=2';
    expect((await program.app.inject({ url, headers: strict })).statusCode).toBe(401);
    expect((await program.live.get('/nothing?page=2', strict)).status).toBe(404);
  });

  it.each([
    ['a parameter', '/posts?x=1', {}],
    ['a field', '/posts', { x: 1 }],
  ])('is not part of the request under an Idempotency-Key: %s', async (key, path, more) => {
    const send = (headers: Record<string, string>) =>
      program.live.call('POST', path, {
        body: { title: 'Once', ...more },
        headers: { 'idempotency-key': key, ...headers },
      });
    expect((await send(strict)).status).toBe(400);
    const made = await send({});
    expect([made.status, made.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect((await send({})).headers['idempotent-replayed']).toBe('true');
  });
});

describe('an unknown field', () => {
  const refusedBy = async (path: string, body: object) => {
    const messages: string[][] = [];
    for (const client of [program.live, program.test]) {
      const { status, body: answer } = await client.call('POST', path, { body, headers: strict });
      expect(status).toBe(400);
      messages.push(answer.error.details.map(({ message }: { message: string }) => message));
    }
    expect(messages[1]).toEqual(messages[0]);
    return messages[0];
  };

  it('is refused together with all other wrong fields, with what may have been meant', async () => {
    const body = {
      titel: 'x',
      tags: 7,
      status_id: 'stat_x',
      author: { email: 'no address', nmae: 'A' },
      color: 'red',
    };
    expect((await refusedBy('/posts', body))?.sort()).toEqual(
      [
        '"title" is required.',
        '"tags" must be a list, each entry a string.',
        '"titel" is not a field of this operation. Did you mean `title`?',
        '"status_id" is not a field of this operation. Did you mean `statusId`?',
        '"author.nmae" is not a field of this operation. Did you mean `author.name`?',
        '"color" is not a field of this operation.',
        '"author.email" must be an email address.',
      ].sort(),
    );
  });

  it('is refused in an operation that names all wrong fields', async () => {
    const body = { operations: [{ method: 'GET', path: '/posts', bdy: {} }], atomc: true };
    expect(await refusedBy('/batch', body)).toEqual([
      '"operations.0.bdy" is not a field of this operation. Did you mean `operations.0.body`?',
      '"atomc" is not a field of this operation. Did you mean `atomic`?',
    ]);
  });

  it('is named or refused in a form, too', async () => {
    const send = (headers: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ title: 'x', stausId: 'y', author: '{"nmae":"A"}' }))
        form.append(name, value);
      form.append('attachments', new Blob(['%PDF-1.4'], { type: 'application/pdf' }), 'a.pdf');
      return program.live.call('POST', '/posts', { form, headers });
    };
    const before = program.dump();
    const files = await program.files();
    const refused = await send(strict);
    expect([refused.status, refused.body.error?.details]).toEqual([
      400,
      [
        {
          field: 'stausId',
          message: '"stausId" is not a field of this operation. Did you mean `statusId`?',
        },
        {
          field: 'author.nmae',
          message: '"author.nmae" is not a field of this operation. Did you mean `author.name`?',
        },
      ],
    ]);
    expect([program.dump() === before, await program.files()]).toEqual([true, files]);
    const made = await send({});
    expect([made.status, made.headers['earshot-ignored']]).toEqual([201, 'stausId, author.nmae']);
  });
});

describe('Earshot-Ignored', () => {
  it('is a safe, bounded header, whatever the names', async () => {
    const { headers } = await program.live.get(
      '/posts?a%0d%0aSet-Cookie:x=1&%F0%9F%98%80=2&a%2Cb=3&%2A=4&__proto__=5',
    );
    expect(headers['earshot-ignored']?.split(', ').sort()).toEqual(
      ['a%0D%0ASet-Cookie%3Ax', '%F0%9F%98%80', 'a%2Cb', '%2A', '__proto__'].sort(),
    );
    expect(headers['set-cookie']).toBeUndefined();
    const many = Array.from({ length: 500 }, (_, index) => `${'n'.repeat(20)}${index}=1`).join('&');
    const bounded = (await program.live.get(`/posts?${many}`)).headers['earshot-ignored'] ?? '';
    expect(bounded.length).toBeLessThan(1100);
    expect(bounded).toMatch(/, \*$/);
    const answer = await program.live.get(`/posts?${many}`, strict);
    expect(answer.body.error.details).toHaveLength(100);
    const long = (await program.live.get(`/posts?${'%E2%82%AC'.repeat(1000)}=1`)).headers['earshot-ignored'];
    expect(long).toBe('%E2%82%AC'.repeat(64));
  });

  it('is right for cached responses, which ignored parameters share', async () => {
    const path = '/posts?include=author';
    const plain = await program.live.get(path);
    const queries = await countQueries(async () => {
      for (const nonce of ['1', '2', '3']) {
        const again = await program.live.get(`${path};nothing&_=${nonce}&filters=colour:${nonce}`);
        expect(again.headers['earshot-ignored']).toBe('filters.colour, include.nothing, _');
        expect([again.text, again.headers.etag]).toEqual([plain.text, plain.headers.etag]);
        const unchanged = await program.live.get(`${path}&_=${nonce}`, {
          'if-none-match': plain.headers.etag ?? '',
        });
        expect([unchanged.status, unchanged.headers['earshot-ignored']]).toEqual([304, '_']);
      }
    });
    // Each request looks up its key, and nothing else.
    expect(queries).toBeLessThanOrEqual(6);
    expect((await program.live.get(path)).headers['earshot-ignored']).toBeUndefined();
    expect((await program.live.get('/posts?include=tags')).text).not.toBe(plain.text);
  });

  it('names fields after parameters, and says nothing about documents and maps, which may hold anything', async () => {
    const document = { type: 'doc', content: [{ type: 'paragraph', x: 1 }], x: 1 };
    const made = await program.live.post('/posts?page=2', {
      title: 'x',
      description: document,
      page: 3,
      x: 1,
    });
    expect([made.status, made.headers['earshot-ignored']]).toEqual([201, 'page, page, x']);
    const webhook = { url: 'https://example.com/', headers: { 'x-anything': 'y' }, enabled: false };
    const hook = await program.test.call('POST', '/webhooks', { body: webhook, headers: strict });
    expect([hook.status, hook.headers['earshot-ignored']]).toEqual([201, undefined]);
  });

  it.each<[string, object]>([
    ['10,000 fields', Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field${index}`, 1]))],
    ['a name of 900 KB', { ['n'.repeat(900_000)]: 1 }],
    ['names outside ASCII', { ключ: 1, 'a\r\nSet-Cookie: x=1': 1, '\ud800': 1, '*': 1, 'a, b': 1 }],
    ['names of prototypes', { ...JSON.parse('{"__proto__": 1}'), toString: 1, hasOwnProperty: 1 }],
    [
      'many entries',
      { voters: Array.from({ length: 1_000 }, () => ({ email: 'a@b.co', x: 1, ['y'.repeat(99)]: 1 })) },
    ],
  ])('is bounded and safe with %s in a body', async (_, fields) => {
    const path = 'voters' in fields ? `/posts/${postId}/votes` : '/posts';
    const method = 'voters' in fields ? 'PUT' : 'POST';
    const body = { title: 'x', ...fields };
    const { status, headers } = await program.test.call(method, path, { body });
    expect(status).toBeLessThan(300);
    const header = headers['earshot-ignored'] ?? '';
    expect(header).toMatch(/^[\w.%'()!~*-]+(?:, [\w.%'()!~*-]+)*$/);
    expect(header.length).toBeLessThan(1100);
    expect(headers['set-cookie']).toBeUndefined();
    const refused = await program.live.call(method, path, { body, headers: strict });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details.length).toBeLessThanOrEqual(100);
    expect(refused.text.length).toBeLessThan(30_000);
  });

  it('names what the operations of a batch ignore, also when it is replayed', async () => {
    const operations = [
      { method: 'GET', path: '/posts?page=2&limit=1', verb: 'x' },
      { method: 'GET', path: '/posts?limit=1' },
      { method: 'GET', path: '/votes?filters=a:b&limit=1' },
      { method: 'POST', path: '/posts?y=1', body: { title: 'In a batch', author: { nmae: 'A' } } },
    ];
    for (const replayed of [undefined, 'true']) {
      const answer = await program.live.call('POST', '/batch?x=1', {
        body: { operations },
        headers: { 'idempotency-key': 'batch' },
      });
      expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([200, replayed]);
      expect(answer.headers['earshot-ignored']).toBe(
        'x, operations.0.verb, operations.0.page, operations.2.filters.a, operations.3.y, ' +
          'operations.3.body.author.nmae',
      );
    }
  });

  it('is replaced by a 400 of each operation of a strict batch', async () => {
    const operations = [
      { method: 'POST', path: '/posts', body: { title: 'Never', x: 1 } },
      { method: 'GET', path: '/posts?limit=1' },
    ];
    const before = program.dump();
    for (const atomic of [false, true]) {
      const { status, body, headers } = await program.live.call('POST', '/batch', {
        body: { operations, atomic },
        headers: strict,
      });
      const statuses = body.data.results.map((result: { status: number }) => result.status);
      expect([status, statuses]).toEqual([200, atomic ? [400, 409] : [400, 200]]);
      expect(body.data.results[0].body.error.details).toMatchObject([{ field: 'x' }]);
      expect([headers['preference-applied'], headers['earshot-ignored']]).toEqual([
        'handling=strict',
        undefined,
      ]);
    }
    expect(program.dump() === before, 'the data are as they were').toBe(true);
  });
});

it('GET /posts never answers 400 for limit, cursor and sortBy without strict handling', async () => {
  for (const value of ['', 'x', '-1', '0', '1e99', '9'.repeat(400), '%00', '%F0%9F%98%80'])
    for (const name of ['limit', 'cursor', 'sortBy'])
      expect((await program.live.get(`/posts?${name}=${value}`)).status).toBe(200);
});
