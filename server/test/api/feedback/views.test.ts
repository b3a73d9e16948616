// Views: filters of posts under a name, for keys and members.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxViews } from '../../../src/domain/feedback/view.ts';
import { accountId, type Browser, invitedBy, ownerOf } from '../../support/console.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { list, titlesOf } from './listing.ts';

let program: TestProgram;
let owner: Browser;
let colleague: Browser;
beforeAll(async () => {
  program = await startProgram();
  owner = await ownerOf(program);
  colleague = await invitedBy(program, owner, 'member', 'colleague@example.com');
  for (const [title, tags] of [
    ['Dark mode', 'design'],
    ['Dark chocolate', 'food'],
    ['Light mode', 'design'],
  ])
    await program.live.post('/posts', { title, tags: [tags] });
});
afterAll(() => program.close());

const create = async (fields: object) =>
  (await program.live.post('/views', { name: 'View', filters: 'tag:design', ...fields })).body.data;
const own = (browser: Browser, fields: object = {}) =>
  browser.data('POST', '/v1/views', { name: 'Mine', filters: 'tag:food', ...fields });
const namesIn = async (browser: Browser): Promise<string[]> =>
  (await browser.data('GET', '/v1/views?limit=100')).views.map(({ name }: { name: string }) => name);
const listed = async (query: Record<string, string>) => titlesOf(await list(program.live, query));

describe('POST /views', () => {
  it('201: keeps filters and an order', async () => {
    const { status, body } = await program.live.post('/views', {
      name: ' Design ',
      filters: 'tag:design;merged:false',
      sortBy: 'votes',
    });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^view_/),
      name: 'Design',
      filters: 'tag:design;merged:false',
      sortBy: 'votes',
      shared: true,
      memberId: null,
      createdAt: expect.any(String),
      updatedAt: body.data.createdAt,
    });
    expect((await program.live.get(`/views/${body.data.id}`)).body.data).toEqual(body.data);
    const [entry] = (await program.live.get('/audit-log?limit=1')).body.data.entries;
    expect(entry).toMatchObject({ action: 'view.created', objectId: body.data.id });
  });

  it('201 under a test key: keeps nothing, and the ID works in later writes', async () => {
    const { body } = await program.test.post('/views', { name: 'Test', filters: '' });
    expect(body).toMatchObject({ test: true, data: { name: 'Test', filters: '' } });
    const renamed = await program.test.patch(`/views/${body.data.id}`, { name: 'Again' });
    expect(renamed.body.data).toMatchObject({ id: body.data.id, name: 'Again' });
    expect((await program.test.delete(`/views/${body.data.id}`)).status).toBe(200);
    expect((await program.live.get(`/views/${body.data.id}`)).status).toBe(404);
  });

  it.each([
    [{ name: '' }, 'name', /1 to 64 characters/],
    [{ filters: 'statsId:open' }, 'filters', /"statsId".*did you mean "statusId"\?/],
    [{ filters: 'search' }, 'filters', /needs a value after "search:"/],
    [{ filters: 'updatedSince:yesterday' }, 'filters', /"updatedSince" that is not/],
    [{ filters: 'viewId:view_01jz3k8n5yegs9t2w6qv4m7r8c' }, 'filters', /can't be kept in a view/],
    [{ filters: `search:${'a'.repeat(2000)}` }, 'filters', /at most 2000 characters/],
    [{ sortBy: 'popular' }, 'sortBy', /one of/],
    [{ shared: false }, 'shared', /must be true/],
  ])('400: %j', async (fields, field, message) => {
    for (const client of [program.live, program.test]) {
      const { status, body } = await client.post('/views', { name: 'View', filters: '', ...fields });
      expect(status).toBe(400);
      expect(body.error.details).toEqual([{ field, message: expect.stringMatching(message) }]);
    }
  });

  it('400: names every invalid field', async () => {
    const { body } = await program.live.post('/views', { name: '', filters: '', shared: false });
    expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual(['name', 'shared']);
  });

  it('409: a workspace has a limited number', async () => {
    const full = await startProgram();
    try {
      const { store } = full.engines;
      const view = await full.live.post('/views', { name: 'First', filters: '' });
      const stored = await store.read.views.find(full.workspaceId, view.body.data.id);
      if (stored === undefined) throw new Error('The view is gone.');
      await store.transaction(async (write) => {
        for (let number = 1; number < maxViews; number += 1)
          await write.views.insert(full.workspaceId, { ...stored, id: `view_${number}` });
      });
      const { status, body } = await full.live.post('/views', { name: 'Last', filters: '' });
      expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    } finally {
      await full.close();
    }
  });
});

describe('GET /posts, viewId', () => {
  it('adds the filters of the view to those of the query, and its order unless one is given', async () => {
    const { id } = await create({ sortBy: 'oldest' });
    expect(await listed({ filters: `viewId:${id}` })).toEqual(['Dark mode', 'Light mode']);
    expect(await listed({ filters: `viewId:${id}`, sortBy: 'recent' })).toEqual(['Light mode', 'Dark mode']);
    expect(await listed({ filters: `search:dark;viewId:${id}` })).toEqual(['Dark mode']);
    // The values of one filter are alternatives, as within a query.
    expect(await listed({ filters: `viewId:${id};tag:food` })).toEqual([
      'Dark mode',
      'Dark chocolate',
      'Light mode',
    ]);
  });

  it('pages in the order of the view', async () => {
    const { id } = await create({ sortBy: 'oldest' });
    const first = await list(program.live, { filters: `viewId:${id}`, limit: '1' });
    expect(titlesOf(first)).toEqual(['Dark mode']);
    const next = { filters: `viewId:${id}`, limit: '1', after: String(first.body.data.next) };
    expect(await listed(next)).toEqual(['Light mode']);
  });

  it('follows edits of the view', async () => {
    const { id } = await create({});
    const query = { filters: `viewId:${id}` };
    expect(await listed(query)).toHaveLength(2);
    await program.live.patch(`/views/${id}`, { filters: 'tag:food' });
    expect(await listed(query)).toEqual(['Dark chocolate']);
  });

  it('matches nothing if the view is unknown or deleted', async () => {
    const { id } = await create({});
    await program.live.delete(`/views/${id}`);
    for (const gone of [id, 'view_01jz3k8n5yegs9t2w6qv4m7r8c', 'x'])
      expect(
        (await list(program.live, { filters: `viewId:${gone}`, include: 'total' })).body.data,
      ).toMatchObject({
        posts: [],
        hasMore: false,
        total: 0,
      });
  });

  it('400 for more than one view', async () => {
    const { status } = await program.live.get('/posts?filters=viewId:a;viewId:b');
    expect(status).toBe(400);
  });
});

describe('PATCH and DELETE /views/{id}', () => {
  it('200: changes only what is sent, and 412 if it has changed since', async () => {
    const { id } = await create({ sortBy: 'votes' });
    const { headers } = await program.live.get(`/views/${id}`);
    const { status, body } = await program.live.patch(`/views/${id}`, { sortBy: null });
    expect([status, body.data]).toMatchObject([200, { name: 'View', filters: 'tag:design', sortBy: null }]);
    const late = await program.live.call('PATCH', `/views/${id}`, {
      body: { name: 'Late' },
      headers: { 'if-match': String(headers.etag) },
    });
    expect(late.status).toBe(412);
  });

  it('200: deletes', async () => {
    const { id } = await create({});
    expect((await program.live.delete(`/views/${id}`)).body).toEqual({ data: { id, deleted: true } });
    for (const { status } of [
      await program.live.get(`/views/${id}`),
      await program.live.patch(`/views/${id}`, {}),
      await program.live.delete(`/views/${id}`),
    ])
      expect(status).toBe(404);
  });
});

describe('a view of a member', () => {
  it("isn't shared unless they say so, and then doesn't exist for anyone else", async () => {
    const view = await own(owner);
    const { id } = view;
    expect(view).toMatchObject({ shared: false, memberId: await accountId(owner) });
    expect(await namesIn(owner)).toContain('Mine');
    expect(await namesIn(colleague)).not.toContain('Mine');
    expect((await program.live.get('/views?limit=100')).body.data.views).not.toContainEqual(view);
    for (const status of [
      (await program.live.get(`/views/${id}`)).status,
      (await program.live.patch(`/views/${id}`, { name: 'Ours' })).status,
      (await colleague.call('GET', `/v1/views/${id}`)).status,
      (await colleague.call('DELETE', `/v1/views/${id}`)).status,
    ])
      expect(status).toBe(404);
    expect(await listed({ filters: `viewId:${id}` })).toEqual([]);
    const mine = await owner.get(`/v1/posts?filters=viewId:${id}`);
    expect(titlesOf(mine)).toEqual(['Dark chocolate']);
  });

  it('403: only the member who created it stops sharing it', async () => {
    const { id } = await own(owner, { name: 'Shared', shared: true });
    expect(await namesIn(colleague)).toContain('Shared');
    expect(await colleague.data('PATCH', `/v1/views/${id}`, { name: 'Renamed' })).toMatchObject({
      name: 'Renamed',
    });
    expect((await colleague.patch(`/v1/views/${id}`, { shared: false })).status).toBe(403);
    expect(await owner.data('PATCH', `/v1/views/${id}`, { shared: false })).toMatchObject({ shared: false });
    expect(await namesIn(colleague)).not.toContain('Renamed');
  });

  it('goes with the member, unless it is shared', async () => {
    const leaver = await invitedBy(program, owner, 'member', 'leaver@example.com');
    const [mine, ours] = [
      await own(leaver, { name: 'Gone' }),
      await own(leaver, { name: 'Kept', shared: true }),
    ];
    await owner.data('DELETE', `/console/api/members/${await accountId(leaver)}`);
    const { views } = program.engines.store.read;
    expect(await views.find(program.workspaceId, mine.id)).toBeUndefined();
    expect(await views.find(program.workspaceId, ours.id)).toMatchObject({ name: 'Kept', memberId: null });
  });
});
