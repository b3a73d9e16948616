// Tags: their operations, and their post counts.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAudit, readDeletions } from '../../support/database.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

interface Tag {
  id: string;
  name: string;
  color: string | null;
  postsCount: number;
}

describe('tags', () => {
  let program: TestProgram;
  let made = 0;
  const make = async (body: object = {}): Promise<Tag> => {
    made += 1;
    const answer = await program.live.post('/tags', { name: `tag ${made}`, ...body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data;
  };
  const names = async (query = ''): Promise<string[]> =>
    (await program.live.get(`/tags?limit=100${query}`)).body.data.tags.map(({ name }: Tag) => name);
  const countOf = async (id: string): Promise<number> =>
    (await program.live.get(`/tags/${id}`)).body.data.postsCount;
  const unchanged = async (work: () => Promise<unknown>) => {
    const before = program.dump();
    await work();
    expect(program.dump()).toBe(before);
  };
  beforeAll(async () => {
    program = await startProgram();
  });
  afterAll(() => program.close());

  describe('POST /tags', () => {
    it('201 with a live key; a test key saves nothing', async () => {
      const answer = await program.live.post('/tags', { name: ' Mobile app ', color: '#ABCDEF' });
      expect(answer.status).toBe(201);
      expect(answer.headers.etag).toBe('"v1"');
      expect(answer.body).toEqual({
        data: {
          id: expect.stringMatching(/^tag_[0-9a-z]{26}$/),
          name: 'Mobile app',
          color: '#abcdef',
          isPublic: false,
          postsCount: 0,
          createdAt: '2026-01-31T09:15:02.123Z',
        },
      });
      expect(readAudit(program).at(-1)).toEqual({
        action: 'tag.created',
        objectId: answer.body.data.id,
      });
      await unchanged(async () => {
        const mocked = await program.test.post('/tags', { name: 'Mock' });
        expect(mocked.status).toBe(201);
        expect(mocked.body).toMatchObject({ data: { name: 'Mock', color: null }, test: true });
      });
    });

    it.each([
      ['a missing name', {}, 'name'],
      ['an empty name', { name: ' ' }, 'name'],
      ['a long name', { name: 'x'.repeat(65) }, 'name'],
      ['a name that is a list', { name: ['a'] }, 'name'],
      ['an invalid color', { name: 'a', color: 'blue' }, 'color'],
    ])('400: rejects %s', async (_, body, field) => {
      for (const key of ['live', 'test'] as const) {
        const answer = await program[key].post('/tags', body);
        expect(answer.status).toBe(400);
        expect(answer.body.error.details[0].field).toBe(field);
      }
    });

    it.each([
      ['in any letter case', 'Billing', 'bILLING'],
      ['in another Unicode normalization form', 'caf\u00e9', 'cafe\u0301'],
    ])('409: rejects a name that exists, %s', async (_how, name, same) => {
      const tag = await make({ name });
      for (const key of ['live', 'test'] as const) {
        const answer = await program[key].post('/tags', { name: same });
        expect(answer.status).toBe(409);
        expect(answer.body.error.message).toBe(`A tag with the name "${tag.name}" exists already.`);
      }
    });

    it('replays the first response for a repeated Idempotency-Key', async () => {
      const request = { body: { name: 'once' }, headers: { 'idempotency-key': 'tag-once' } };
      const first = await program.live.call('POST', '/tags', request);
      const second = await program.live.call('POST', '/tags', request);
      expect(second).toMatchObject({ status: 201, text: first.text });
    });
  });

  describe('GET /tags', () => {
    it('200: sorts by name, paged by cursor and by after', async () => {
      await make({ name: 'zulu' });
      await make({ name: 'Alpha' });
      const all = await names();
      expect(all).toEqual([...all].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
      const walked: string[] = [];
      let next: string | null = '';
      while (next !== null) {
        const data: { tags: Tag[]; next: string | null } = (
          await program.live.get(`/tags?limit=2${next && `&after=${next}`}`)
        ).body.data;
        walked.push(...data.tags.map(({ name }: Tag) => name));
        next = data.next;
      }
      expect(walked).toEqual(all);
      const second = (await program.test.get('/tags?limit=2&cursor=2')).body;
      expect(second.test).toBe(true);
      expect(second.data.tags.map(({ name }: Tag) => name)).toEqual(all.slice(2, 4));
    });

    it('200: filters by word prefixes and by time', async () => {
      await make({ name: 'Dark Möde' });
      expect(await names('&filters=search:mod')).toEqual(['Dark Möde']);
      expect(await names('&filters=search:mode da')).toEqual(['Dark Möde']);
      expect(await names('&filters=search:ode')).toEqual([]);
      expect(await names('&filters=search:%25')).toEqual([]);
      program.clock.advance(1000);
      const since = new Date(program.clock.now()).toISOString();
      const tag = await make();
      expect(await names(`&filters=updatedSince:${since}`)).toEqual([tag.name]);
    });

    it('400: rejects an invalid time and an invalid after', async () => {
      expect((await program.live.get('/tags?filters=updatedSince:soon')).status).toBe(400);
      expect((await program.live.get('/tags?after=x')).status).toBe(400);
    });

    it('200: returns no tags of another workspace', async () => {
      expect((await program.stranger.get('/tags')).body.data.tags).toEqual([]);
    });
  });

  describe('GET /tags/{id}', () => {
    it('200 for a tag, 304 when unchanged, 404 for an unknown id, 400 for a malformed id', async () => {
      const tag = await make();
      const answer = await program.live.get(`/tags/${tag.id}`);
      expect(answer.body).toEqual({ data: tag });
      expect(
        (await program.live.get(`/tags/${tag.id}`, { 'if-none-match': answer.headers.etag ?? '' })).status,
      ).toBe(304);
      expect((await program.test.get(`/tags/${tag.id}`)).body).toEqual({ data: tag, test: true });
      expect((await program.stranger.get(`/tags/${tag.id}`)).body.error.message).toBe('Tag not found.');
      expect((await program.live.get(`/tags/${'x'.repeat(65)}`)).status).toBe(400);
    });
  });

  describe('PATCH /tags/{id}', () => {
    it('200: changes only the fields that are sent, and posts show the change', async () => {
      const tag = await make({ color: '#111111' });
      const post = (await program.live.post('/posts', { title: 'A', tags: [tag.id] })).body.data;
      const renamed = await program.live.patch(`/tags/${tag.id}`, { name: tag.name.toUpperCase() });
      expect(renamed.body.data).toEqual({ ...tag, name: tag.name.toUpperCase(), postsCount: 1 });
      expect(renamed.headers.etag).toBe('"v2"');
      expect(readAudit(program).at(-1)).toEqual({
        action: 'tag.updated',
        objectId: tag.id,
      });
      expect((await program.live.patch(`/tags/${tag.id}`, { color: null })).body.data.color).toBeNull();
      expect((await program.live.get(`/posts/${post.id}`)).body.data.tags[0].name).toBe(
        tag.name.toUpperCase(),
      );
      expect(await names(`&filters=search:${tag.name.split(' ')[1]}`)).toContain(tag.name.toUpperCase());
    });

    it('200 under a test key: saves nothing, even for a tag created by a test call', async () => {
      const tag = await make();
      const mocked = (await program.test.post('/tags', { name: 'Mock' })).body.data;
      await unchanged(async () => {
        expect((await program.test.patch(`/tags/${tag.id}`, { name: 'Other' })).body.data.name).toBe('Other');
        expect((await program.test.patch(`/tags/${mocked.id}`, { name: 'Other' })).body).toMatchObject({
          data: { id: mocked.id, name: 'Other' },
          test: true,
        });
      });
      expect((await program.live.patch(`/tags/${mocked.id}`, { name: 'Other' })).status).toBe(404);
    });

    it('400, 404, 409, 412: invalid fields, unknown tags, duplicate names, outdated versions', async () => {
      const tag = await make();
      const other = await make();
      expect((await program.live.patch(`/tags/${tag.id}`, { name: null })).status).toBe(400);
      expect((await program.live.patch(`/tags/${tag.id}`, { color: '#1' })).status).toBe(400);
      expect((await program.live.patch('/tags/tag_nobody', {})).status).toBe(404);
      expect((await program.stranger.patch(`/tags/${tag.id}`, { name: 'Mine' })).status).toBe(404);
      expect((await program.live.patch(`/tags/${tag.id}`, { name: other.name })).status).toBe(409);
      const stale = { body: { name: 'New' }, headers: { 'if-match': '"v9"' } };
      expect((await program.live.call('PATCH', `/tags/${tag.id}`, stale)).status).toBe(412);
      expect((await program.live.get(`/tags/${tag.id}`)).body.data).toEqual(tag);
    });
  });

  describe('DELETE /tags/{id}', () => {
    it('200: removes the tag from its posts, which keep their other tags', async () => {
      const [gone, kept] = [await make(), await make()];
      const post = (await program.live.post('/posts', { title: 'A', tags: [gone.id, kept.id] })).body.data;
      const mocked = (await program.test.post('/tags', { name: 'Mock' })).body.data;
      await unchanged(async () => {
        expect((await program.test.delete(`/tags/${gone.id}`)).body).toEqual({
          data: { id: gone.id, deleted: true },
          test: true,
        });
        expect((await program.test.delete(`/tags/${mocked.id}`)).status).toBe(200);
      });
      expect((await program.live.delete(`/tags/${gone.id}`)).body).toEqual({
        data: { id: gone.id, deleted: true },
      });
      const { tags } = (await program.live.get(`/posts/${post.id}`)).body.data;
      expect(tags).toEqual([{ ...kept, postsCount: 1 }]);
      expect((await program.live.delete(`/tags/${gone.id}`)).status).toBe(404);
      expect(readDeletions(program)).toContain(`tag ${gone.id}`);
      expect(readAudit(program).at(-1)).toEqual({
        action: 'tag.deleted',
        objectId: gone.id,
      });
    });

    it('404 for an unknown tag, 412 for an outdated version', async () => {
      const tag = await make();
      expect((await program.stranger.delete(`/tags/${tag.id}`)).status).toBe(404);
      const stale = { headers: { 'if-match': '"v2"' } };
      expect((await program.live.call('DELETE', `/tags/${tag.id}`, stale)).status).toBe(412);
      expect((await program.live.get(`/tags/${tag.id}`)).status).toBe(200);
    });
  });

  it('have an exact post count', async () => {
    const [a, b] = [await make(), await make()];
    const create = async (tags: string[]) =>
      (await program.live.post('/posts', { title: 'A', tags })).body.data;
    const first = await create([a.id, b.id, a.name]);
    const second = await create([a.name.toUpperCase(), 'brand new']);
    expect(first.tags.map(({ postsCount }: Tag) => postsCount)).toEqual([1, 1]);
    const brandNew = second.tags[1];
    expect([await countOf(a.id), await countOf(b.id), await countOf(brandNew.id)]).toEqual([2, 1, 1]);
    await program.live.patch(`/posts/${first.id}`, { tags: [b.id] });
    expect([await countOf(a.id), await countOf(b.id)]).toEqual([1, 1]);
    await program.live.patch(`/posts/${first.id}`, { title: 'B' });
    await program.test.patch(`/posts/${first.id}`, { tags: [] });
    expect([await countOf(a.id), await countOf(b.id)]).toEqual([1, 1]);
    await program.live.patch(`/posts/${first.id}`, { tags: [] });
    await program.live.delete(`/posts/${second.id}`);
    expect([await countOf(a.id), await countOf(b.id), await countOf(brandNew.id)]).toEqual([0, 0, 0]);
  });
});
