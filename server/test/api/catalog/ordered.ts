// Test cases shared by statuses and post types: both are ordered catalogs with the same guarantees.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../support/caller.ts';
import { readAudit, readDeletions } from '../../support/database.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

export interface OrderedCase {
  path: '/statuses' | '/post-types';
  plural: 'statuses' | 'postTypes';
  prefix: 'stat' | 'type';
  kind: 'status' | 'postType';
  noun: string;
  /** The name of the post field, and of the filter on lists of posts. */
  field: 'statusId' | 'postTypeId';
  filter: 'statusId' | 'typeId';
  /** Required fields of a draft, besides its name. */
  required: object;
  fields: string[];
}

interface Thing {
  id: string;
  name: string;
  slug: string;
  position: number;
  isDefault: boolean;
  postsCount: number;
}

type Listed = { [Plural in 'statuses' | 'postTypes']: Thing[] } & { next: string | null };

export function orderedContract(which: OrderedCase): void {
  const { path, plural, prefix, kind, noun, field, filter, required, fields } = which;
  const title = noun.charAt(0).toUpperCase() + noun.slice(1);
  let program: TestProgram;
  beforeAll(async () => {
    program = await startProgram();
  });
  afterAll(() => program.close());

  const list = async (): Promise<Thing[]> => (await program.live.get(`${path}?limit=100`)).body.data[plural];
  let drafts = 0;
  const draft = (more: object = {}) => {
    drafts += 1;
    return { name: `Thing ${drafts}`, ...required, ...more };
  };
  const make = async (more: object = {}): Promise<Thing> => {
    const made = await program.live.post(path, draft(more));
    expect(made.status, made.text).toBe(201);
    return made.body.data;
  };
  const defaultOf = async (): Promise<Thing> => (await list()).find(({ isDefault }) => isDefault) as Thing;
  const post = async (id: string, titleText = 'A post') =>
    (await program.live.post('/posts', { title: titleText, [field]: id })).body.data;
  const audit = () => readAudit(program);
  const expectOrdered = async () => {
    const things = await list();
    expect(things.map(({ position }) => position)).toEqual(things.map((_, index) => index));
    expect(things.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  };
  const expectBadField = (answer: Answer, name: string) => {
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.error.details[0].field).toBe(name);
  };
  const unchanged = async (work: () => Promise<unknown>) => {
    const before = program.dump();
    await work();
    expect(program.dump()).toBe(before);
  };

  describe(`POST ${path}`, () => {
    it('201: appends it to the end, with a slug derived from its name', async () => {
      const before = await list();
      const answer = await program.live.post(path, { name: '  Größer & schöner!  ', ...required });
      expect(answer.status).toBe(201);
      expect(Object.keys(answer.body.data).sort()).toEqual([...fields].sort());
      expect(answer.body.data).toMatchObject({
        name: 'Größer & schöner!',
        slug: 'gro-er-schoner',
        color: '#64748b',
        position: before.length,
        isDefault: false,
        postsCount: 0,
        ...required,
      });
      expect(answer.body.data.id).toMatch(new RegExp(`^${prefix}_[0-9a-z]{26}$`));
      expect(answer.headers.etag).toBe('"v1"');
      expect(audit().at(-1)).toEqual({ action: `${kind}.created`, objectId: answer.body.data.id });
      expect((await program.live.get(`${path}/${answer.body.data.id}`)).body.data).toEqual(answer.body.data);
    });

    it('201: inserts it at the requested position', async () => {
      const before = await list();
      const made = await make({ position: 1, color: '#ABCDEF', slug: 'my-own-1' });
      expect(made).toMatchObject({ position: 1, color: '#abcdef', slug: 'my-own-1' });
      const after = await list();
      expect(after.map(({ id }) => id)).toEqual([
        before[0]?.id,
        made.id,
        ...before.slice(1).map(({ id }) => id),
      ]);
      expect(await make({ position: 1_000_000 })).toMatchObject({ position: after.length });
      await expectOrdered();
    });

    it('201: becomes the new default', async () => {
      const made = await make({ isDefault: true });
      expect((await defaultOf()).id).toBe(made.id);
      await expectOrdered();
      expect((await program.live.post('/posts', { title: 'Without a word' })).body.data[field]).toBe(made.id);
    });

    it('201: derives a unique slug from a name in a non-Latin script', async () => {
      expect(await make({ name: '計画' })).toMatchObject({
        name: '計画',
        slug: expect.stringMatching(/^[a-z0-9-]+$/),
      });
      expect((await program.live.post(path, draft({ name: '計画' }))).status).toBe(201);
    });

    it('201 under a test key: saves nothing', async () => {
      await unchanged(async () => {
        const answer = await program.test.post(path, draft({ position: 0, isDefault: true }));
        expect(answer.status).toBe(201);
        expect(answer.body.test).toBe(true);
        expect(answer.body.data.id).toMatch(new RegExp(`^${prefix}_test_`));
        expect(answer.body.data).toMatchObject({ position: 0, isDefault: true });
      });
    });

    it('replays the first response for a repeated Idempotency-Key', async () => {
      const request = { body: draft(), headers: { 'idempotency-key': `create-${kind}` } };
      const first = await program.live.call('POST', path, request);
      const second = await program.live.call('POST', path, request);
      expect(second.text).toBe(first.text);
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect((await program.live.call('POST', path, { ...request, body: draft() })).status).toBe(422);
    });

    it.each([
      ['a missing name', { name: undefined }, 'name'],
      ['an empty name', { name: '  ' }, 'name'],
      ['a long name', { name: 'x'.repeat(65) }, 'name'],
      ['a name that is a number', { name: 7 }, 'name'],
      ['a name with NUL', { name: 'a\0b' }, 'name'],
      ['a color by name', { color: 'red' }, 'color'],
      ['a short color', { color: '#fff' }, 'color'],
      ['a slug with capitals', { slug: 'Planned' }, 'slug'],
      ['an empty slug', { slug: '' }, 'slug'],
      ['a long slug', { slug: 'x'.repeat(65) }, 'slug'],
      ['a negative position', { position: -1 }, 'position'],
      ['a fractional position', { position: 1.5 }, 'position'],
      ['a position that is a string', { position: '1' }, 'position'],
      ['a default that is a string', { isDefault: 'true' }, 'isDefault'],
    ])('400: rejects %s', async (_, wrong, name) => {
      await unchanged(async () => {
        for (const key of ['live', 'test'] as const)
          expectBadField(await program[key].post(path, draft(wrong)), name);
      });
    });

    it('409: rejects a slug that is already in use, and names it', async () => {
      const made = await make();
      await unchanged(async () => {
        for (const key of ['live', 'test'] as const) {
          const answer = await program[key].post(path, draft({ name: made.name }));
          expect(answer.status).toBe(409);
          expect(answer.body.error.message).toContain(`"${made.slug}"`);
          expect((await program[key].post(path, draft({ slug: made.slug }))).status).toBe(409);
        }
      });
    });

    it('413, 415, 401: rejects an oversized body, a wrong content type and a missing key', async () => {
      const json = { 'content-type': 'application/json' };
      const huge = await program.live.call('POST', path, {
        raw: `{"name":"${'x'.repeat(2_000_000)}"}`,
        headers: json,
      });
      expect(huge.status).toBe(413);
      const xml = { raw: '<name/>', headers: { 'content-type': 'application/xml' } };
      expect((await program.live.call('POST', path, xml)).status).toBe(415);
      expect((await program.live.call('POST', path, { headers: { authorization: 'Bearer x' } })).status).toBe(
        401,
      );
    });
  });

  describe(`GET ${path}`, () => {
    it('200: sorts by position, paged by cursor and by after', async () => {
      const all = await list();
      const walked: string[] = [];
      let next: string | null = '';
      while (next !== null) {
        const data: Listed = (await program.live.get(`${path}?limit=2${next && `&after=${next}`}`)).body.data;
        walked.push(...data[plural].map(({ id }: Thing) => id));
        next = data.next;
      }
      expect(walked).toEqual(all.map(({ id }) => id));
      const second = (await program.live.get(`${path}?limit=2&cursor=2`)).body.data[plural];
      expect(second.map(({ id }: Thing) => id)).toEqual(walked.slice(2, 4));
      expect((await program.test.get(path)).body.test).toBe(true);
    });

    it('200: filters by updatedSince, including items shifted by a reorder', async () => {
      program.clock.advance(60_000);
      const since = new Date(program.clock.now()).toISOString();
      const changed = async () =>
        (await program.live.get(`${path}?limit=100&filters=updatedSince:${since}`)).body.data[plural].map(
          ({ id }: Thing) => id,
        );
      expect(await changed()).toEqual([]);
      const before = await list();
      const made = await make({ position: before.length - 1 });
      expect(await changed()).toEqual([made.id, before.at(-1)?.id]);
    });

    it('400: rejects an invalid updatedSince and an invalid after', async () => {
      expectBadField(await program.live.get(`${path}?filters=updatedSince:yesterday`), 'filters');
      expectBadField(await program.live.get(`${path}?after=nonsense`), 'after');
      const tooFar = Buffer.from('["position",2147483648,"a"]').toString('base64url');
      expectBadField(await program.live.get(`${path}?after=${tooFar}`), 'after');
    });

    it('304: answers If-None-Match while nothing has changed', async () => {
      const { headers } = await program.live.get(path);
      expect((await program.live.get(path, { 'if-none-match': headers.etag ?? '' })).status).toBe(304);
    });
  });

  describe(`GET ${path}/{id}`, () => {
    it('200 with both keys; 404 for another workspace, an unknown id and a test id; 400 for a malformed id', async () => {
      const made = await make();
      expect((await program.live.get(`${path}/${made.id}`)).body).toEqual({ data: made });
      expect((await program.test.get(`${path}/${made.id}`)).body).toEqual({ data: made, test: true });
      const stranger = await program.stranger.get(`${path}/${made.id}`);
      expect(stranger.status).toBe(404);
      expect(stranger.body.error.message).toBe(`${title} not found.`);
      expect((await program.live.get(`${path}/${prefix}_nobody`)).status).toBe(404);
      const mocked = (await program.test.post(path, draft())).body.data;
      expect((await program.test.get(`${path}/${mocked.id}`)).status).toBe(404);
      expectBadField(await program.live.get(`${path}/a%20b`), 'id');
    });
  });

  describe(`PATCH ${path}/{id}`, () => {
    it('200: changes only the fields that are sent, and keeps the slug when the name changes', async () => {
      const made = await make();
      program.clock.advance(1000);
      const answer = await program.live.patch(`${path}/${made.id}`, {
        name: 'Another name',
        color: '#010203',
      });
      expect(answer.body.data).toEqual({ ...made, name: 'Another name', color: '#010203' });
      expect(answer.headers.etag).toBe('"v2"');
      expect(audit().at(-1)).toEqual({ action: `${kind}.updated`, objectId: made.id });
      const slugged = await program.live.patch(`${path}/${made.id}`, {
        slug: `chosen-${kind.toLowerCase()}`,
      });
      expect(slugged.body.data.slug).toBe(`chosen-${kind.toLowerCase()}`);
      expect((await program.live.patch(`${path}/${made.id}`, { slug: slugged.body.data.slug })).status).toBe(
        200,
      );
    });

    it('200: moves it, and shifts the others to close the gap', async () => {
      const made = await make();
      const others = (await list()).map(({ id }) => id).filter((id) => id !== made.id);
      for (const position of [0, 2, 10_000]) {
        const answer = await program.live.patch(`${path}/${made.id}`, { position });
        const expected = [...others.slice(0, position), made.id, ...others.slice(position)];
        expect((await list()).map(({ id }) => id)).toEqual(expected);
        expect(answer.body.data.position).toBe(expected.indexOf(made.id));
        await expectOrdered();
      }
    });

    it('200: becomes the new default; 409: rejects unsetting the default', async () => {
      const made = await make();
      const before = await defaultOf();
      expect((await program.live.patch(`${path}/${made.id}`, { isDefault: false })).status).toBe(200);
      const refused = await program.live.patch(`${path}/${before.id}`, { isDefault: false });
      expect(refused.status).toBe(409);
      expect(refused.body.error.message).toMatch(/^There must be a default/);
      expect((await program.test.patch(`${path}/${before.id}`, { isDefault: false })).status).toBe(409);
      expect((await program.live.patch(`${path}/${made.id}`, { isDefault: true })).body.data.isDefault).toBe(
        true,
      );
      expect((await defaultOf()).id).toBe(made.id);
      await expectOrdered();
    });

    it('200 under a test key: saves nothing, even for an object created by a test call', async () => {
      const made = await make();
      const mocked = (await program.test.post(path, draft())).body.data;
      await unchanged(async () => {
        const real = await program.test.patch(`${path}/${made.id}`, {
          name: 'Other',
          position: 0,
          isDefault: true,
        });
        expect(real.body).toEqual({
          data: { ...made, name: 'Other', position: 0, isDefault: true },
          test: true,
        });
        const stand = await program.test.patch(`${path}/${mocked.id}`, { name: 'Other', position: 0 });
        expect(stand.body).toMatchObject({ data: { id: mocked.id, name: 'Other', position: 0 }, test: true });
      });
      expect((await program.live.patch(`${path}/${mocked.id}`, { name: 'Other' })).status).toBe(404);
    });

    it.each([
      ['an empty name', { name: '' }, 'name'],
      ['a null name', { name: null }, 'name'],
      ['an invalid color', { color: '#12345g' }, 'color'],
      ['an invalid slug', { slug: 'a b' }, 'slug'],
      ['a negative position', { position: -2 }, 'position'],
    ])('400: rejects %s', async (_, wrong, name) => {
      const { id } = await defaultOf();
      expectBadField(await program.live.patch(`${path}/${id}`, wrong), name);
      expectBadField(await program.test.patch(`${path}/${id}`, wrong), name);
    });

    it('409: rejects the slug of another one', async () => {
      const made = await make();
      const answer = await program.live.patch(`${path}/${made.id}`, { slug: (await defaultOf()).slug });
      expect(answer.status).toBe(409);
    });

    it('412: rejects an outdated version; only one of two edits of the same version succeeds', async () => {
      const made = await make();
      const { headers } = await program.live.get(`${path}/${made.id}`);
      const edit = { body: { name: 'Mine' }, headers: { 'if-match': headers.etag ?? '' } };
      const answers = await Promise.all(
        [1, 2].map(() => program.live.call('PATCH', `${path}/${made.id}`, edit)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      expect((await program.test.call('PATCH', `${path}/${made.id}`, edit)).status).toBe(412);
    });

    it('404: for an unknown id, and for one of another workspace', async () => {
      const made = await make();
      expect((await program.live.patch(`${path}/${prefix}_nobody`, {})).status).toBe(404);
      expect((await program.stranger.patch(`${path}/${made.id}`, { name: 'Mine' })).status).toBe(404);
      expect((await program.live.get(`${path}/${made.id}`)).body.data.name).toBe(made.name);
    });
  });

  describe(`PUT ${path}/order`, () => {
    const put = (ids: unknown, key: 'live' | 'test' = 'live') =>
      program[key].call('PUT', `${path}/order`, { body: { ids } });

    it('200: returns all of them in the new order', async () => {
      const ids = (await list()).map(({ id }) => id).reverse();
      const answer = await put(ids);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body.data).toEqual({ [plural]: await list(), cursor: 1, hasMore: false, next: null });
      expect((await list()).map(({ id }) => id)).toEqual(ids);
      expect(audit().at(-1)).toEqual({ action: `${kind}.reordered`, objectId: program.workspaceId });
      await expectOrdered();
    });

    it('200 under a test key: saves nothing, and accepts an id created by a test call', async () => {
      const mocked = (await program.test.post(path, draft())).body.data;
      const ids = (await list()).map(({ id }) => id).reverse();
      await unchanged(async () => {
        const plain = await put(ids, 'test');
        expect(plain.body.test).toBe(true);
        expect(plain.body.data[plural].map(({ id }: Thing) => id)).toEqual(ids);
        const mixed = await put([mocked.id, ...ids], 'test');
        expect(mixed.body.data[plural].map(({ id }: Thing) => id)).toEqual([mocked.id, ...ids]);
      });
    });

    it('400: rejects a missing, duplicate or unknown id, and a missing list', async () => {
      const ids = (await list()).map(({ id }) => id);
      const wrong = [
        ids.slice(1),
        [...ids, ids[0]],
        [...ids.slice(1), ids[1]],
        [...ids, `${prefix}_nobody`],
        [],
        'all',
        undefined,
        [7],
      ];
      await unchanged(async () => {
        for (const some of wrong)
          for (const key of ['live', 'test'] as const) expectBadField(await put(some, key), 'ids');
        const stranger = await program.stranger.call('PUT', `${path}/order`, { body: { ids } });
        expectBadField(stranger, 'ids');
      });
    });
  });

  describe(`DELETE ${path}/{id}`, () => {
    it('200: deletes one that no post uses', async () => {
      const made = await make({ position: 0 });
      const answer = await program.live.delete(`${path}/${made.id}`);
      expect(answer.body).toEqual({ data: { id: made.id, deleted: true } });
      expect((await program.live.get(`${path}/${made.id}`)).status).toBe(404);
      expect((await program.live.delete(`${path}/${made.id}`)).status).toBe(404);
      expect(audit().at(-1)).toEqual({ action: `${kind}.deleted`, objectId: made.id });
      expect(readDeletions(program)).toContain(`${kind} ${made.id}`);
      const gone = await program.live.get(`/deletions?limit=100&filters=kind:${kind}`);
      expect(gone.body.data.deletions).toContainEqual(expect.objectContaining({ id: made.id, kind }));
      await expectOrdered();
    });

    it('409: rejects deleting one in use without a replacement; 200: moves its posts and updates search', async () => {
      const from = await make();
      const to = await make();
      const posts = [await post(from.id, 'Zebra one'), await post(from.id, 'Zebra two')];
      const other = await post(to.id, 'Zebra three');
      const refused = await program.live.delete(`${path}/${from.id}`);
      expect(refused.status).toBe(409);
      expect(refused.body.error.message).toContain('2 posts have this');
      await unchanged(async () => {
        expect((await program.test.delete(`${path}/${from.id}`)).status).toBe(409);
        expect((await program.test.delete(`${path}/${from.id}?moveTo=${to.id}`)).body).toEqual({
          data: { id: from.id, deleted: true },
          test: true,
        });
      });
      program.clock.advance(5000);
      const told = program.events().length;
      const answer = await program.live.delete(`${path}/${from.id}?moveTo=${to.id}`);
      expect(answer.status, answer.text).toBe(200);
      const types = kind === 'status' ? ['post.updated', 'post.status_changed'] : ['post.updated'];
      expect(
        program
          .events()
          .slice(told)
          .map(({ type, object }) => [type, object.id, object[field]]),
      ).toEqual(posts.flatMap(({ id }) => types.map((type) => [type, id, to.id])));
      expect((await program.live.get(`${path}/${to.id}`)).body.data.postsCount).toBe(3);
      for (const before of posts) {
        const after = (await program.live.get(`/posts/${before.id}`)).body.data;
        const updatedAt = new Date(program.clock.now()).toISOString();
        const { attachments: _, ...kept } = before;
        expect(after).toEqual({ ...kept, [field]: to.id, version: 2, updatedAt });
      }
      const found = async (filters: string) =>
        (await program.live.get(`/posts?sortBy=oldest&filters=${filters}`)).body.data.posts.map(
          ({ id }: Thing) => id,
        );
      const all = [...posts, other].map(({ id }) => id);
      expect(await found(`${filter}:${to.id}`)).toEqual(all);
      expect(await found(`${filter}:${to.id};search:zeb`)).toEqual(all);
      expect(await found(`${filter}:${from.id};search:zeb`)).toEqual([]);
      expect(await found('search:zebra')).toEqual(all);
    });

    it('200: a test key can delete an object it created, and move its posts to another one it created', async () => {
      const mocked = (await program.test.post(path, draft())).body.data;
      const from = await make();
      await post(from.id);
      await unchanged(async () => {
        expect((await program.test.delete(`${path}/${mocked.id}`)).body).toEqual({
          data: { id: mocked.id, deleted: true },
          test: true,
        });
        expect((await program.test.delete(`${path}/${from.id}?moveTo=${mocked.id}`)).status).toBe(200);
        expect((await program.test.post('/posts', { title: 'A', [field]: mocked.id })).status).toBe(201);
      });
    });

    it('400: rejects moving posts to itself, to an unknown id, and to one of another workspace', async () => {
      const made = await make();
      const elsewhere = (await program.stranger.get(path)).body.data[plural][0].id;
      for (const moveTo of [made.id, `${prefix}_nobody`, elsewhere]) {
        expectBadField(await program.live.delete(`${path}/${made.id}?moveTo=${moveTo}`), 'moveTo');
        expectBadField(await program.test.delete(`${path}/${made.id}?moveTo=${moveTo}`), 'moveTo');
      }
    });

    it('409: rejects deleting the default', async () => {
      const { id } = await defaultOf();
      const other = await make();
      for (const key of ['live', 'test'] as const) {
        expect((await program[key].delete(`${path}/${id}?moveTo=${other.id}`)).status).toBe(409);
      }
    });

    it('412: rejects an outdated version', async () => {
      const made = await make();
      const headers = { 'if-match': '"v7"' };
      expect((await program.live.call('DELETE', `${path}/${made.id}`, { headers })).status).toBe(412);
      expect(
        (await program.live.call('DELETE', `${path}/${made.id}`, { headers: { 'if-match': '"v1"' } })).status,
      ).toBe(200);
    });

    it('404: for an unknown id, and for one of another workspace', async () => {
      const made = await make();
      expect((await program.live.delete(`${path}/${prefix}_nobody`)).status).toBe(404);
      expect((await program.stranger.delete(`${path}/${made.id}`)).status).toBe(404);
      expect((await program.live.get(`${path}/${made.id}`)).status).toBe(200);
    });
  });

  it('405: lists the allowed methods of a path', async () => {
    const answer = await program.live.call('POST', `${path}/${prefix}_x`, { body: {} });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD, PATCH, DELETE');
  });
}
