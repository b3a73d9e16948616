import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, CallerClient } from '../../../support/caller.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';

let program: TestProgram;
let postId: string;

beforeAll(async () => {
  program = await startProgram();
  postId = (await program.live.post('/posts', { title: 'Dark mode', authorEmail: 'ada@example.com' })).body
    .data.id;
  await program.live.post(`/posts/${postId}/comments`, { content: 'Yes', authorEmail: 'ada@example.com' });
  await program.live.post('/changelogs', { title: 'Dark mode is here', labels: ['New'] });
  await program.live.post('/tags', { name: 'ui' });
});
afterAll(() => program.close());

const clients = (): CallerClient[] => [program.live, program.test];
const formOf = (fields: Record<string, string>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};
const fieldOf = ({ body }: Answer): string => body.error?.details?.[0]?.field;

describe('filters', () => {
  const lists: [path: string, keys: string[]][] = [
    [
      '/posts',
      [
        ...['typeId', 'statusId', 'search', 'updatedSince', 'createdSince', 'createdBefore', 'externalId'],
        ...['authorId', 'authorEmail', 'tag', 'voterId', 'voterEmail', 'merged', 'mergedIntoId'],
      ],
    ],
    ['/users', ['email', 'externalId', 'search', 'updatedSince']],
    ['/comments', ['postId', 'userId', 'userEmail', 'private', 'updatedSince']],
    ['/votes', ['postId', 'userId', 'userEmail', 'updatedSince']],
    ['/changelogs', ['state', 'label', 'search', 'updatedSince']],
    ['/tags', ['search', 'updatedSince']],
    ['/statuses', ['category', 'updatedSince']],
    ['/post-types', ['updatedSince']],
    ['/audit-log', ['action', 'objectId', 'actorId', 'updatedSince']],
    ['/deletions', ['kind', 'since']],
    ['/status-changes', ['postId', 'statusId', 'updatedSince']],
  ];

  it.each(lists)('GET %s ignores filters with an empty value', async (path, keys) => {
    for (const client of clients()) {
      const all = (await client.get(path)).body;
      for (const key of keys)
        for (const filters of [`${key}:`, `${key}: `, `;;${key}:;;`, `${key}:;${key}:`]) {
          const { status, body } = await client.get(`${path}?filters=${encodeURIComponent(filters)}`);
          expect([filters, status, body]).toEqual([filters, 200, all]);
        }
    }
  });

  it.each(['/comments', '/votes'])('GET %s of a post ignores them too', async (below) => {
    const all = (await program.live.get(`/posts/${postId}${below}`)).body;
    expect((await program.live.get(`/posts/${postId}${below}?filters=updatedSince:`)).body).toEqual(all);
  });

  it('an empty value does not weaken another value of the same filter', async () => {
    const { body } = await program.live.get('/posts?filters=statusId:;statusId:stat_unknown');
    expect(body.data.posts).toEqual([]);
  });

  it('a search of punctuation only matches nothing', async () => {
    for (const path of ['/posts', '/users', '/tags', '/changelogs'])
      expect(Object.values((await program.live.get(`${path}?filters=search:---`)).body.data)[0]).toEqual([]);
  });
});

describe('the author’s vote', () => {
  const unnamed = [
    {},
    { authorName: 'Only a name' },
    { voteAsAuthor: true },
    { author: {} },
    { author: null },
  ];

  it.each(unnamed)('is not counted if no person is named: %j', async (body) => {
    for (const client of clients()) {
      const created = await client.post('/posts', { title: 'Without an author', ...body });
      expect([created.status, created.body.data.votesCount]).toEqual([201, 0]);
      const put = await client.call('PUT', `/posts/by-external-id/${JSON.stringify(body).length}`, {
        body: { title: 'Without an author', ...body },
      });
      expect([put.status, put.body.data.votesCount]).toEqual([201, 0]);
      await program.live.delete(`/posts/${put.body.data.id}`);
    }
  });

  it('is not counted in a form or a batch either', async () => {
    const form = formOf({ title: 'Without an author', authorEmail: '' });
    expect((await program.live.call('POST', '/posts', { form })).body.data.votesCount).toBe(0);
    const operations = [{ method: 'POST', path: '/posts', body: { title: 'Without an author' } }];
    const { body } = await program.live.post('/batch', { operations });
    expect(body.data.results[0].body.data.votesCount).toBe(0);
  });

  it('is counted for a named author, unless voteAsAuthor is false', async () => {
    const named = { title: 'By Ada', authorEmail: 'ada@example.com' };
    for (const client of clients()) {
      expect((await client.post('/posts', named)).body.data.votesCount).toBe(1);
      const silent = { ...named, voteAsAuthor: false };
      expect((await client.post('/posts', silent)).body.data.votesCount).toBe(0);
    }
  });

  it('is not cast for a duplicate if no person is named', async () => {
    const { body } = await program.live.post('/posts', { title: 'Dark mode', onDuplicate: 'vote' });
    expect(body.data).toMatchObject({ id: postId, isDuplicate: true, votesCount: 1 });
  });
});

describe('line breaks', () => {
  const htmlOf = async (path: string, body: object, field: string): Promise<string> =>
    (await program.live.post(path, body)).body.data[field];
  const texts: [string, string][] = [
    ['one\ntwo\r\nthree', '<p>one<br>two<br>three</p>'],
    ['one  \ntwo\\\nthree', '<p>one<br>two<br>three</p>'],
    ['- one\n  two', '<ul><li><p>one<br>two</p></li></ul>'],
    ['> one\n> two', '<blockquote><p>one<br>two</p></blockquote>'],
    [
      '**one\ntwo** `three`\n[four](https://a.example/)',
      expect.stringMatching(/one<\/strong><br><strong>two.*<br><a/),
    ],
    ['```\none\ntwo\n```', '<pre><code>one\ntwo</code></pre>'],
    ['one\n\ntwo', '<p>one</p><p>two</p>'],
  ] as [string, string][];

  it.each(texts)('are kept in Markdown: %j', async (text, html) => {
    expect(await htmlOf('/posts', { title: 'Lines', description: text }, 'descriptionHtml')).toEqual(html);
    expect(await htmlOf('/changelogs', { title: 'Lines', content: text }, 'contentHtml')).toEqual(html);
  });

  it('are kept in plain text', async () => {
    const body = { title: 'Lines', description: 'one\ntwo', descriptionFormat: 'text' };
    expect(await htmlOf('/posts', body, 'descriptionHtml')).toBe('<p>one<br>two</p>');
  });

  it('survive an edit of the document', async () => {
    const { body } = await program.live.post('/posts', { title: 'Lines', description: 'one\n**two**' });
    const { id, description, descriptionHtml, version } = body.data;
    for (const again of [description, JSON.stringify(description)]) {
      const edit = { description: again, descriptionFormat: 'json' };
      const edited = await program.live.patch(`/posts/${id}`, edit);
      expect(edited.body.data).toMatchObject({ description, descriptionHtml, version });
    }
  });
});

describe('null and empty fields on create', () => {
  const nothing = (names: string[]) => Object.fromEntries(names.map((name) => [name, null]));
  const person = ['author', 'user'].flatMap((who) => [
    who,
    ...['Id', 'ExternalId', 'Email', 'Name', 'AvatarUrl'].map((part) => who + part),
  ]);
  const postFields = [
    ...['description', 'descriptionFormat', 'postTypeId', 'typeId', 'statusId', 'tags', 'externalId'],
    ...['sourceUrl', 'importedVotes', 'visibility', 'ownerId', 'createdAt', 'voteAsAuthor', ...person],
  ];
  const creations: [path: string, required: object, optional: string[]][] = [
    ['/posts', { title: 'Nothing else' }, [...postFields, 'onDuplicate']],
    [
      '/changelogs',
      { title: 'Nothing else' },
      [
        ...['slug', 'content', 'contentFormat', 'labels', 'state', 'publishedAt', 'linkedPostIds'],
        'completeLinkedPosts',
      ],
    ],
    [
      '/statuses',
      { name: 'Nothing else', category: 'active' },
      ['slug', 'color', 'position', 'isDefault', 'nextStatusIds'],
    ],
    ['/post-types', { name: 'Nothing else' }, ['slug', 'color', 'position', 'isDefault']],
    ['/tags', { name: 'Nothing else' }, ['color']],
    ['/users', { name: 'Nothing else' }, ['externalId', 'email', 'avatarUrl']],
  ];
  const lists = ['tags', 'labels', 'linkedPostIds'];
  const varying = { id: '', slug: '', position: 0, createdAt: '', updatedAt: '', author: undefined };

  it.each(creations)('POST %s takes null for every optional field', async (path, required, optional) => {
    for (const client of clients()) {
      const plain = await client.post(path, required);
      expect(plain.status).toBe(201);
      await client.delete(`${path}/${plain.body.data.id}`);
      const nulls = await client.post(path, { ...required, ...nothing(optional) });
      await client.delete(`${path}/${nulls.body.data?.id}`);
      expect([nulls.status, { ...nulls.body.data, ...varying }]).toEqual([
        201,
        { ...plain.body.data, ...varying },
      ]);
    }
  });

  it.each(creations.slice(0, 2))('POST %s takes empty fields in a form', async (path, required, optional) => {
    for (const client of clients()) {
      const plain = await client.call('POST', path, { form: formOf({ ...required }) });
      for (const nothingGiven of ['', ' \n']) {
        const given = optional.filter((name) => nothingGiven === '' || !lists.includes(name));
        const empty = Object.fromEntries(given.map((name) => [name, nothingGiven]));
        const { status, body } = await client.call('POST', path, { form: formOf({ ...required, ...empty }) });
        expect([status, { ...body.data, ...varying }]).toEqual([201, { ...plain.body.data, ...varying }]);
      }
    }
  });

  it('PUT by external id takes null, and keeps what cannot be cleared', async () => {
    const { externalId: _, ...fields } = nothing(postFields);
    const put = (body: object) => program.live.call('PUT', '/posts/by-external-id/nulls', { body });
    expect((await put({ title: 'Nulls', ...fields })).status).toBe(201);
    const set = await put({
      tags: ['kept'],
      sourceUrl: 'https://example.com/',
      authorEmail: 'ada@example.com',
    });
    const again = await put({ title: null, ...fields });
    expect(again.status).toBe(200);
    expect(again.body.data).toMatchObject({ title: 'Nulls', sourceUrl: null, tags: [{ name: 'kept' }] });
    expect(again.body.data.author).toEqual(set.body.data.author);
  });

  it('comments and votes take null in user references', async () => {
    for (const client of clients()) {
      const place = nothing(['parentId', 'parentExternalId', 'createdAt', 'isPrivate']);
      const said = { content: 'Hello', externalId: null, ...place, ...nothing(person) };
      expect((await client.post(`/posts/${postId}/comments`, said)).status).toBe(201);
      const upserted = { ...said, postId, postExternalId: null };
      const put = await client.call('PUT', '/comments/by-external-id/null', { body: upserted });
      expect(put.status).toBe(201);
      const comments = [{ ...said, externalId: 'null' }];
      expect((await client.call('PUT', `/posts/${postId}/comments`, { body: { comments } })).status).toBe(
        200,
      );
      if (client === program.live) await client.delete(`/comments/${put.body.data.id}`);
      const voter = { ...nothing(person), userEmail: 'grace@example.com', votedAt: null };
      expect((await client.post(`/posts/${postId}/votes`, voter)).status).toBe(201);
      const voters = [
        { id: null, externalId: null, email: 'grace@example.com', name: null, user: null, votedAt: null },
      ];
      expect((await client.call('PUT', `/posts/${postId}/votes`, { body: { voters } })).status).toBe(200);
      const nested = { user: { id: null, email: 'grace@example.com', name: null } };
      expect((await client.delete(`/posts/${postId}/votes`, nested)).status).toBe(200);
      const inQuery = `/posts/${postId}/votes?userId=&userEmail=grace@example.com`;
      expect((await client.delete(inQuery)).body.data).toMatchObject({ voted: false });
    }
  });

  it('400: a required field must have a value', async () => {
    for (const client of clients()) {
      expect(fieldOf(await client.post('/posts', { title: null }))).toBe('title');
      expect(fieldOf(await client.call('POST', '/posts', { form: formOf({ title: '' }) }))).toBe('title');
      expect(fieldOf(await client.post(`/posts/${postId}/comments`, { content: null }))).toBe('content');
      expect(fieldOf(await client.post('/tags', { name: null }))).toBe('name');
      expect(fieldOf(await client.post(`/posts/${postId}/votes`, nothing(person)))).toBe('userId');
    }
  });

  it('a PATCH clears with null, and with an empty field in a form', async () => {
    const body = { title: 'To clear', sourceUrl: 'https://example.com/', externalId: 'c', description: 'd' };
    const { id } = (await program.live.post('/posts', body)).body.data;
    const cleared = await program.live.patch(`/posts/${id}`, { externalId: null, description: null });
    expect(cleared.body.data).toMatchObject({ externalId: null, descriptionHtml: '' });
    const form = await program.live.call('PATCH', `/posts/${id}`, { form: formOf({ sourceUrl: '' }) });
    expect([form.status, form.body.data.sourceUrl]).toEqual([200, null]);
  });

  it('400: a PATCH with null where there is nothing to clear', async () => {
    for (const client of clients())
      for (const field of ['title', 'statusId', 'postTypeId', 'tags', 'createdAt', 'authorId', 'author'])
        expect(fieldOf(await client.patch(`/posts/${postId}`, { [field]: null }))).toBe(field);
  });
});

describe('createdAt', () => {
  const inMs = (ms: number): string => new Date(program.clock.now() + ms).toISOString();

  it('400: in the future, on create, upsert and update', async () => {
    for (const client of clients())
      for (const createdAt of [inMs(5_001), inMs(86_400_000), '2199-12-31']) {
        const body = { title: 'From the future', createdAt };
        expect(fieldOf(await client.post('/posts', body))).toBe('createdAt');
        const put = await client.call('PUT', '/posts/by-external-id/future', { body });
        expect([put.status, fieldOf(put)]).toEqual([400, 'createdAt']);
        expect(fieldOf(await client.patch(`/posts/${postId}`, { createdAt }))).toBe('createdAt');
      }
  });

  it('tolerates a clock that is up to five seconds fast', async () => {
    const createdAt = inMs(5_000);
    const { status, body } = await program.live.post('/posts', { title: 'Nearly now', createdAt });
    expect([status, body.data.createdAt]).toEqual([201, createdAt]);
  });
});

describe('invisible texts', () => {
  const invisible = [
    ['zero-width space', '\u200b'],
    ['zero-width joiners', '\u200c\u200d\u2060'],
    ['byte order mark', '\ufeff'],
    ['soft hyphen', '\u00ad'],
    ['control characters', '\u0001\u007f\u0085'],
    ['variation selectors', '\ufe0f\u{e0100}'],
    ['Hangul fillers', '\u3164\u115f\u1160\uffa0'],
    ['braille blank', '\u2800'],
    ['bidirectional marks', '\u200e\u202e\u2066\u2069\u061c'],
    ['spaces', '\u00a0\u2003\u3000\u180e'],
    ['tags', '\u{e0001}\u{e0041}'],
  ];

  it.each(invisible)('400: %s', async (_, text) => {
    for (const client of clients()) {
      const refusals: [string, object, string][] = [
        ['/posts', { title: text }, 'title'],
        ['/changelogs', { title: text }, 'title'],
        ['/statuses', { name: text, category: 'active' }, 'name'],
        ['/post-types', { name: text }, 'name'],
        ['/tags', { name: text }, 'name'],
        ['/users', { name: text }, 'name'],
        [`/posts/${postId}/comments`, { content: text }, 'content'],
        ['/posts', { title: 'x', tags: [text] }, 'tags'],
      ];
      for (const [path, body, field] of refusals) {
        const refused = await client.post(path, body);
        expect([path, refused.status, fieldOf(refused)]).toEqual([path, 400, field]);
      }
      expect(fieldOf(await client.patch(`/posts/${postId}`, { title: text }))).toBe('title');
    }
  });

  it.each(['👍🏽', '👨‍👩‍👧', 'ﷺ', 'é', '한', '⠁', '́a', '❤️'])('201: %s is visible', async (title) => {
    for (const client of clients()) expect((await client.post('/posts', { title })).status).toBe(201);
  });
});

describe('names of form fields', () => {
  const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');
  const names = [
    ...['attachments', 'attachments[]', 'attachments[0]', 'attachments[12]', 'attachment', 'attachment[]'],
    ...['files', 'files[]', 'files[1]', 'file', 'file[0]'],
  ];

  it.each(names)('a file can be sent as %s', async (name) => {
    for (const client of clients())
      for (const path of ['/posts', '/changelogs']) {
        const form = formOf({ title: 'With files' });
        form.append(name, new File([gif], 'a.gif', { type: 'image/gif' }));
        form.append(name, new File([gif], 'b.gif', { type: 'image/gif' }));
        const { status, body } = await client.call('POST', path, { form });
        expect([status, body.data.attachments.map((one: { fileName: string }) => one.fileName)]).toEqual([
          201,
          ['a.gif', 'b.gif'],
        ]);
      }
  });

  it('a list can be sent with numbers, and empty entries are none', async () => {
    const form = formOf({ title: 'Tagged', 'tags[0]': 'one', 'tags[1]': '', 'tags[2]': 'two' });
    const { body } = await program.live.call('POST', '/posts', { form });
    expect(body.data.tags.map((one: { name: string }) => one.name)).toEqual(['one', 'two']);
  });

  it('400: a file under another name', async () => {
    const form = formOf({ title: 'With a file' });
    form.append('picture', new File([gif], 'a.gif', { type: 'image/gif' }));
    const refused = await program.live.call('POST', '/posts', { form });
    expect([refused.status, fieldOf(refused)]).toEqual([400, 'picture']);
  });
});
