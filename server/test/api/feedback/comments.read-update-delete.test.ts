import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readDeletions } from '../../support/database.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { rowsOf } from '../../support/rows.ts';
import { saying } from '../../support/said.ts';

let program: TestProgram;
let postId: string;
// biome-ignore lint/suspicious/noExplicitAny: the whole response is compared.
let comment: any;

beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.close());

beforeEach(async () => {
  postId = (await program.live.post('/posts', { title: 'Talked about' })).body.data.id;
  comment = await say({ content: 'Original', authorEmail: 'ada@example.com' });
  program.clock.advance(10);
});

const say = async (body: object) => (await program.live.post(`/posts/${postId}/comments`, body)).body.data;
const reply = ({ id }: { id: string }, rest: object = {}) =>
  say({ content: 'Reply', parentId: id, authorEmail: 'grace@example.com', ...rest });
const tree = async () => (await program.live.get(`/posts/${postId}/comments?include=replies`)).body.data;
const countOf = async (): Promise<number> =>
  (await program.live.get(`/posts/${postId}`)).body.data.commentsCount;
const unknownIds = ['cmt_01jz3k8n5yegs9t2w6qv4m7r8c', 'post_01jz3k8n5yegs9t2w6qv4m7r8c', 'x'];
const notFound = { error: { code: 'NOT_FOUND', message: 'Comment not found.', status: 404 } };

describe('GET /comments/{id}', () => {
  describe('200', () => {
    it('returns the comment as it was created, under both keys', async () => {
      const live = await program.live.get(`/comments/${comment.id}`);
      expect([live.status, live.body]).toEqual([200, { data: comment }]);
      const test = await program.test.get(`/comments/${comment.id}`);
      expect([test.status, test.body]).toEqual([200, { data: comment, test: true }]);
    });

    it('returns a private note by its id', async () => {
      const note = await say({ content: 'Note', isPrivate: true });
      expect((await program.live.get(`/comments/${note.id}`)).body.data).toEqual(note);
    });
  });

  describe('404', () => {
    it.each([...unknownIds, 'cmt_test_01jz3k8n5yegs9t2w6qv4m7r8c'])(
      'returns 404 for the unknown comment %s',
      async (id) => {
        for (const client of [program.live, program.test]) {
          const { status, body } = await client.get(`/comments/${id}`);
          expect([status, body]).toEqual([404, notFound]);
        }
      },
    );

    it('returns 404 for a comment of another workspace', async () => {
      expect((await program.stranger.get(`/comments/${comment.id}`)).status).toBe(404);
    });
  });

  describe('400', () => {
    it.each(['x'.repeat(65), 'a.b'])('rejects the id %.20s', async (id) => {
      const { status, body } = await program.live.get(`/comments/${id}`);
      expect([status, body.error.details[0].field]).toEqual([400, 'id']);
    });
  });
});

describe('PATCH /comments/{id}', () => {
  describe('200', () => {
    it('changes the content and emits an event', async () => {
      const before = program.events().length;
      const { status, body } = await program.live.patch(`/comments/${comment.id}`, { content: ' Edited ' });
      expect(status).toBe(200);
      expect(body).toEqual({
        data: { ...comment, ...saying('Edited'), updatedAt: new Date(program.clock.now()).toISOString() },
      });
      const events = program.events().slice(before);
      expect(events).toMatchObject([
        { type: 'comment.updated', object: { id: comment.id, content: 'Edited' } },
      ]);
      expect((await program.live.get(`/comments/${comment.id}`)).body).toEqual(body);
    });

    it('keeps fields that are not sent, and ignores read-only fields', async () => {
      const { body } = await program.live.patch(`/comments/${comment.id}`, {
        postId: 'x',
        parentId: 'y',
        userId: 'z',
      });
      const { updatedAt: _, ...rest } = comment;
      expect(body.data).toMatchObject(rest);
    });

    it('updates the count when a comment becomes private and public again', async () => {
      expect(await countOf()).toBe(1);
      await program.live.patch(`/comments/${comment.id}`, { isPrivate: true });
      expect(await countOf()).toBe(0);
      expect((await program.live.get(`/posts/${postId}/comments`)).body.data).toEqual([]);
      await program.live.patch(`/comments/${comment.id}`, { isPrivate: false });
      expect(await countOf()).toBe(1);
    });

    it('returns the same response under a test key, marked as test, and changes nothing', async () => {
      const before = program.dump();
      const test = await program.test.patch(`/comments/${comment.id}`, { content: 'Tried', isPrivate: true });
      expect(program.dump()).toBe(before);
      const live = await program.live.patch(`/comments/${comment.id}`, { content: 'Tried', isPrivate: true });
      expect([test.status, test.body]).toEqual([200, { ...live.body, test: true }]);
    });

    it('accepts a missing body', async () => {
      const { status, body } = await program.live.call('PATCH', `/comments/${comment.id}`);
      expect([status, body.data.content]).toEqual([200, 'Original']);
    });
  });

  describe('400', () => {
    it.each<[string, object]>([
      ['content', { content: ' ' }],
      ['content', { content: null }],
      ['content', { content: 'x'.repeat(10_001) }],
      ['content', { content: '\ud800' }],
      ['isPrivate', { isPrivate: 'yes' }],
      ['isPrivate', { isPrivate: null }],
    ])('rejects an invalid "%s", and changes nothing', async (field, body) => {
      const before = program.dump();
      for (const client of [program.live, program.test]) {
        const answer = await client.patch(`/comments/${comment.id}`, body);
        expect([answer.status, answer.body.error.details[0].field]).toEqual([400, field]);
        expect(answer.body.error.message).toContain(`"${field}"`);
      }
      expect(program.dump()).toBe(before);
    });
  });

  describe('404', () => {
    it.each(unknownIds)('returns 404 for the unknown comment %s', async (id) => {
      for (const client of [program.live, program.test]) {
        const { status, body } = await client.patch(`/comments/${id}`, { content: 'x' });
        expect([status, body]).toEqual([404, notFound]);
      }
    });

    it('returns 404 for the stub of a deleted comment', async () => {
      await say({ content: 'Reply', parentId: comment.id });
      await program.live.delete(`/comments/${comment.id}`);
      const { status, body } = await program.live.patch(`/comments/${comment.id}`, { content: 'Back' });
      expect([status, body]).toEqual([404, notFound]);
    });

    it('returns 404 for a comment of another workspace', async () => {
      const { status } = await program.stranger.patch(`/comments/${comment.id}`, { content: 'Mine' });
      expect(status).toBe(404);
      expect((await program.live.get(`/comments/${comment.id}`)).body.data.content).toBe('Original');
    });
  });

  describe('415', () => {
    it('rejects a body that is not JSON', async () => {
      const options = { raw: 'x', headers: { 'content-type': 'text/plain' } };
      for (const client of [program.live, program.test]) {
        const { status, body } = await client.call('PATCH', `/comments/${comment.id}`, options);
        expect([status, body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      }
    });
  });

  describe('413', () => {
    it('rejects a body over 1 MiB', async () => {
      const { status } = await program.live.patch(`/comments/${comment.id}`, {
        content: 'x'.repeat(1_048_576),
      });
      expect(status).toBe(413);
    });
  });
});

describe('DELETE /comments/{id}', () => {
  describe('200', () => {
    it('deletes a comment without replies, updates the count, and emits an event', async () => {
      const before = program.events().length;
      const { status, body } = await program.live.delete(`/comments/${comment.id}`);
      expect([status, body]).toEqual([200, { data: { id: comment.id, deleted: true } }]);
      expect((await program.live.get(`/comments/${comment.id}`)).status).toBe(404);
      expect(rowsOf(program, 'comments').map(({ id }) => id)).not.toContain(comment.id);
      expect(readDeletions(program)).toContain(`comment ${comment.id}`);
      expect(await countOf()).toBe(0);
      expect(program.events().slice(before)).toMatchObject([
        { type: 'comment.deleted', object: { id: comment.id } },
      ]);
    });

    it('replaces a comment that has replies with a stub without its content and author, but with its userId', async () => {
      const reply = await say({ content: 'Reply', parentId: comment.id });
      await program.live.delete(`/comments/${comment.id}`);
      const { status, body } = await program.live.get(`/comments/${comment.id}`);
      expect(status).toBe(200);
      expect(body.data).toEqual({
        ...comment,
        ...saying(''),
        isDeleted: true,
        author: null,
        updatedAt: new Date(program.clock.now()).toISOString(),
      });
      expect((await program.live.get(`/comments/${reply.id}`)).body.data).toEqual(reply);
      expect(await countOf()).toBe(1);
    });

    it('removes a stub with its last reply, and records both', async () => {
      const [first, last] = [await reply(comment), await reply(comment)];
      await program.live.delete(`/comments/${comment.id}`);
      await program.live.delete(`/comments/${first.id}`);
      expect((await program.live.get(`/comments/${comment.id}`)).body.data.isDeleted).toBe(true);
      const before = program.events().length;
      await program.live.delete(`/comments/${last.id}`);
      expect((await program.live.get(`/comments/${comment.id}`)).status).toBe(404);
      expect(program.events().slice(before)).toMatchObject([
        { type: 'comment.deleted', object: { id: last.id, content: 'Reply' } },
        { type: 'comment.deleted', object: { id: comment.id, content: '', isDeleted: true, author: null } },
      ]);
      expect(await tree()).toEqual([]);
      expect(await countOf()).toBe(0);
    });

    it('removes nested stubs with their last reply, up to a comment that is not deleted', async () => {
      const stubs = [comment];
      for (let depth = 0; depth < 4; depth += 1) stubs.push(await reply(stubs.at(-1)));
      const leaf = await reply(stubs.at(-1));
      const [kept, ...deleted] = stubs;
      for (const { id } of deleted) await program.live.delete(`/comments/${id}`);
      expect(await countOf()).toBe(2);
      await program.live.delete(`/comments/${leaf.id}`);
      expect(await tree()).toEqual([{ ...kept, replies: [] }]);
      for (const { id } of deleted) expect((await program.live.get(`/comments/${id}`)).status).toBe(404);
      for (const { id } of [...deleted, leaf]) expect(readDeletions(program)).toContain(`comment ${id}`);
    });

    it('keeps a stub while another branch of its replies lives', async () => {
      const [left, right] = [await reply(comment), await reply(comment)];
      const leaf = await reply(left);
      for (const { id } of [comment, left, leaf]) await program.live.delete(`/comments/${id}`);
      expect(await tree()).toMatchObject([{ id: comment.id, isDeleted: true, replies: [{ id: right.id }] }]);
    });

    it('shows no stub whose replies are all private, and removes it with the last of them', async () => {
      const open = await reply(comment);
      const note = await reply(comment, { isPrivate: true });
      await program.live.delete(`/comments/${comment.id}`);
      expect((await program.live.get(`/comments/${comment.id}`)).body.data.isPrivate).toBe(false);
      await program.live.delete(`/comments/${open.id}`);
      expect(await tree()).toEqual([]);
      const { body } = await program.live.get(`/comments?filters=private:true;postId:${postId}`);
      expect(body.data.comments.map(({ id }: { id: string }) => id).sort()).toEqual(
        [comment.id, note.id].sort(),
      );
      await program.live.delete(`/comments/${note.id}`);
      expect((await program.live.get(`/comments/${comment.id}`)).status).toBe(404);
    });

    it('hides a comment deleted while all its replies are private, or once the last becomes private', async () => {
      const note = await reply(comment, { isPrivate: true });
      await program.live.delete(`/comments/${comment.id}`);
      expect(await tree()).toEqual([]);
      expect((await program.live.get(`/comments/${note.id}`)).status).toBe(200);

      const other = await say({ content: 'Other', authorEmail: 'ada@example.com' });
      const open = await reply(other);
      await program.live.delete(`/comments/${other.id}`);
      expect(await tree()).toHaveLength(1);
      await program.live.patch(`/comments/${open.id}`, { isPrivate: true });
      expect(await tree()).toEqual([]);
    });

    it('does not list a stub as a comment of its user, nor names the user in it', async () => {
      await reply(comment);
      await program.live.delete(`/comments/${comment.id}`);
      for (const path of [
        `/users/${comment.userId}/comments`,
        `/comments?filters=userId:${comment.userId}`,
      ]) {
        const { body } = await program.live.get(path);
        expect(body.data.comments.map(({ id }: { id: string }) => id)).not.toContain(comment.id);
      }
      const { body } = await program.live.get('/comments?limit=100');
      const listed = body.data.comments.find(({ id }: { id: string }) => id === comment.id);
      expect(listed).toMatchObject({ author: null, userId: comment.userId, isDeleted: true });
    });

    it('does not change the count for a private note', async () => {
      const note = await say({ content: 'Note', isPrivate: true });
      await program.live.delete(`/comments/${note.id}`);
      expect(await countOf()).toBe(1);
    });

    it('returns the same response under a test key, marked as test, and deletes nothing', async () => {
      const last = await reply(comment);
      await program.live.delete(`/comments/${comment.id}`);
      comment = last;
      const before = program.dump();
      const { status, body } = await program.test.delete(`/comments/${comment.id}`);
      expect([status, body]).toEqual([200, { data: { id: comment.id, deleted: true }, test: true }]);
      expect(program.dump()).toBe(before);
    });
  });

  describe('404', () => {
    it.each(unknownIds)('returns 404 for the unknown comment %s', async (id) => {
      for (const client of [program.live, program.test]) {
        const { status, body } = await client.delete(`/comments/${id}`);
        expect([status, body]).toEqual([404, notFound]);
      }
    });

    it('returns 404 for a comment that is already deleted, removed or left as a stub', async () => {
      const reply = await say({ content: 'Reply', parentId: comment.id });
      for (const { id } of [comment, reply]) {
        expect((await program.live.delete(`/comments/${id}`)).status).toBe(200);
        expect((await program.live.delete(`/comments/${id}`)).status).toBe(404);
      }
      expect(await countOf()).toBe(0);
    });

    it('returns 404 for a comment of another workspace', async () => {
      expect((await program.stranger.delete(`/comments/${comment.id}`)).status).toBe(404);
      expect((await program.live.get(`/comments/${comment.id}`)).status).toBe(200);
    });
  });

  describe('400', () => {
    it('rejects a malformed id', async () => {
      const { status, body } = await program.live.delete(`/comments/${'x'.repeat(65)}`);
      expect([status, body.error.details[0].field]).toEqual([400, 'id']);
    });
  });
});
