// Writes are answered from what was written, without reading it again, and need few statements.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statementsOf } from '../../golden/statements.ts';
import { png } from '../../http/pictures.ts';
import type { Answer } from '../../support/caller.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
let run = 0;
let catalog: { statusId: string; postTypeId: string; tagId: string };

const picture = png(3, 2);
const known = { authorEmail: 'known@example.com' };

beforeAll(async () => {
  program = await startProgram();
  const { live } = program;
  const statuses = (await live.get('/statuses')).body.data.statuses;
  const types = (await live.get('/post-types')).body.data.postTypes;
  const tag = await live.post('/tags', { name: 'Known', color: '#3b82f6' });
  catalog = { statusId: statuses.at(-1).id, postTypeId: types.at(-1).id, tagId: tag.body.data.id };
  await live.post('/posts', { title: 'First', ...known, authorName: 'Known' });
});
afterAll(() => program.close());

const read = async (id: string): Promise<Answer['body']> =>
  (await program.live.get(`/posts/${id}?include=attachments`)).body.data;

/** Without the ids and keys that no two writes share. */
const comparable = (data: object): unknown =>
  JSON.parse(
    JSON.stringify(data, (name, value) =>
      name === 'id' || name === 'url' ? String(value).replace(/_test|[0-9a-z]{26}|[^/]{20,}/g, '') : value,
    ),
  );

const author = fc.constantFrom<object>(
  {},
  known,
  { authorEmail: 'KNOWN@example.com', authorAvatarUrl: 'https://example.com/known.png' },
  { authorName: 'Only a name' },
  { author: { externalId: 'new', email: 'new@example.com', name: 'New' } },
);
const description = fc.constantFrom<object>(
  {},
  { description: 'My **eyes** hurt.\n\n- at _night_\n- `code`' },
  { description: '<p>Hello <b>you</b> &amp; me</p><script>x</script>', descriptionFormat: 'html' },
  {
    description: {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Text', marks: [{ type: 'bold' }] }] }],
    },
    descriptionFormat: 'json',
  },
);
const draft = fc.record(
  {
    title: fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => `T${text.replaceAll('\0', '')}`),
    author,
    description,
    tags: fc.array(fc.constantFrom('known', 'Known', 'new', 'other', 'by id'), { maxLength: 4 }),
    statusId: fc.constant('given'),
    postTypeId: fc.constant('given'),
    externalId: fc.constant('given'),
    sourceUrl: fc.constantFrom('https://example.com/a?b=c', null),
    importedVotes: fc.nat(1_000_000_000),
    visibility: fc.constantFrom('internal', 'public'),
    createdAt: fc.constantFrom('2024-05-06T07:08:09.123Z', '1970-01-02', '2025-01-31'),
    voteAsAuthor: fc.boolean(),
    files: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: ['title', 'author', 'description'] },
);

type Draft = typeof draft extends fc.Arbitrary<infer T> ? T : never;

function fieldsOf(drawn: Draft, externalId: string): Record<string, unknown> {
  const { author: byWhom, description: about, files: _files, ...fields } = drawn;
  return {
    ...fields,
    ...byWhom,
    ...about,
    ...(drawn.tags && { tags: drawn.tags.map((tag) => (tag === 'by id' ? catalog.tagId : tag)) }),
    ...(drawn.statusId && { statusId: catalog.statusId }),
    ...(drawn.postTypeId && { postTypeId: catalog.postTypeId }),
    ...(drawn.externalId && { externalId }),
  };
}

function formOf(fields: Record<string, unknown>, files: number): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of Array.isArray(value) ? value : [value])
      form.append(name, typeof each === 'object' ? JSON.stringify(each) : String(each));
  }
  for (let file = 0; file < files; file += 1)
    form.append('attachments', new Blob([picture], { type: 'image/png' }), `${file}.png`);
  return form;
}

/** JSON, or a form if there are files; nulls cannot be sent in a form. */
function bodyOf(drawn: Draft, externalId: string) {
  const fields = fieldsOf(drawn, externalId);
  if (drawn.files === undefined) return { body: fields };
  const { sourceUrl: _none, author: _nested, ...flat } = fields;
  return { form: formOf(flat, drawn.files) };
}

describe('the answer to a create', () => {
  it('is what a read shows, in every field, for every kind of draft', async () => {
    await fc.assert(
      fc.asyncProperty(draft, async (drawn) => {
        run += 1;
        const body = bodyOf(drawn, `created-${run}`);
        const tried = await program.test.call('POST', '/posts', body);
        const events = program.events().length;
        const created = await program.live.call('POST', '/posts', body);
        expect([created.status, tried.status], created.text).toEqual([201, 201]);
        const { data } = created.body;
        expect(await read(data.id)).toEqual(data);
        expect(created.headers.etag).toBe(`"v${data.version}"`);
        const recorded = program.events().slice(events);
        expect(recorded).toContainEqual(expect.objectContaining({ type: 'post.created', object: data }));
        // The test key's answer differs only in what it minted, and in the counts of tags that it created itself.
        if (drawn.tags === undefined) expect(comparable(tried.body.data)).toEqual(comparable(data));
      }),
      { numRuns: 15, endOnFailure: true },
    );
  });

  it('counts the post on its status, its type and its tags', async () => {
    const counts = async () => {
      const status = (await program.live.get(`/statuses/${catalog.statusId}`)).body.data;
      const type = (await program.live.get(`/post-types/${catalog.postTypeId}`)).body.data;
      const tag = (await program.live.get(`/tags/${catalog.tagId}`)).body.data;
      return [status.postsCount, type.postsCount, tag.postsCount];
    };
    const before = await counts();
    const { statusId, postTypeId, tagId } = catalog;
    const { body } = await program.live.post('/posts', { title: 'x', statusId, postTypeId, tags: [tagId] });
    expect(await counts()).toEqual(before.map((count) => count + 1));
    expect(body.data.tags).toMatchObject([{ id: tagId, postsCount: (before[2] ?? 0) + 1 }]);
    // A refused create counts nothing, although it has counted before it was refused.
    const refused = await program.live.post('/posts', {
      title: 'x',
      statusId,
      postTypeId,
      authorId: 'nobody',
    });
    expect(refused.status).toBe(400);
    expect(await counts()).toEqual(before.map((count) => count + 1));
  });
});

describe('the statements of a write, except the lookup of the key, begin and commit', () => {
  /** The search index is a table of its own on SQLite, and a column that PostgreSQL maintains. */
  const indexing = () => (program.environment.DATABASE_URL === undefined ? 1 : 0);
  const userEmail = known.authorEmail;
  /** What a post and a comment are found by, and its entry in that index. */
  const isText = (path: string) => path !== '/posts/{id}/votes';
  const writes: [what: string, count: number, path: string, body: object][] = [
    ['a create by a known author, who votes', 8, '/posts', { title: 'New', ...known }],
    ['a vote of a known person', 6, '/posts/{id}/votes', { userEmail }],
    ['a comment of a known author', 6, '/posts/{id}/comments', { content: 'Hi', ...known }],
  ];

  it.each(writes)('of %s are few', async (_what, count, path, body) => {
    const { id } = (await program.live.post('/posts', { title: 'Wanted' })).body.data;
    const statements = await statementsOf(async () => {
      expect((await program.live.post(path.replace('{id}', id), body)).status).toBe(201);
    });
    const own = statements.map(({ sql }) => sql).filter((sql) => !sql.includes('"api_keys"'));
    const ofTitle = path === '/posts' ? indexing() : 0;
    expect(own).toHaveLength(count + ofTitle + (isText(path) ? 1 + indexing() : 0));
  });
});
