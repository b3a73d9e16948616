// References in a batch: a later operation names what an earlier one returned.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, CallerClient } from '../../../support/caller.ts';
import { breakTitle } from '../../../support/faults.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';

let program: TestProgram;
beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.close());

interface Operation {
  method: string;
  path: string;
  body?: unknown;
}

const create = (fields: object = {}): Operation => ({
  method: 'POST',
  path: '/posts',
  body: { title: 'Dark mode', author: { email: 'ada@example.com', name: 'Ada' }, ...fields },
});
const comment = (path: string, fields: object = {}): Operation => ({
  method: 'POST',
  path,
  body: { content: 'Yes.', ...fields },
});
const run = (client: CallerClient, operations: Operation[], atomic = false) =>
  client.post('/batch', { operations, atomic });
const statusesOf = ({ body }: Answer) => body.data.results.map(({ status }: { status: number }) => status);
const errorOf = ({ body }: Answer, index: number) => body.data.results[index].body.error;

const modes = [
  ['live', false],
  ['live', true],
  ['test', false],
  ['test', true],
] as const;

describe.each(modes)('a reference under a %s key, atomic: %s', (mode, atomic) => {
  const sent = (...operations: Operation[]) => run(program[mode], operations, atomic);

  it('stands for a field in a path, and in a body at any depth', async () => {
    const answer = await sent(
      create({ tags: ['ui'] }),
      comment('/posts/{0.id}/comments', { content: 'First' }),
      comment('/posts/{0.id}/comments', {
        parentId: { $ref: '1.id' },
        author: { id: { $ref: '0.author.id' } },
      }),
      { method: 'PATCH', path: '/posts/{0.id}', body: { tags: [{ $ref: '0.tags.0.id' }, 'dark'] } },
      { method: 'POST', path: '/posts/{0.id}/votes', body: { userEmail: { $ref: '0.author.email' } } },
    );
    const { results } = answer.body.data;
    expect(statusesOf(answer).slice(0, 4)).toEqual([201, 201, 201, 200]);
    const [post, first, reply, edited, vote] = results.map(
      ({ body }: { body: { data: unknown } }) => body.data,
    );
    expect(post.id).toMatch(mode === 'test' ? /^post_test_/ : /^post_/);
    expect(reply).toMatchObject({ postId: post.id, parentId: first.id, content: 'Yes.' });
    expect(edited).toMatchObject({ id: post.id });
    expect(vote).toMatchObject({ postId: post.id, voted: true });
    if (mode === 'live') expect(reply.author.id).toBe(post.author.id);
  });

  it.each<[what: string, operation: Operation, message: string]>([
    [
      'no operation',
      comment('/posts/{7.id}/comments'),
      '"path" has the reference "7.id", but operation 7 does not run before this one.',
    ],
    [
      'itself',
      comment('/posts/{1.id}/comments'),
      '"path" has the reference "1.id", but operation 1 does not run before this one.',
    ],
    [
      'a later one',
      comment('/posts/{2.id}/comments'),
      '"path" has the reference "2.id", but operation 2 does not run before this one.',
    ],
    [
      'no field',
      comment('/posts/{0.name}/comments'),
      '"path" has the reference "0.name", but the result of operation 0 has no such field.',
    ],
    [
      'an object',
      comment('/posts/{0.author}/comments'),
      '"path" has the reference "0.author", which is neither a string nor a number.',
    ],
    [
      'null',
      comment('/posts/{0.externalId}/comments'),
      '"path" has the reference "0.externalId", which is neither a string nor a number.',
    ],
    [
      'a whole result',
      comment('/posts/{0}/comments'),
      '"path" has the reference "0", which is not of the form "0.id".',
    ],
    [
      'an empty name',
      comment('/posts/{0.author..id}/comments'),
      '"path" has the reference "0.author..id", which is not of the form "0.id".',
    ],
    [
      'a prototype',
      create({ title: { $ref: '0.__proto__.constructor.name' } }),
      '"title" has the reference "0.__proto__.constructor.name", but the result of operation 0 has no such field.',
    ],
    [
      'a method',
      create({ title: { $ref: '0.title.toString' } }),
      '"title" has the reference "0.title.toString", but the result of operation 0 has no such field.',
    ],
    [
      'a JSON pointer',
      create({ author: { email: { $ref: '#/0/id' } } }),
      '"author.email" has the reference "#/0/id", which is not of the form "0.id".',
    ],
    ['a number', create({ tags: ['a', { $ref: 0 }] }), '"tags.1" has a "$ref" that is not a string.'],
  ])('400: to %s', async (_what, operation, message) => {
    const before = program.dump();
    const answer = await sent(create(), operation, create());
    expect(answer.body.data.applied).toBe(!atomic);
    expect(statusesOf(answer)).toEqual(atomic ? [409, 400, 409] : [201, 400, 201]);
    expect(errorOf(answer, 1)).toMatchObject({ code: 'BAD_REQUEST', message, status: 400 });
    expect(errorOf(answer, 1).details).toHaveLength(1);
    if (atomic || mode === 'test') expect(program.dump()).toBe(before);
  });

  it('400: to an operation that failed', async () => {
    const answer = await sent(create({ title: '' }), comment('/posts/{0.id}/comments'));
    expect(statusesOf(answer)).toEqual([400, atomic ? 409 : 400]);
    if (!atomic)
      expect(errorOf(answer, 1).message).toBe('"path" has the reference "0.id", but operation 0 failed.');
  });

  it('is percent-encoded in a path, and cannot lead to another endpoint', async () => {
    const named = create({ externalId: `a/b?c#d-${mode}-${atomic}` });
    const found = await sent(named, { method: 'GET', path: '/posts?filters=externalId:{0.externalId}' });
    expect(statusesOf(found)).toEqual([201, 200]);
    expect(found.body.data.results[1].body.data.posts).toHaveLength(mode === 'test' && !atomic ? 0 : 1);
    const refused: [title: string, path: string][] = [
      ['..', '/posts/{0.title}/votes'],
      ['.', '/posts/.{0.title}/votes'],
      ['votes', '/posts/x/{0.title}'],
      ['batch', '/{0.title}'],
    ];
    for (const [title, path] of refused) {
      const answer = await sent(create({ title }), { method: 'PUT', path, body: { voters: [] } });
      expect([title, errorOf(answer, 1)?.message]).toEqual([
        title,
        expect.stringMatching(/^"path" (has a reference whose value would lead to another endpoint|must )/),
      ]);
    }
  });
});

describe('what a batch may refer to', () => {
  it('only sees what the key can see: another workspace stays 404', async () => {
    const { body } = await program.live.post('/posts', { title: 'Mine' });
    const answer = await run(program.stranger, [
      { method: 'GET', path: `/posts/${body.data.id}` },
      create({ title: { $ref: '0.title' } }),
    ]);
    expect(statusesOf(answer)).toEqual([404, 400]);
    expect(answer.text).not.toContain('Mine');
  });

  it('leaves other braces and other objects alone', async () => {
    const document = { type: 'doc', content: [{ type: 'paragraph', attrs: { $ref: '0.id', other: 1 } }] };
    const answer = await run(program.live, [
      create({ title: 'Braces {0.id}', description: document, descriptionFormat: 'json' }),
      { method: 'GET', path: '/posts?filters=search:{braces}' },
      { method: 'GET', path: '/posts/%7B0.id%7D' },
    ]);
    expect(statusesOf(answer)).toEqual([201, 200, 400]);
    expect(answer.body.data.results[0].body.data.title).toBe('Braces {0.id}');
    expect(answer.body.data.results[1].body.data.posts).toHaveLength(1);
    expect(errorOf(answer, 2).message).toMatch(/^"id" must be/);
  });

  it('works below an external id', async () => {
    const answer = await run(program.live, [
      create({ externalId: 'crm/7 ä' }),
      comment('/posts/by-external-id/{0.externalId}/comments'),
      { method: 'PUT', path: '/posts/by-external-id/{0.externalId}', body: { title: 'Renamed' } },
    ]);
    expect(statusesOf(answer)).toEqual([201, 201, 200]);
    const [post, reply, renamed] = answer.body.data.results.map(
      ({ body }: { body: { data: object } }) => body.data,
    );
    expect([reply.postId, renamed.id]).toEqual([post.id, post.id]);
  });

  it('400: a path that is too long once it is filled in', async () => {
    const description = 'ä'.repeat(6_000);
    const answer = await run(program.live, [
      create({ description }),
      { method: 'GET', path: '/posts?filters=search:{0.descriptionHtml}' },
    ]);
    expect(errorOf(answer, 1).message).toBe('"path" must be at most 16384 bytes long, percent-encoded.');
  });

  it('400: references that would blow up a body', async () => {
    const { body } = create({ description: 'x'.repeat(90_000) });
    const answer = await run(program.live, [
      { method: 'POST', path: '/posts', body },
      create({ tags: Array.from({ length: 1000 }, () => ({ $ref: '0.descriptionHtml' })) }),
    ]);
    expect(statusesOf(answer)).toEqual([201, 400]);
    expect(errorOf(answer, 1).message).toMatch(/^"tags\.\d+" has .* at most 1048576 bytes/);
  });

  it('accepts bodies of any depth', async () => {
    const depth = 20_000;
    const nested = `${'['.repeat(depth)}{"$ref":"0.id"}${']'.repeat(depth)}`;
    const operations = `[{"method":"POST","path":"/posts","body":{"title":"Deep"}},
      {"method":"POST","path":"/posts","body":{"title":"Deeper","ignored":${nested}}}]`;
    const answer = await program.live.call('POST', '/batch', {
      raw: `{"operations":${operations}}`,
      headers: { 'content-type': 'application/json' },
    });
    expect(statusesOf(answer)).toEqual([201, 201]);
  });
});

describe('with an Idempotency-Key', () => {
  const send = (key: string, operations: Operation[], atomic: boolean) =>
    program.live.call('POST', '/batch', {
      body: { operations, atomic },
      headers: { 'idempotency-key': key },
    });

  it.each([false, true])(
    'a repeat replays the answer and makes nothing twice, atomic: %s',
    async (atomic) => {
      const operations = [create(), comment('/posts/{0.id}/comments')];
      const first = await send(`refs-${atomic}`, operations, atomic);
      const again = await send(`refs-${atomic}`, operations, atomic);
      expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
      const { id } = first.body.data.results[0].body.data;
      expect((await program.live.get(`/posts/${id}/comments`)).body.data).toHaveLength(1);
    },
  );

  it('a repeat runs what depended on a temporary failure', async () => {
    const operations = [create({ title: 'Broken' }), comment('/posts/{0.id}/comments')];
    const { mend } = await breakTitle(program, 'Broken');
    const failed = await send('refs-broken', operations, false);
    expect(statusesOf(failed)).toEqual([expect.any(Number), 400]);
    await mend();
    expect(statusesOf(await send('refs-broken', operations, false))).toEqual([201, 201]);
  });
});

it('a bulk body below a reference is charged by its entries', async () => {
  const limited = await startProgram({ environment: { RATE_LIMIT_WRITE: '20' } });
  try {
    const voters = Array.from({ length: 250 }, (_, index) => ({ email: `v${index}@example.com` }));
    const operations = [create(), { method: 'PUT', path: '/posts/{0.id}/votes', body: { voters } }];
    for (const client of [limited.live, limited.test]) {
      const answer = await run(client, operations);
      expect(statusesOf(answer)).toEqual([201, 200]);
      // One for the operations, three for the voters.
      expect(answer.headers['x-ratelimit-remaining']).toBe('16');
    }
  } finally {
    await limited.close();
  }
});
