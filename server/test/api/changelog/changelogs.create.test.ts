import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png, pngOf } from '../../http/pictures.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
const now = '2026-01-31T09:15:02.123Z';
const past = '2026-01-30T08:00:00.000Z';
const future = '2026-02-01T08:00:00.000Z';

beforeAll(async () => {
  program = await startProgram({ environment: { UPLOAD_MAX_FILES: '2', UPLOAD_MAX_IMAGE_BYTES: '1000' } });
  // Records the first use of the key now, so that it does not show up as a change in the tests.
  await program.test.get('/changelogs');
  await program.live.get('/changelogs');
});
afterAll(() => program.close());

const create = async (body: object) => {
  const answer = await program.live.post('/changelogs', body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.data;
};
const post = async (title = 'A post') => (await program.live.post('/posts', { title })).body.data.id;
const picture = (bytes: Buffer = png(3, 2)) =>
  new File([new Uint8Array(bytes)], 'shot.png', { type: 'image/png' });
const form = (fields: Record<string, string>, files: [string, File][] = []) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const [name, file] of files) data.append(name, file);
  return data;
};

describe('POST /changelogs', () => {
  describe('201', () => {
    it('creates a draft from a title alone', async () => {
      const { status, body, headers } = await program.live.post('/changelogs', { title: '  Dark mode  ' });
      expect(status).toBe(201);
      expect(headers.etag).toBe('"v1"');
      expect(body).toEqual({
        data: {
          id: expect.stringMatching(/^clog_[0-9a-hjkmnp-tv-z]{26}$/),
          title: 'Dark mode',
          slug: 'dark-mode',
          content: { type: 'doc', content: [{ type: 'paragraph' }] },
          contentHtml: '',
          labels: [],
          state: 'draft',
          publishedAt: null,
          linkedPostIds: [],
          completeLinkedPosts: false,
          notify: false,
          createdAt: now,
          updatedAt: now,
          attachments: [],
        },
      });
      const { attachments: _, ...read } = body.data;
      expect((await program.live.get(`/changelogs/${body.data.id}`)).body).toEqual({ data: read });
    });

    it('accepts every field, publishes, and emits one event', async () => {
      const [first, second] = [await post('One'), await post('Two')];
      const before = program.events().length;
      const made = await create({
        title: 'Everything',
        slug: ' all-of-it ',
        content: '# Big\n\nand **bold**',
        labels: [' New ', 'Fixed', 'new'],
        state: 'published',
        publishedAt: past,
        linkedPostIds: [second, first, second],
        somethingUnknown: true,
      });
      expect(made).toMatchObject({
        slug: 'all-of-it',
        contentHtml: '<h1>Big</h1><p>and <strong>bold</strong></p>',
        labels: ['New', 'Fixed'],
        state: 'published',
        publishedAt: past,
        linkedPostIds: [second, first],
      });
      const events = program.events().slice(before);
      expect(events).toEqual([
        {
          type: 'changelog.published',
          object: expect.objectContaining({ id: made.id, linkedPostIds: [second, first] }),
          actorId: expect.stringMatching(/^key_/),
        },
      ]);
    });

    it('publishes now if no time is given', async () => {
      expect(await create({ title: 'Now', state: 'published' })).toMatchObject({ publishedAt: now });
      expect(await create({ title: 'Now', state: 'published', publishedAt: null })).toMatchObject({
        publishedAt: now,
      });
    });

    it('schedules without emitting an event yet', async () => {
      const before = program.events().length;
      const made = await create({ title: 'Later', state: 'scheduled', publishedAt: future });
      expect(made).toMatchObject({ state: 'scheduled', publishedAt: future });
      expect(program.events()).toHaveLength(before);
    });

    it.each([
      ['text', '**a**', '<p>**a**</p>'],
      ['html', '<p>a</p><script>b</script>', '<p>a</p>'],
      [
        'json',
        '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"a"}]}]}',
        '<p>a</p>',
      ],
    ])('parses content as %s', async (contentFormat, content, html) => {
      expect((await create({ title: 'Format', content, contentFormat })).contentHtml).toBe(html);
    });

    it('accepts a document unchanged, and null for no content', async () => {
      const content = {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a' }] }],
      };
      expect((await create({ title: 'Document', content })).contentHtml).toBe('<p>a</p>');
      expect((await create({ title: 'Nothing', content: null })).contentHtml).toBe('');
    });

    it('derives a unique slug from any title', async () => {
      const slugs = [];
      for (const title of ['Crème brûlée: v2!', 'creme BRULEE v2', 'Crème  brulee v2']) {
        slugs.push((await create({ title })).slug);
      }
      expect(slugs).toEqual(['creme-brulee-v2', 'creme-brulee-v2-2', 'creme-brulee-v2-3']);
      expect((await create({ title: '!!!' })).slug).toBe('changelog');
      expect((await create({ title: 'ダークモード' })).slug).toMatch(/^\p{L}+$/u);
      expect([...(await create({ title: 'x'.repeat(200) })).slug]).toHaveLength(90);
    });

    it('accepts a form with files, and serves the files', async () => {
      const id = await post();
      const answer = await program.live.call('POST', '/changelogs', {
        form: form(
          { title: 'Form', 'labels[]': 'New', linkedPostIds: `["${id}"]`, completeLinkedPosts: 'true' },
          [
            ['attachments', picture()],
            ['files', picture(png(5, 4))],
          ],
        ),
      });
      expect(answer.status).toBe(201);
      expect(answer.body.data).toMatchObject({ labels: ['New'], linkedPostIds: [id], state: 'draft' });
      const [file, other] = answer.body.data.attachments;
      expect(file).toEqual({
        id: expect.stringMatching(/^att_/),
        fileName: 'shot.png',
        mimeType: 'image/png',
        size: png(3, 2).length,
        width: 3,
        height: 2,
        sha256: createHash('sha256').update(png(3, 2)).digest('hex'),
        url: expect.stringMatching(/^http:\/\/earshot\.test\/files\/[A-Za-z0-9]{40}\/shot\.png$/),
        createdAt: now,
      });
      expect(other).toMatchObject({ width: 5, height: 4 });
      const served = await program.app.inject({ url: new URL(file.url).pathname });
      expect([served.statusCode, served.rawPayload.equals(png(3, 2))]).toEqual([200, true]);
      const read = await program.live.get(`/changelogs/${answer.body.data.id}?include=attachments`);
      expect(read.body.data.attachments).toEqual([file, other]);
    });

    it('replays the first response for a repeated Idempotency-Key, and creates one changelog', async () => {
      const options = () => ({
        form: form({ title: 'Once' }, [['attachments', picture()]]),
        headers: { 'idempotency-key': 'clog-once' },
      });
      const first = await program.live.call('POST', '/changelogs', options());
      const files = await program.files();
      const second = await program.live.call('POST', '/changelogs', options());
      expect(second.text).toBe(first.text);
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect(await program.files()).toEqual(files);
      const found = await program.live.get('/changelogs?filters=search:once');
      expect(found.body.data.changelogs).toHaveLength(1);
      const other = await program.live.call('POST', '/changelogs', {
        body: { title: 'Other' },
        headers: { 'idempotency-key': 'clog-once' },
      });
      expect(other.status).toBe(422);
    });

    it('records the actor in the audit log', async () => {
      const { id } = await create({ title: 'Audited', state: 'published' });
      const { ledger } = program.engines.store.read;
      const slice = { take: 10, skip: 0, after: undefined };
      const entries = await ledger.audit(program.workspaceId, { objectIds: [id], slice });
      expect(entries.map(({ type, actor }) => [type, actor.type])).toEqual([
        ['changelog.published', 'key'],
        ['changelog.created', 'key'],
      ]);
    });

    it('returns the same response under a test key, and saves nothing', async () => {
      const id = await post();
      const [rows, files] = [program.dump(), await program.files()];
      const answer = await program.test.call('POST', '/changelogs', {
        form: form({ title: 'Rehearsed', state: 'published', linkedPostIds: id, completeLinkedPosts: '1' }, [
          ['attachments', picture()],
        ]),
      });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        test: true,
        data: {
          id: expect.stringMatching(/^clog_test_/),
          state: 'published',
          publishedAt: now,
          linkedPostIds: [id],
          completeLinkedPosts: true,
          attachments: [{ fileName: 'shot.png' }],
        },
      });
      expect(program.dump()).toBe(rows);
      expect(await program.files()).toEqual(files);
      expect((await program.test.get(`/changelogs/${answer.body.data.id}`)).status).toBe(404);
    });

    it('links to a post created by a test call, under a test key', async () => {
      const rows = program.dump();
      const { id } = (await program.test.post('/posts', { title: 'Seemingly' })).body.data;
      const { status, body } = await program.test.post('/changelogs', { title: 'A', linkedPostIds: [id] });
      expect([status, body.data.linkedPostIds]).toEqual([201, [id]]);
      expect(program.dump()).toBe(rows);
    });
  });

  describe('400', () => {
    const many = (count: number, text: string) =>
      Array.from({ length: count }, (_, index) => `${text}${index}`);
    it.each<[string, object, string]>([
      ['a missing title', {}, 'title'],
      ['an empty title', { title: '  ' }, 'title'],
      ['a title that is too long', { title: 'x'.repeat(201) }, 'title'],
      ['a title that is not a string', { title: 7 }, 'title'],
      ['an unknown state', { title: 'A', state: 'secret' }, 'state'],
      ['a schedule without a time', { title: 'A', state: 'scheduled' }, 'publishedAt'],
      ['a schedule with null', { title: 'A', state: 'scheduled', publishedAt: null }, 'publishedAt'],
      ['a schedule in the past', { title: 'A', state: 'scheduled', publishedAt: past }, 'publishedAt'],
      ['a schedule at this very moment', { title: 'A', state: 'scheduled', publishedAt: now }, 'publishedAt'],
      ['a future publish time', { title: 'A', state: 'published', publishedAt: future }, 'publishedAt'],
      ['a draft with a time', { title: 'A', publishedAt: past }, 'publishedAt'],
      ['an invalid time', { title: 'A', state: 'scheduled', publishedAt: 'tomorrow' }, 'publishedAt'],
      ['a time that is not a string', { title: 'A', state: 'scheduled', publishedAt: 12 }, 'publishedAt'],
      ['an empty label', { title: 'A', labels: [' '] }, 'labels'],
      ['a label that is too long', { title: 'A', labels: ['x'.repeat(65)] }, 'labels'],
      ['too many labels', { title: 'A', labels: many(21, 'label') }, 'labels'],
      ['labels that are not a list', { title: 'A', labels: 'New' }, 'labels'],
      [
        'an unknown post',
        { title: 'A', linkedPostIds: ['post_01jz3k8n5yegs9t2w6qv4m7r8c'] },
        'linkedPostIds',
      ],
      ['a malformed post id', { title: 'A', linkedPostIds: ['\u0000'] }, 'linkedPostIds'],
      ['too many posts', { title: 'A', linkedPostIds: many(201, 'post') }, 'linkedPostIds'],
      ['an empty slug', { title: 'A', slug: '' }, 'slug'],
      ['a slug with spaces', { title: 'A', slug: 'a b' }, 'slug'],
      ['a slug in capitals', { title: 'A', slug: 'Abc' }, 'slug'],
      ['a slug that is too long', { title: 'A', slug: 'x'.repeat(101) }, 'slug'],
      ['content in an unknown format', { title: 'A', content: 'x', contentFormat: 'pdf' }, 'contentFormat'],
      ['content that is not a document', { title: 'A', content: { type: 'x' } }, 'content'],
      ['content that is too large', { title: 'A', content: 'x'.repeat(102_401) }, 'content'],
      ['an invalid flag', { title: 'A', completeLinkedPosts: 'maybe' }, 'completeLinkedPosts'],
    ])('rejects %s, under both keys, and changes nothing', async (_name, body, field) => {
      const rows = program.dump();
      for (const caller of [program.live, program.test]) {
        const answer = await caller.post('/changelogs', body);
        expect([answer.status, answer.body.error.details?.[0]?.field]).toEqual([400, field]);
        expect(answer.body.error.message).toContain(`"${field}"`);
      }
      expect(program.dump()).toBe(rows);
    });

    it('rejects a post of another workspace', async () => {
      const elsewhere = (await program.stranger.post('/posts', { title: 'Elsewhere' })).body.data.id;
      const answer = await program.live.post('/changelogs', { title: 'A', linkedPostIds: [elsewhere] });
      expect([answer.status, answer.body.error.details[0].field]).toEqual([400, 'linkedPostIds']);
    });
  });

  it('401 without a key', async () => {
    const answer = await program.app.inject({ method: 'POST', url: '/v1/changelogs', payload: {} });
    expect(answer.statusCode).toBe(401);
  });

  it('409 for a slug that is already in use, but not in another workspace', async () => {
    await create({ title: 'Taken', slug: 'taken' });
    for (const caller of [program.live, program.test]) {
      const answer = await caller.post('/changelogs', { title: 'Taken', slug: 'taken' });
      expect([answer.status, answer.body.error.code]).toEqual([409, 'CONFLICT']);
    }
    expect((await program.stranger.post('/changelogs', { title: 'Taken', slug: 'taken' })).status).toBe(201);
  });

  it.each([
    ['too many files', [picture(), picture(), picture()]],
    ['a file that is too large', [picture(pngOf(1001))]],
  ])('413 for %s, and stores no file', async (_name, pictures) => {
    const [rows, files] = [program.dump(), await program.files()];
    const answer = await program.live.call('POST', '/changelogs', {
      form: form(
        { title: 'A' },
        pictures.map((file) => ['attachments', file]),
      ),
    });
    expect(answer.status).toBe(413);
    expect(program.dump()).toBe(rows);
    expect(await program.files()).toEqual(files);
  });

  it('415 for a file that is not an image, video or PDF, and for another content type', async () => {
    const files = await program.files();
    const text = new File(['hello'], 'a.txt', { type: 'text/csv' });
    const asFile = await program.live.call('POST', '/changelogs', {
      form: form({ title: 'A' }, [['attachments', text]]),
    });
    const asXml = await program.live.call('POST', '/changelogs', {
      raw: '<a/>',
      headers: { 'content-type': 'application/xml' },
    });
    expect([asFile.status, asXml.status]).toEqual([415, 415]);
    expect(await program.files()).toEqual(files);
  });
});
