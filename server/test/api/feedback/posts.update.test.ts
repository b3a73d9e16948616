import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { idMinter } from '../../../src/domain/kernel/id.ts';
import { png } from '../../http/pictures.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { rowsOf } from '../../support/rows.ts';

let program: TestProgram;
let statuses: { id: string; name: string; postsCount: number }[];
let types: { id: string; name: string; postsCount: number }[];
// biome-ignore lint/suspicious/noExplicitAny: the whole response is compared.
let post: any;
let made = 0;

beforeAll(async () => {
  program = await startProgram();
  statuses = (await program.live.get('/statuses')).body.data.statuses;
  types = (await program.live.get('/post-types')).body.data.postTypes;
});
afterAll(() => program.close());

beforeEach(async () => {
  made += 1;
  const { body } = await program.live.post('/posts', {
    title: 'Before',
    description: 'Old *text*',
    tags: ['one', 'two'],
    externalId: `before-${made}`,
    sourceUrl: 'https://example.com/before',
    importedVotes: 3,
    authorEmail: 'before@example.com',
  });
  post = body.data;
  program.clock.advance(10);
});

const nowIso = () => new Date(program.clock.now()).toISOString();
const patch = async (body: object) => {
  const answer = await program.live.patch(`/posts/${post.id}`, body);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body.data;
};
const formOf = (fields: Record<string, string>, files: [string, Buffer][] = []): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, bytes] of files)
    form.append('attachments', new Blob([bytes], { type: 'image/png' }), name);
  return form;
};

describe('PATCH /posts/{id}', () => {
  describe('200', () => {
    it.each<[string, () => Record<string, unknown>, () => Record<string, unknown>]>([
      ['title', () => ({ title: ' After ' }), () => ({ title: 'After' })],
      [
        'description',
        () => ({ description: 'New' }),
        () => ({
          description: {
            type: 'doc',
            content: [{ type: 'paragraph', content: [{ type: 'text', text: 'New' }] }],
          },
          descriptionHtml: '<p>New</p>',
        }),
      ],
      [
        'description, cleared with null',
        () => ({ description: null }),
        () => ({ description: { type: 'doc', content: [{ type: 'paragraph' }] }, descriptionHtml: '' }),
      ],
      ['postTypeId', () => ({ postTypeId: types[2]?.id }), () => ({ postTypeId: types[2]?.id })],
      ['typeId', () => ({ typeId: types[1]?.id }), () => ({ postTypeId: types[1]?.id })],
      ['statusId', () => ({ statusId: statuses[4]?.id }), () => ({ statusId: statuses[4]?.id })],
      [
        'tags',
        () => ({ tags: ['TWO', 'three'] }),
        () => ({ tags: [post.tags[1], expect.objectContaining({ name: 'three' })] }),
      ],
      ['tags, emptied', () => ({ tags: [] }), () => ({ tags: [] })],
      ['externalId', () => ({ externalId: `after-${made}` }), () => ({ externalId: `after-${made}` })],
      ['externalId, cleared with null', () => ({ externalId: null }), () => ({ externalId: null })],
      ['externalId, unchanged', () => ({ externalId: post.externalId }), () => ({})],
      [
        'externalId, unchanged but surrounded by spaces',
        () => ({ externalId: ` ${post.externalId} ` }),
        () => ({}),
      ],
      ['sourceUrl', () => ({ sourceUrl: 'http://a.example/' }), () => ({ sourceUrl: 'http://a.example/' })],
      ['sourceUrl, cleared with null', () => ({ sourceUrl: null }), () => ({ sourceUrl: null })],
      ['importedVotes', () => ({ importedVotes: 5 }), () => ({ importedVotes: 5, votesCount: 6 })],
      ['importedVotes, to 0', () => ({ importedVotes: 0 }), () => ({ importedVotes: 0, votesCount: 1 })],
      ['importedVotes, unchanged', () => ({ importedVotes: 3 }), () => ({})],
      ['visibility', () => ({ visibility: 'public' }), () => ({ visibility: 'public' })],
      ['visibility, unchanged', () => ({ visibility: 'internal' }), () => ({})],
      ['createdAt', () => ({ createdAt: '2020-01-01' }), () => ({ createdAt: '2020-01-01T00:00:00.000Z' })],
      [
        'author',
        () => ({ userEmail: 'after@example.com' }),
        () => ({ author: expect.objectContaining({ email: 'after@example.com' }) }),
      ],
      ['an unknown field', () => ({ unknownField: 1 }), () => ({})],
    ])('changes only the fields that are sent: %s', async (_name, body, changed) => {
      const { version: _version, ...before } = post;
      const { version, ...after } = await patch(body());
      const isChanged = Object.keys(changed()).length > 0;
      expect(after).toEqual({ ...before, ...changed(), ...(isChanged && { updatedAt: nowIso() }) });
      expect(version).toBe(post.version + (isChanged ? 1 : 0));
      const read = await program.live.get(`/posts/${post.id}?include=attachments`);
      expect(read.body.data).toEqual({ version, ...after });
    });

    it('increments the version on every edit, but not on votes and comments', async () => {
      expect((await patch({ title: 'Two' })).version).toBe(2);
      await program.live.post(`/posts/${post.id}/votes`, { userEmail: 'v@example.com' });
      await program.live.post(`/posts/${post.id}/comments`, { content: 'Hm' });
      expect((await patch({ title: 'Three' })).version).toBe(3);
    });

    it('loses none of several concurrent edits', async () => {
      const names = Array.from({ length: 10 }, (_, index) => `T${index}`);
      await Promise.all(names.map((title) => patch({ title })));
      const { body } = await program.live.get(`/posts/${post.id}`);
      expect(body.data.version).toBe(11);
      expect(names).toContain(body.data.title);
    });

    it('emits events, with a status change only if the status changed', async () => {
      const before = program.events().length;
      await patch({ title: 'Renamed', statusId: post.statusId });
      await patch({ statusId: statuses[1]?.id });
      const events = program.events().slice(before);
      expect(events.map(({ type }) => type)).toEqual(['post.updated', 'post.updated', 'post.status_changed']);
      expect(events[2]?.object).toMatchObject({ id: post.id, statusId: statuses[1]?.id });
    });

    it('updates the post counts of statuses and types', async () => {
      const counts = async () => {
        const inStatuses = (await program.live.get('/statuses')).body.data.statuses;
        const inTypes = (await program.live.get('/post-types')).body.data.postTypes;
        return [...inStatuses, ...inTypes].map(({ postsCount }: { postsCount: number }) => postsCount);
      };
      const before = await counts();
      await patch({ statusId: statuses[5]?.id, typeId: types[2]?.id });
      const change = (await counts()).map((count, index) => count - (before[index] ?? 0));
      expect(change).toEqual([-1, 0, 0, 0, 0, 1, -1, 0, 1]);
    });

    it("stores the reason for a status change in the post's history", async () => {
      await patch({ statusId: statuses[1]?.id, statusComment: ' Next quarter. ' });
      await patch({ statusId: statuses[2]?.id });
      const history = rowsOf(program, 'status_changes')
        .filter(({ post_id }) => post_id === post.id)
        .sort((left, right) => (String(left.id) < String(right.id) ? -1 : 1));
      expect(history).toMatchObject([
        { from_status_id: statuses[0]?.id, to_status_id: statuses[1]?.id, comment: 'Next quarter.' },
        { from_status_id: statuses[1]?.id, to_status_id: statuses[2]?.id, comment: null },
      ]);
    });

    it('adds files to the existing ones, and removes those that are named', async () => {
      const one = await program.live.call('PATCH', `/posts/${post.id}`, {
        form: formOf({}, [['a.png', png(1, 1)]]),
      });
      expect(one.status).toBe(200);
      const two = await program.live.call('PATCH', `/posts/${post.id}`, {
        form: formOf({ title: 'Filed' }, [['b.png', png(2, 2)]]),
      });
      expect(two.body.data).toMatchObject({
        title: 'Filed',
        attachments: [{ fileName: 'a.png' }, { fileName: 'b.png' }],
      });
      const kept = (await program.files()).length;
      const three = await patch({ removeAttachmentIds: [two.body.data.attachments[0].id] });
      expect(three.attachments).toEqual([two.body.data.attachments[1]]);
      expect(await program.files()).toHaveLength(kept - 1);
      const gone = new URL(two.body.data.attachments[0].url).pathname;
      expect((await program.app.inject(gone)).statusCode).toBe(404);
    });

    it('returns the same response for a form as for JSON', async () => {
      const json = await patch({ title: 'Same', tags: ['x'], externalId: `same-${made}` });
      const { body } = await program.live.call('PATCH', `/posts/${post.id}`, {
        form: formOf({ title: 'Same', 'tags[]': 'x', externalId: `same-${made}` }),
      });
      expect(body.data).toEqual(json);
    });

    it('accepts a missing body, and changes no fields', async () => {
      const { status, body } = await program.live.call('PATCH', `/posts/${post.id}`);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ title: 'Before', tags: post.tags });
    });

    it('returns the same response under a test key, marked as test, and changes nothing', async () => {
      const file = formOf({ title: 'Filed' }, [['a.png', png(1, 1)]]);
      const filed = (await program.live.call('PATCH', `/posts/${post.id}`, { form: file })).body.data;
      const before = [program.dump(), await program.files()];
      const body = {
        title: 'Tried',
        statusId: statuses[3]?.id,
        removeAttachmentIds: [filed.attachments[0].id],
      };
      const test = await program.test.patch(`/posts/${post.id}`, body);
      const other = formOf({ title: 'Tried' }, [['b.png', png(2, 2)]]);
      const formed = await program.test.call('PATCH', `/posts/${post.id}`, { form: other });
      expect(formed.body).toMatchObject({
        test: true,
        data: { attachments: [{}, { fileName: 'b.png', width: 2 }] },
      });
      expect([program.dump(), await program.files()]).toEqual(before);
      const live = await patch(body);
      expect(test.body).toEqual({ data: live, test: true });
    });
  });

  describe('400', () => {
    it.each<[string, string, () => Record<string, unknown>]>([
      ['an empty title', 'title', () => ({ title: ' ' })],
      ['null for a title', 'title', () => ({ title: null })],
      ['a title of 201 characters', 'title', () => ({ title: 'x'.repeat(201) })],
      ['null for a type', 'postTypeId', () => ({ postTypeId: null })],
      ['null for a status', 'statusId', () => ({ statusId: null })],
      ['null for tags', 'tags', () => ({ tags: null })],
      ['null for an author', 'author', () => ({ author: null })],
      ['an unknown type', 'typeId', () => ({ typeId: 'nothing' })],
      ['an unknown status', 'statusId', () => ({ statusId: 'nothing' })],
      ['an unknown author', 'authorId', () => ({ authorId: 'nobody' })],
      ['an unknown tag id', 'tags', () => ({ title: 'Half', tags: ['tag_01jz3k8n5yegs9t2w6qv4m7r8c'] })],
      ['an unknown attachment', 'removeAttachmentIds', () => ({ title: 'Half', removeAttachmentIds: ['x'] })],
      [
        'a reason that is too long',
        'statusComment',
        () => ({ statusId: statuses[1]?.id, statusComment: 'x'.repeat(10_001) }),
      ],
      ['an invalid reason without a status change', 'statusComment', () => ({ statusComment: 'a\0b' })],
      ['a source that is not a URL', 'sourceUrl', () => ({ sourceUrl: 'x' })],
      ['null for imported votes', 'importedVotes', () => ({ importedVotes: null })],
      ['a negative number of votes', 'importedVotes', () => ({ importedVotes: -1 })],
      ['an unknown visibility', 'visibility', () => ({ visibility: 'secret' })],
      ['comments of an internal post', 'publishComments', () => ({ publishComments: true })],
      ['an invalid time', 'createdAt', () => ({ createdAt: 'x' })],
    ])('rejects %s, names "%s", and changes nothing', async (_name, field, body) => {
      const before = program.dump();
      for (const client of [program.live, program.test]) {
        const answer = await client.patch(`/posts/${post.id}`, body());
        expect([answer.status, answer.text]).toEqual([400, expect.any(String)]);
        expect(answer.body.error.details).toEqual([
          { field, message: expect.stringContaining(`"${field}"`) },
        ]);
      }
      expect(program.dump()).toBe(before);
    });

    it('rejects an attachment of another post', async () => {
      const other = await program.live.call('POST', '/posts', {
        form: formOf({ title: 'Other' }, [['a.png', png(1, 1)]]),
      });
      const answer = await program.live.patch(`/posts/${post.id}`, {
        removeAttachmentIds: [other.body.data.attachments[0].id],
      });
      expect([answer.status, answer.body.error.details[0].field]).toEqual([400, 'removeAttachmentIds']);
    });

    it('validates the body before it looks up the post', async () => {
      const { status } = await program.live.patch('/posts/post_01jz3k8n5yegs9t2w6qv4m7r8c', { title: 1 });
      expect(status).toBe(400);
    });
  });

  describe('404', () => {
    it.each(['post_01jz3k8n5yegs9t2w6qv4m7r8c', 'x'])(
      'returns 404 for the unknown post %s, under both keys',
      async (unknown) => {
        for (const client of [program.live, program.test]) {
          const { status, body } = await client.patch(`/posts/${unknown}`, { title: 'x' });
          expect(status).toBe(404);
          expect(body).toEqual({ error: { code: 'NOT_FOUND', message: 'Post not found.', status: 404 } });
        }
      },
    );

    it('returns 404 for a test id under a live key', async () => {
      const { status } = await program.live.patch('/posts/post_test_01jz3k8n5yegs9t2w6qv4m7r8c', {
        title: 'x',
      });
      expect(status).toBe(404);
    });

    it('returns 404 for a post of another workspace, without storing uploaded files', async () => {
      const before = [program.dump(), await program.files()];
      const json = await program.stranger.patch(`/posts/${post.id}`, { title: 'Mine now' });
      const form = formOf({ title: 'Mine now' }, [['a.png', png(1, 1)]]);
      const formed = await program.stranger.call('PATCH', `/posts/${post.id}`, { form });
      expect([json.status, formed.status]).toEqual([404, 404]);
      expect([program.dump(), await program.files()]).toEqual(before);
    });
  });

  describe('409', () => {
    it('rejects the externalId of another post, and changes nothing', async () => {
      await program.live.post('/posts', { title: 'Owner', externalId: `owned-${made}` });
      const before = program.dump();
      for (const client of [program.live, program.test]) {
        const answer = await client.patch(`/posts/${post.id}`, { title: 'x', externalId: `owned-${made}` });
        expect([answer.status, answer.body.error.code]).toEqual([409, 'CONFLICT']);
      }
      expect(program.dump()).toBe(before);
    });

    it('rejects a disallowed status transition, and lists the allowed ones', async () => {
      const id = idMinter(program.clock, 'live')('status');
      const allowed = statuses[3]?.id ?? '';
      await program.engines.store.transaction((write) =>
        write.statuses.insert(program.workspaceId, {
          id,
          name: 'Frozen',
          slug: 'frozen',
          color: '#000000',
          category: 'reviewing',
          position: 99,
          isDefault: false,
          nextStatusIds: [allowed],
          notifyFollowers: false,
          postsCount: 0,
          version: 1,
          createdAt: program.clock.now(),
          updatedAt: program.clock.now(),
        }),
      );
      await patch({ statusId: id });
      const before = program.dump();
      for (const client of [program.live, program.test]) {
        const answer = await client.patch(`/posts/${post.id}`, { statusId: statuses[1]?.id });
        expect([answer.status, answer.body.error.code]).toEqual([409, 'CONFLICT']);
        expect(answer.body.error.message).toContain(allowed);
      }
      expect(program.dump()).toBe(before);
      expect((await patch({ statusId: id })).statusId).toBe(id);
      expect((await patch({ statusId: allowed })).statusId).toBe(allowed);
    });
  });

  describe('413', () => {
    it('rejects the 11th file of a post, also across several edits, and stores none of it', async () => {
      const files = (count: number): [string, Buffer][] =>
        Array.from({ length: count }, (_, index) => [`${index}.png`, png(1, 1)]);
      const url = `/posts/${post.id}`;
      expect((await program.live.call('PATCH', url, { form: formOf({}, files(8)) })).status).toBe(200);
      const before = [program.dump(), await program.files()];
      for (const client of [program.live, program.test]) {
        const { status, body } = await client.call('PATCH', url, { form: formOf({ title: 'x' }, files(3)) });
        expect([status, body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
      }
      expect([program.dump(), await program.files()]).toEqual(before);
      expect((await program.live.call('PATCH', url, { form: formOf({}, files(2)) })).status).toBe(200);
    });

    it('accepts a file if another one is removed in the same edit', async () => {
      const files = (count: number): [string, Buffer][] =>
        Array.from({ length: count }, (_, index) => [`${index}.png`, png(1, 1)]);
      const url = `/posts/${post.id}`;
      const { body } = await program.live.call('PATCH', url, { form: formOf({}, files(10)) });
      const gone = body.data.attachments[0].id;
      const swapped = await program.live.call('PATCH', url, {
        form: formOf({ removeAttachmentIds: gone }, [['new.png', png(2, 1)]]),
      });
      expect(swapped.status).toBe(200);
      expect(swapped.body.data.attachments).toHaveLength(10);
    });
  });

  describe('415', () => {
    it.each(['text/plain', 'application/json-patch+json'])('rejects a body of type %s', async (type) => {
      for (const client of [program.live, program.test]) {
        const options = { raw: 'x', headers: { 'content-type': type } };
        const { status, body } = await client.call('PATCH', `/posts/${post.id}`, options);
        expect([status, body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      }
    });
  });
});
