import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../http/pictures.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
let statuses: { id: string; name: string; postsCount: number }[];
let types: { id: string; name: string; postsCount: number }[];
const now = '2026-01-31T09:15:02.123Z';

beforeAll(async () => {
  program = await startProgram();
  statuses = (await program.live.get('/statuses')).body.data.statuses;
  types = (await program.live.get('/post-types')).body.data.postTypes;
});
afterAll(() => program.close());

const create = async (body: object) => {
  const answer = await program.live.post('/posts', body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.data;
};

describe('POST /posts', () => {
  describe('201', () => {
    it('creates a post from a title alone, by the workspace itself, without a vote', async () => {
      const { status, body } = await program.live.post('/posts', { title: '  Dark mode  ' });
      expect(status).toBe(201);
      expect(body).toEqual({
        data: {
          id: expect.stringMatching(/^post_[0-9a-hjkmnp-tv-z]{26}$/),
          title: 'Dark mode',
          description: { type: 'doc', content: [{ type: 'paragraph' }] },
          descriptionHtml: '',
          postTypeId: types[0]?.id,
          statusId: statuses[0]?.id,
          votesCount: 0,
          commentsCount: 0,
          createdAt: now,
          updatedAt: now,
          author: expect.objectContaining({ name: 'Default workspace', email: null }),
          tags: [],
          externalId: null,
          sourceUrl: null,
          importedVotes: 0,
          visibility: 'internal',
          ownerId: null,
          mergedIntoId: null,
          version: 1,
          attachments: [],
        },
      });
      const read = await program.live.get(`/posts/${body.data.id}`);
      const { attachments: _, ...single } = body.data;
      expect(read.body).toEqual({ data: single });
    });

    it('accepts every field and emits events', async () => {
      const before = program.events().length;
      const { status, body } = await program.live.post('/posts', {
        title: 'Everything',
        description: '# Big\n\n- one',
        postTypeId: types[1]?.id,
        statusId: statuses[2]?.id,
        tags: ['ui', 'night'],
        externalId: ' all-1 ',
        sourceUrl: ' https://example.com/a?b=c ',
        importedVotes: 41,
        visibility: 'public',
        createdAt: '2020-02-29T23:59:59.5+01:00',
        author: {
          externalId: 'u-1',
          email: 'Grace@Example.com',
          name: 'Grace',
          avatarUrl: 'https://example.com/g.png',
        },
        voteAsAuthor: false,
        somethingUnknown: { is: ['ignored'] },
      });
      expect(status).toBe(201);
      const tag = (name: string) => ({
        id: expect.stringMatching(/^tag_/),
        name,
        color: null,
        isPublic: false,
        postsCount: 1,
        createdAt: now,
      });
      expect(body.data).toEqual({
        id: expect.stringMatching(/^post_/),
        title: 'Everything',
        description: {
          type: 'doc',
          content: [
            { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Big' }] },
            {
              type: 'bulletList',
              content: [
                {
                  type: 'listItem',
                  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'one' }] }],
                },
              ],
            },
          ],
        },
        descriptionHtml: '<h1>Big</h1><ul><li><p>one</p></li></ul>',
        postTypeId: types[1]?.id,
        statusId: statuses[2]?.id,
        votesCount: 41,
        commentsCount: 0,
        createdAt: '2020-02-29T22:59:59.500Z',
        updatedAt: now,
        author: {
          id: expect.stringMatching(/^user_/),
          externalId: 'u-1',
          name: 'Grace',
          email: 'Grace@Example.com',
          avatarUrl: 'https://example.com/g.png',
          createdAt: now,
        },
        tags: [tag('ui'), tag('night')],
        externalId: 'all-1',
        sourceUrl: 'https://example.com/a?b=c',
        importedVotes: 41,
        visibility: 'public',
        ownerId: null,
        mergedIntoId: null,
        version: 1,
        attachments: [],
      });
      const events = program.events().slice(before);
      expect(events.map(({ type }) => type)).toEqual(['user.created', 'post.created', 'post.published']);
      expect(events[1]).toMatchObject({
        object: { id: body.data.id },
        actorId: expect.stringMatching(/^key_/),
      });
    });

    it('updates the post counts of its status and type', async () => {
      const counts = async () => [
        (await program.live.get('/statuses')).body.data.statuses[3].postsCount,
        (await program.live.get('/post-types')).body.data.postTypes[2].postsCount,
      ];
      const [status = 0, type = 0] = await counts();
      await create({ title: 'Counted', statusId: statuses[3]?.id, typeId: types[2]?.id });
      expect(await counts()).toEqual([status + 1, type + 1]);
    });

    it('accepts typeId as an alias of postTypeId, which takes precedence', async () => {
      expect(await create({ title: 'A', typeId: types[1]?.id })).toMatchObject({ postTypeId: types[1]?.id });
      const both = await create({ title: 'B', typeId: types[1]?.id, postTypeId: types[2]?.id });
      expect(both.postTypeId).toBe(types[2]?.id);
    });

    it.each([
      ['1 character', 'x'],
      ['200 characters', 'x'.repeat(200)],
      ['200 emoji', '👍'.repeat(200)],
      ['200 characters surrounded by spaces', ` \n\t${'x'.repeat(200)}  `],
      ['control characters inside', 'a\u0007b'],
      ['markup, kept as text', '<script>alert(1)</script>'],
    ])('accepts a title of %s', async (_name, title) => {
      expect((await create({ title })).title).toBe(title.trim());
    });

    it.each<[string, object, string]>([
      ['markdown by default', { description: '*x*' }, '<p><em>x</em></p>'],
      ['explicit markdown', { description: '*x*', descriptionFormat: 'markdown' }, '<p><em>x</em></p>'],
      ['text', { description: '*x*', descriptionFormat: 'text' }, '<p>*x*</p>'],
      [
        'HTML',
        { description: '<b>x</b><script>y</script>', descriptionFormat: 'html' },
        '<p><strong>x</strong></p>',
      ],
      [
        'JSON in a string',
        {
          description:
            '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"x"}]}]}',
          descriptionFormat: 'json',
        },
        '<p>x</p>',
      ],
      [
        'a document, regardless of the format',
        {
          description: { type: 'doc', content: [{ type: 'horizontalRule' }] },
          descriptionFormat: 'markdown',
        },
        '<hr>',
      ],
      ['nothing if null', { description: null }, ''],
    ])('accepts a description as %s', async (_name, fields, html) => {
      expect((await create({ title: 'Described', ...fields })).descriptionHtml).toBe(html);
    });

    it('accepts tags by name or id, deduplicated case-insensitively and in order', async () => {
      const first = await create({ title: 'T', tags: ['Alpha', ' beta '] });
      const alpha = first.tags[0].id;
      const again = await create({ title: 'T', tags: ['BETA', alpha, 'alpha', 'gamma'] });
      expect(again.tags.map(({ name }: { name: string }) => name)).toEqual(['beta', 'Alpha', 'gamma']);
      expect(again.tags[1].id).toBe(alpha);
    });

    it("dates the author's vote back to a createdAt in the past", async () => {
      const { id } = await create({
        title: 'Imported',
        createdAt: '2019-01-01',
        authorEmail: 'old@example.com',
      });
      const { body } = await program.live.get(`/posts/${id}/votes`);
      expect(body.data.votes).toMatchObject([{ votedAt: '2019-01-01T00:00:00.000Z' }]);
    });

    it('returns the same response for a form as for JSON', async () => {
      const fields = {
        title: 'Same',
        description: '**b**',
        postTypeId: types[1]?.id ?? '',
        authorEmail: 'form@example.com',
      };
      const json = await create({ ...fields, tags: ['x', 'y'], voteAsAuthor: false });
      const variants: [string, string][][] = [
        [
          ['tags', 'x'],
          ['tags', 'y'],
        ],
        [
          ['tags[]', 'x'],
          ['tags[]', 'y'],
        ],
        [['tags', '["x","y"]']],
      ];
      for (const [index, tags] of variants.entries()) {
        const form = new FormData();
        for (const [name, value] of [...Object.entries(fields), ...tags]) form.append(name, value);
        form.append('voteAsAuthor', 'false');
        const { status, body } = await program.live.call('POST', '/posts', { form });
        const counted = json.tags.map((tag: object) => ({ ...tag, postsCount: index + 2 }));
        const expected = { ...json, id: expect.stringMatching(/^post_/), tags: counted };
        expect([status, body.data]).toEqual([201, expected]);
      }
    });

    it('returns the same response under a test key, marked as test, and changes nothing', async () => {
      const before = program.dump();
      const { status, body } = await program.test.post('/posts', {
        title: 'Dark mode',
        authorEmail: 'new@example.com',
        tags: ['brand-new'],
        statusId: statuses[1]?.id,
      });
      expect(status).toBe(201);
      expect(body).toEqual({
        test: true,
        data: expect.objectContaining({
          id: expect.stringMatching(/^post_test_[0-9a-hjkmnp-tv-z]{26}$/),
          votesCount: 1,
          statusId: statuses[1]?.id,
          author: expect.objectContaining({
            id: expect.stringMatching(/^user_test_/),
            email: 'new@example.com',
          }),
          tags: [expect.objectContaining({ id: expect.stringMatching(/^tag_test_/), name: 'brand-new' })],
        }),
      });
      expect(program.dump()).toBe(before);
    });
  });

  describe('201: the author', () => {
    const person = { externalId: 'ref-1', email: 'ref@example.com', name: 'Ref' };

    it.each<[string, (id: string) => object]>([
      ['author.id', (id) => ({ author: { id } })],
      ['user.id', (id) => ({ user: { id } })],
      ['authorId', (authorId) => ({ authorId })],
      ['userId', (userId) => ({ userId })],
      ['author.externalId', () => ({ author: { externalId: 'ref-1' } })],
      ['user.externalId', () => ({ user: { externalId: 'ref-1' } })],
      ['authorExternalId', () => ({ authorExternalId: 'ref-1' })],
      ['userExternalId', () => ({ userExternalId: ' ref-1 ' })],
      ['author.email', () => ({ author: { email: 'ref@example.com' } })],
      ['user.email', () => ({ user: { email: ' REF@example.COM ' } })],
      ['authorEmail in another case', () => ({ authorEmail: 'Ref@Example.com' })],
      ['userEmail', () => ({ userEmail: 'ref@example.com' })],
      [
        'id before externalId and email',
        (id) => ({ author: { id, externalId: 'other', email: 'o@example.com' } }),
      ],
      ['id in flat form beside an email', (userId) => ({ userId, authorEmail: 'o@example.com' })],
      ['externalId before email', () => ({ authorExternalId: 'ref-1', authorEmail: 'somebody@example.com' })],
      [
        'email when the externalId is not known',
        () => ({ userEmail: 'only@example.com', userExternalId: 'x-9' }),
      ],
    ])('is found by %s', async (name, reference) => {
      const { author: known } = await create({ title: 'First', author: person });
      await create({ title: 'E-mail alone', authorEmail: 'only@example.com' });
      const { author } = await create({ title: 'Second', ...reference(known.id) });
      if (name.startsWith('email when'))
        expect(author).toMatchObject({ email: 'only@example.com', externalId: 'x-9' });
      else expect(author).toEqual(known);
    });

    it('is found in a form too, in every notation', async () => {
      const { author: known } = await create({ title: 'First', author: person });
      for (const [name, value] of [
        ['userEmail', 'REF@example.com'],
        ['authorExternalId', 'ref-1'],
        ['userId', known.id],
        ['author', JSON.stringify({ email: 'ref@example.com' })],
        ['user', JSON.stringify({ externalId: 'ref-1' })],
      ] as const) {
        const form = new FormData();
        form.append('title', 'Formed');
        form.append(name, value);
        const { status, body } = await program.live.call('POST', '/posts', { form });
        expect([status, body.data?.author, name]).toEqual([201, known, name]);
      }
    });

    it('gets missing fields filled in, and nothing overwritten', async () => {
      const { author: first } = await create({ title: 'A', authorEmail: 'gap@example.com' });
      expect(first).toMatchObject({ name: null, externalId: null, avatarUrl: null });
      const filled = {
        id: first.id,
        name: 'Gap',
        externalId: 'gap-1',
        avatarUrl: 'https://example.com/gap.png',
      };
      const { author: second } = await create({
        title: 'B',
        user: {
          email: 'GAP@example.com',
          name: 'Gap',
          externalId: 'gap-1',
          avatarUrl: 'https://example.com/gap.png',
        },
      });
      expect(second).toMatchObject({ ...filled, email: 'gap@example.com' });
      const { author: third } = await create({
        title: 'C',
        author: {
          externalId: 'gap-1',
          name: 'Other',
          avatarUrl: 'https://example.com/o.png',
          email: 'o2@example.com',
        },
      });
      expect(third).toEqual(second);
    });

    it('is created once for two spellings of an email', async () => {
      const { author: upper } = await create({ title: 'A', authorEmail: 'Twice@Example.com' });
      const { author: lower } = await create({ title: 'B', userEmail: 'twice@example.com' });
      expect(lower).toEqual(upper);
    });

    it('is the workspace if only a name is given', async () => {
      expect((await create({ title: 'A', authorName: 'No one' })).author.name).toBe('Default workspace');
    });
  });

  describe('400', () => {
    const unknownPost = '01jz3k8n5yegs9t2w6qv4m7r8c';
    it.each<[string, string, object]>([
      ['a missing title', 'title', {}],
      ['an empty title', 'title', { title: '' }],
      ['a blank title', 'title', { title: ' \n ' }],
      ['a title of 201 characters', 'title', { title: 'x'.repeat(201) }],
      ['a title of 201 emoji', 'title', { title: '👍'.repeat(201) }],
      ['NUL in the title', 'title', { title: 'a\0b' }],
      ['a lone surrogate in the title', 'title', { title: 'a\ud83d' }],
      ['an unknown type', 'postTypeId', { title: 'x', postTypeId: `type_${unknownPost}` }],
      ['an unknown status', 'statusId', { title: 'x', statusId: `stat_${unknownPost}` }],
      ['an empty status', 'statusId', { title: 'x', statusId: '' }],
      ['an unknown author id', 'authorId', { title: 'x', authorId: `user_${unknownPost}` }],
      ['a test user under a live key', 'userId', { title: 'x', userId: 'nobody' }],
      ['an unknown id in an object', 'author.id', { title: 'x', author: { id: 'nobody' } }],
      ['an invalid email', 'authorEmail', { title: 'x', authorEmail: 'not an address' }],
      ['an email that is too long', 'user.email', { title: 'x', user: { email: `${'a'.repeat(250)}@b.co` } }],
      ['an empty external id', 'authorExternalId', { title: 'x', authorExternalId: ' ' }],
      [
        'an invalid avatar URL',
        'authorAvatarUrl',
        { title: 'x', authorEmail: 'a@b.co', authorAvatarUrl: 'javascript:1' },
      ],
      [
        'a name that is too long',
        'authorName',
        { title: 'x', authorEmail: 'a@b.co', authorName: 'n'.repeat(201) },
      ],
      ['a source that is not an HTTP URL', 'sourceUrl', { title: 'x', sourceUrl: 'ftp://example.com' }],
      ['a negative number of votes', 'importedVotes', { title: 'x', importedVotes: -1 }],
      ['half a vote', 'importedVotes', { title: 'x', importedVotes: 0.5 }],
      ['too many votes', 'importedVotes', { title: 'x', importedVotes: 1_000_000_001 }],
      ['votes as text', 'importedVotes', { title: 'x', importedVotes: '7' }],
      ['an unknown visibility', 'visibility', { title: 'x', visibility: 'secret' }],
      ['an empty externalId', 'externalId', { title: 'x', externalId: '' }],
      ['an externalId of 256 characters', 'externalId', { title: 'x', externalId: 'e'.repeat(256) }],
      ['an invalid time', 'createdAt', { title: 'x', createdAt: 'last year' }],
      ['a date that does not exist', 'createdAt', { title: 'x', createdAt: '2026-02-30' }],
      ['a time without a zone', 'createdAt', { title: 'x', createdAt: '2026-01-31T09:15:02' }],
      ['a time before 1970', 'createdAt', { title: 'x', createdAt: '1969-12-31T23:59:59Z' }],
      ['51 tags', 'tags', { title: 'x', tags: Array.from({ length: 51 }, (_, index) => `t${index}`) }],
      ['an empty tag', 'tags', { title: 'x', tags: [''] }],
      ['a tag of 65 characters', 'tags', { title: 'x', tags: ['t'.repeat(65)] }],
      ['an unknown tag id', 'tags', { title: 'x', tags: [`tag_${unknownPost}`] }],
      ['an unknown format', 'descriptionFormat', { title: 'x', descriptionFormat: 'rtf' }],
      ['a description over 100 KB', 'description', { title: 'x', description: 'd'.repeat(102_401) }],
      [
        'a description that is not a document',
        'description',
        { title: 'x', description: { type: 'paragraph' } },
      ],
      ['invalid JSON', 'description', { title: 'x', description: '{', descriptionFormat: 'json' }],
    ])('rejects %s, names "%s", and changes nothing', async (_name, field, body) => {
      const before = program.dump();
      for (const client of [program.live, program.test]) {
        const answer = await client.post('/posts', body);
        expect([answer.status, answer.body.error?.code, answer.text]).toEqual([
          400,
          'BAD_REQUEST',
          expect.any(String),
        ]);
        expect(answer.body.error.message).toContain(`"${field}"`);
        expect(answer.body.error.details).toEqual([{ field, message: answer.body.error.message }]);
      }
      expect(program.dump()).toBe(before);
    });

    it('names every invalid field in one answer', async () => {
      const { body } = await program.live.post('/posts', {
        title: 1,
        tags: 'x',
        author: { email: 2, name: [] },
      });
      expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual([
        'title',
        'tags',
        'author.email',
        'author.name',
      ]);
      expect(body.error.message).toBe(body.error.details[0].message);
    });

    it('rejects ids of another workspace', async () => {
      const other = (await program.stranger.get('/statuses')).body.data.statuses[0].id;
      const otherType = (await program.stranger.get('/post-types')).body.data.postTypes[0].id;
      const theirs = (await program.stranger.post('/posts', { title: 'Theirs', tags: ['theirs'] })).body.data;
      for (const [field, body] of [
        ['statusId', { statusId: other }],
        ['postTypeId', { postTypeId: otherType }],
        ['authorId', { authorId: theirs.author.id }],
        ['tags', { tags: [theirs.tags[0].id] }],
      ] as const) {
        const answer = await program.live.post('/posts', { title: 'x', ...body });
        expect([answer.status, answer.body.error.details[0].field]).toEqual([400, field]);
      }
    });
  });

  describe('409', () => {
    it('rejects an externalId that is already in use, under both keys, and changes nothing', async () => {
      await create({ title: 'Original', externalId: 'taken' });
      const before = program.dump();
      for (const client of [program.live, program.test]) {
        const { status, body } = await client.post('/posts', { title: 'Copy', externalId: ' taken ' });
        expect(status).toBe(409);
        expect(body.error).toEqual({
          code: 'CONFLICT',
          message: 'A post with the externalId "taken" exists already.',
          status: 409,
        });
      }
      expect(program.dump()).toBe(before);
    });

    it('lets exactly one of several concurrent posts with the same externalId succeed', async () => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => program.live.post('/posts', { title: 'Race', externalId: 'race' })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    });

    it('allows the same externalId in another workspace', async () => {
      await create({ title: 'Ours', externalId: 'shared' });
      const { status } = await program.stranger.post('/posts', { title: 'Theirs', externalId: 'shared' });
      expect(status).toBe(201);
    });
  });

  describe('413', () => {
    it('rejects a JSON body over 1 MiB, and changes nothing', async () => {
      const before = program.dump();
      for (const client of [program.live, program.test]) {
        const { status, body } = await client.post('/posts', { title: 'x', filler: 'x'.repeat(1024 * 1024) });
        expect([status, body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
      }
      expect(program.dump()).toBe(before);
    });
  });

  describe('413, since parsing it would block other requests', () => {
    it.each(['[],', '0,', '{},', '"",'])('rejects very many of %s, and changes nothing', async (piece) => {
      const before = program.dump();
      const raw = `{"title":"x","tags":[${piece.repeat(110_000)}0]}`;
      for (const client of [program.live, program.test]) {
        const { status, body } = await client.call('POST', '/posts', {
          raw,
          headers: { 'content-type': 'application/json' },
        });
        expect([status, body.error]).toEqual([
          413,
          expect.objectContaining({
            code: 'PAYLOAD_TOO_LARGE',
            message: 'The body has more than 75,000 names and values.',
          }),
        ]);
      }
      expect(program.dump()).toBe(before);
    });

    it('takes commas, colons and brackets in texts', async () => {
      const description = '",:[{\\"'.repeat(12_000);
      const { status } = await program.live.post('/posts', { title: 'x', description });
      expect(status).toBe(201);
    });
  });

  describe('415', () => {
    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/merge-patch+json',
      'application/xml',
      'nonsense',
    ])('rejects a body of type %s, and changes nothing', async (type) => {
      const before = program.dump();
      for (const client of [program.live, program.test]) {
        const { status, body } = await client.call('POST', '/posts', {
          raw: 'title=x',
          headers: { 'content-type': type },
        });
        expect([status, body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      }
      expect(program.dump()).toBe(before);
    });

    it('rejects a file that is not an image, video or PDF, and stores nothing', async () => {
      const before = program.dump();
      for (const client of [program.live, program.test]) {
        const form = new FormData();
        form.append('title', 'x');
        form.append('attachments', new Blob([png(1, 1)], { type: 'image/png' }), 'fine.png');
        form.append('attachments', new Blob(['#!/bin/sh'], { type: 'text/x-shellscript' }), 'evil.sh');
        const { status, body } = await client.call('POST', '/posts', { form });
        expect([status, body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      }
      expect(program.dump()).toBe(before);
      expect(await program.files()).toEqual([]);
    });
  });
});
