import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../http/pictures.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { rowsOf } from '../../support/rows.ts';

let program: TestProgram;

beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.close());

async function fullPost(): Promise<{
  id: string;
  commentId: string;
  file: string;
  attachments: { url: string }[];
}> {
  const form = new FormData();
  form.append('title', 'Short-lived');
  form.append('tags', 'gone');
  form.append('attachments', new Blob([png(3, 2)], { type: 'image/png' }), 'a.png');
  form.append('attachments', new Blob([png(4, 2)], { type: 'image/png' }), 'b.png');
  const { data } = (await program.live.call('POST', '/posts', { form })).body;
  const comment = await program.live.post(`/posts/${data.id}/comments`, { content: 'Hm' });
  await program.live.post(`/posts/${data.id}/comments`, { content: 'Reply', parentId: comment.body.data.id });
  await program.live.post(`/posts/${data.id}/votes`, { userEmail: 'v@example.com' });
  const statusId = (await program.live.get('/statuses')).body.data.statuses[1].id;
  await program.live.patch(`/posts/${data.id}`, { statusId });
  return { ...data, commentId: comment.body.data.id, file: new URL(data.attachments[0].url).pathname };
}

describe('DELETE /posts/{id}', () => {
  describe('200', () => {
    it('deletes the post with its comments, votes, history and files, and emits an event', async () => {
      const { id, commentId, file } = await fullPost();
      expect((await program.app.inject(file)).statusCode).toBe(200);
      expect(await program.files()).toHaveLength(2);
      const before = program.events().length;

      const { status, body } = await program.live.delete(`/posts/${id}`);
      expect([status, body]).toEqual([200, { data: { id, deleted: true } }]);

      const events = program.events().slice(before);
      expect(events).toMatchObject([{ type: 'post.deleted', object: { id } }]);
      expect(await program.files()).toEqual([]);
      expect((await program.app.inject(file)).statusCode).toBe(404);
      for (const path of [
        `/posts/${id}`,
        `/posts/${id}/comments`,
        `/posts/${id}/votes`,
        `/comments/${commentId}`,
      ]) {
        expect((await program.live.get(path)).status).toBe(404);
      }
      expect((await program.live.get('/posts')).body.data.posts).toEqual([]);
      for (const name of ['posts', 'comments', 'votes', 'post_tags', 'attachments', 'status_changes']) {
        expect([name, rowsOf(program, name)]).toEqual([name, []]);
      }
    });

    it('updates the post counts of its status and type', async () => {
      const { id } = await fullPost();
      await program.live.delete(`/posts/${id}`);
      const { statuses } = (await program.live.get('/statuses')).body.data;
      const { postTypes } = (await program.live.get('/post-types')).body.data;
      for (const { postsCount } of [...statuses, ...postTypes]) expect(postsCount).toBe(0);
    });

    it('frees the externalId', async () => {
      const { body } = await program.live.post('/posts', { title: 'A', externalId: 'again' });
      await program.live.delete(`/posts/${body.data.id}`);
      expect((await program.live.post('/posts', { title: 'B', externalId: 'again' })).status).toBe(201);
    });

    it('returns the same response under a test key, marked as test, and deletes nothing', async () => {
      const { id, file } = await fullPost();
      const before = [program.dump(), await program.files()];
      const { status, body } = await program.test.delete(`/posts/${id}`);
      expect([status, body]).toEqual([200, { data: { id, deleted: true }, test: true }]);
      expect([program.dump(), await program.files()]).toEqual(before);
      expect((await program.app.inject(file)).statusCode).toBe(200);
    });

    it('succeeds for one of several concurrent requests, and returns 404 to the others', async () => {
      const { body } = await program.live.post('/posts', { title: 'Race' });
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => program.live.delete(`/posts/${body.data.id}`)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    });
  });

  describe('404', () => {
    it('returns 404 for an unknown post, under both keys', async () => {
      for (const client of [program.live, program.test]) {
        const { status, body } = await client.delete('/posts/post_01jz3k8n5yegs9t2w6qv4m7r8c');
        expect(status).toBe(404);
        expect(body).toEqual({ error: { code: 'NOT_FOUND', message: 'Post not found.', status: 404 } });
      }
    });

    it('returns 404 for a deleted post, and for a test id under a live key', async () => {
      const { body } = await program.live.post('/posts', { title: 'Once' });
      await program.live.delete(`/posts/${body.data.id}`);
      expect((await program.live.delete(`/posts/${body.data.id}`)).status).toBe(404);
      expect((await program.live.delete('/posts/post_test_01jz3k8n5yegs9t2w6qv4m7r8c')).status).toBe(404);
    });

    it('returns 404 for a post of another workspace', async () => {
      const { body } = await program.live.post('/posts', { title: 'Ours' });
      expect((await program.stranger.delete(`/posts/${body.data.id}`)).status).toBe(404);
      expect((await program.live.get(`/posts/${body.data.id}`)).status).toBe(200);
    });
  });

  describe('400', () => {
    it.each(['x'.repeat(65), 'a%20b', 'a%2Fb'])('rejects the id %.20s', async (id) => {
      for (const client of [program.live, program.test]) {
        const { status, body } = await client.delete(`/posts/${id}`);
        expect([status, body.error.details]).toEqual([400, [{ field: 'id', message: expect.any(String) }]]);
      }
    });
  });
});
