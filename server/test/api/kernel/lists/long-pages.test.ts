// Pages of many megabytes have the same content as the single objects, however they are requested and read.

import { request as ask } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Post } from '../../../../src/domain/feedback/post.ts';
import type { RichText } from '../../../../src/domain/rich-text/rich-text.ts';
import { insertPosts } from '../../../support/bulk.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';

const text = '👍 some words "of" a description '.repeat(1500);
const description = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
} as RichText;

interface Read {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

describe('a page of long posts', () => {
  let program: TestProgram;
  let port: number;
  let posts: Post[];
  beforeAll(async () => {
    program = await startProgram();
    port = await program.listen();
    posts = await insertPosts(
      program,
      Array.from({ length: 100 }, (_, index) => ({
        title: `Long ${index}`,
        // Includes some short posts, which are read differently.
        ...(index % 10 !== 0 && { description, descriptionHtml: `<p>${text}</p>` }),
        votesCount: index % 7,
      })),
    );
  });
  afterAll(() => program.close());

  /** Reads over a real socket, yielding to the event loop after each chunk. */
  const read = (
    path: string,
    options: { method?: string; headers?: Record<string, string>; secret?: string } = {},
  ) =>
    new Promise<Read>((resolve, reject) => {
      const { method = 'GET', headers = {}, secret = program.secrets.live } = options;
      const outgoing = ask(
        {
          port,
          host: '127.0.0.1',
          path: `/v1${path}`,
          method,
          headers: { authorization: `Bearer ${secret}`, ...headers },
        },
        async (answer) => {
          const chunks: Buffer[] = [];
          for await (const chunk of answer) {
            chunks.push(chunk);
            await new Promise((next) => setImmediate(next));
          }
          const body = Buffer.concat(chunks).toString();
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
        },
      );
      outgoing.on('error', reject).end();
    });

  const orders: [string, (one: Post, other: Post) => number][] = [
    ['recent', (one, other) => other.createdAt - one.createdAt],
    ['oldest', (one, other) => one.createdAt - other.createdAt],
    ['votes', (one, other) => other.votesCount - one.votesCount || other.createdAt - one.createdAt],
  ];
  it.each(orders)('200: is complete and in order: %s', async (sort, order) => {
    const { status, body } = await read(`/posts?limit=100&sortBy=${sort}`);
    expect(status).toBe(200);
    const { data } = JSON.parse(body);
    expect(data.posts.map((post: Post) => post.id)).toEqual([...posts].sort(order).map(({ id }) => id));
    expect(data).toMatchObject({ hasMore: false, next: null });
    // The bytes equal those of a single serialization.
    expect(JSON.stringify({ data })).toBe(body);
    const one = JSON.parse((await read(`/posts/${data.posts[5].id}`)).body).data;
    expect(one).toMatchObject(data.posts[5]);
    expect(one.descriptionHtml).toBe(`<p>${text}</p>`);
  });

  it('continues after a partial page', async () => {
    const first = JSON.parse((await read('/posts?limit=60')).body).data;
    expect(first).toMatchObject({ hasMore: true, next: expect.any(String) });
    const second = JSON.parse((await read(`/posts?limit=60&after=${first.next}`)).body).data;
    const ids = [...first.posts, ...second.posts].map(({ id }) => id);
    expect(ids).toEqual(posts.map(({ id }) => id).reverse());
    expect(second.hasMore).toBe(false);
  });

  it('is the same under a test key, marked as test', async () => {
    const live = await read('/posts?limit=100');
    const test = await read('/posts?limit=100', { secret: program.secrets.test });
    expect(test.body).toBe(live.body.replace(/}$/, ',"test":true}'));
  });

  it('has an ETag for 304 responses, which HEAD returns too, without a body', async () => {
    const { headers } = await read('/posts?limit=100');
    expect(headers.etag).toMatch(/^W\/"/);
    const again = await read('/posts?limit=100', { headers: { 'if-none-match': String(headers.etag) } });
    expect(again).toMatchObject({ status: 304, body: '' });
    const head = await read('/posts?limit=100', { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.headers.etag).toBe(headers.etag);
  });

  it('in a batch returns 413 if too large, and is complete otherwise', async () => {
    const operations = ['/posts?limit=3', '/posts?limit=100'].map((path) => ({ method: 'GET', path }));
    const { body } = await program.live.post('/batch', { operations });
    expect(body.data.results.map(({ status }: { status: number }) => status)).toEqual([200, 413]);
    expect(body.data.results[0].body).toEqual((await program.live.get('/posts?limit=3')).body);
  });

  it('is complete for searches, filters and similar posts', async () => {
    const { statusId, postTypeId } = posts[0] as Post;
    const newest = posts.map(({ id }) => id).reverse();
    for (const filters of ['search:long', `statusId:${statusId};typeId:${postTypeId}`, 'merged:false']) {
      const { data } = JSON.parse((await read(`/posts?limit=100&filters=${filters}`)).body);
      expect(
        data.posts.map(({ id }: Post) => id),
        filters,
      ).toEqual(newest);
    }
    const { data } = JSON.parse((await read('/posts/similar?title=long&limit=50')).body);
    expect(data.posts).toHaveLength(50);
  });

  it('is complete as the linked posts of a changelog', async () => {
    const linkedPostIds = posts.map(({ id }) => id);
    const made = await program.live.post('/changelogs', {
      title: 'All of them',
      content: text,
      linkedPostIds,
    });
    const one = await read(`/changelogs/${made.body.data.id}?include=posts`);
    const page = await read('/changelogs?include=posts');
    const { data } = JSON.parse(one.body);
    expect(data.posts.map(({ id }: Post) => id)).toEqual(linkedPostIds);
    expect(JSON.parse(page.body).data.changelogs[0]).toEqual(data);
    expect(one.headers.etag).toMatch(/^"v1\./);
  });
});
