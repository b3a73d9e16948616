import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operatorOf } from '../../../src/compose/operator.ts';
import { accountId, type Browser, browser, invitedBy, ownerOf, password } from '../../support/console.ts';
import { readAudit } from '../../support/database.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
let owner: Browser;
let ada: string;
let grace: string;
/** Of another workspace. */
let eve: string;
let marks = 0;
beforeAll(async () => {
  program = await startProgram({ publicUrl: 'http://localhost:3000' });
  owner = await ownerOf(program);
  ada = await accountId(owner);
  grace = await accountId(await invitedBy(program, owner, 'member', 'grace@example.com'));
  const operator = operatorOf(program.engines.store, program.clock);
  const { id } = await operator.getBySlug('elsewhere');
  const stranger = browser(program.app);
  const given = { name: 'Eve', email: 'eve@example.com', password };
  await stranger.data('POST', `/console/api/setup/${await operator.setupToken(id)}`, given);
  eve = await accountId(stranger);
});
afterAll(() => program.close());
beforeEach(() => {
  marks = program.events().length;
});

type Fields = Record<string, unknown>;

const make = async (fields: Fields = {}): Promise<string> => {
  const answer = await program.live.post('/posts', { title: 'Dark mode', ...fields });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.id;
};
const read = async (id: string, query = ''): Promise<Fields> =>
  (await program.live.get(`/posts/${id}${query}`)).body.data;
const patch = (id: string, fields: Fields) => program.live.patch(`/posts/${id}`, fields);
const newEvents = () =>
  program
    .events()
    .slice(marks)
    .map(({ type, changes }) => [
      type,
      changes?.filter(({ field }: { field: string }) => field === 'ownerId'),
    ]);
const change = (from: string | null, to: string | null) => [{ field: 'ownerId', from, to }];
const listed = async (filters: string): Promise<string[]> =>
  (await program.live.get(`/posts?limit=100&filters=${filters}`)).body.data.posts.map(
    ({ id }: { id: string }) => id,
  );

describe('the owner of a post', () => {
  it('is null unless given, on create, and null in every single answer', async () => {
    const answer = await program.live.post('/posts', { title: 'Dark mode', ownerId: null });
    expect([answer.status, answer.body.data.ownerId]).toEqual([201, null]);
    expect(await read(answer.body.data.id)).toMatchObject({ ownerId: null });
    expect(newEvents()).toEqual([['post.created', undefined]]);
  });

  it('is set on create, in JSON and in a form, which is an event of its own', async () => {
    const id = await make({ ownerId: ada });
    expect(await read(id)).toMatchObject({ ownerId: ada, version: 1 });
    expect(newEvents()).toEqual([
      ['post.created', undefined],
      ['post.assigned', change(null, ada)],
    ]);
    const form = new FormData();
    form.append('title', 'Form');
    form.append('ownerId', grace);
    expect((await program.live.call('POST', '/posts', { form })).body.data.ownerId).toBe(grace);
    form.set('ownerId', '');
    expect((await program.live.call('POST', '/posts', { form })).body.data.ownerId).toBeNull();
  });

  it('changes with PATCH, and each change tells who it was before', async () => {
    const id = await make();
    marks = program.events().length;
    expect((await patch(id, { ownerId: ada })).body.data).toMatchObject({ ownerId: ada, version: 2 });
    expect((await patch(id, { ownerId: ada })).body.data).toMatchObject({ ownerId: ada, version: 2 });
    expect((await patch(id, { title: 'Darker' })).body.data).toMatchObject({ ownerId: ada, version: 3 });
    expect((await patch(id, { ownerId: grace })).body.data).toMatchObject({ ownerId: grace });
    expect((await patch(id, { ownerId: null })).body.data).toMatchObject({ ownerId: null, version: 5 });
    expect(newEvents()).toEqual([
      ['post.updated', change(null, ada)],
      ['post.assigned', change(null, ada)],
      ['post.updated', []],
      ['post.updated', change(ada, grace)],
      ['post.assigned', change(ada, grace)],
      ['post.updated', change(grace, null)],
      ['post.assigned', change(grace, null)],
    ]);
    const audited = readAudit(program).filter(({ objectId }) => objectId === id);
    expect(audited.filter(({ action }) => action === 'post.assigned')).toHaveLength(3);
  });

  it('is set by external ID and in a batch', async () => {
    const path = '/posts/by-external-id/owned-1';
    const made = await program.live.call('PUT', path, { body: { title: 'Synced', ownerId: ada } });
    expect([made.status, made.body.data.ownerId]).toEqual([201, ada]);
    const kept = await program.live.call('PUT', path, { body: { title: 'Synced again' } });
    expect(kept.body.data.ownerId).toBe(ada);
    const operations = [
      { method: 'PATCH', path, body: { ownerId: grace } },
      { method: 'POST', path: '/posts', body: { title: 'In a batch', ownerId: 'acct_none' } },
    ];
    const { results } = (await program.live.post('/batch', { operations })).body.data;
    expect(results[0].body.data.ownerId).toBe(grace);
    expect([results[1].status, results[1].body.error.details[0].field]).toEqual([400, 'ownerId']);
  });

  it('must be a member of the workspace: 400 names the field, beside other faults', async () => {
    const id = await make();
    const before = program.dump();
    for (const client of [program.live, program.test])
      for (const ownerId of [eve, 'acct_01jz3k8n5yegs9t2w6qv4m7r8c', 'user_1', '', 'none', 'x'.repeat(500)]) {
        const tried = [
          await client.post('/posts', { title: 'Dark mode', ownerId }),
          await client.patch(`/posts/${id}`, { ownerId, statusId: 'stat_none' }),
        ];
        const fields = tried.map(({ body }) =>
          body.error?.details.map(({ field }: { field: string }) => field).sort(),
        );
        expect([ownerId, ...tried.map(({ status }) => status)]).toEqual([ownerId, 400, 400]);
        expect(fields).toEqual([['ownerId'], ['ownerId', 'statusId']]);
      }
    for (const ownerId of [7, {}, [ada]])
      expect((await patch(id, { ownerId })).body.error?.details[0].field).toBe('ownerId');
    expect(program.dump()).toBe(before);
  });

  it('is rehearsed with a test key', async () => {
    const id = await make({ ownerId: ada });
    const before = program.dump();
    const tried = await program.test.patch(`/posts/${id}`, { ownerId: grace });
    expect(tried.body).toMatchObject({ data: { ownerId: grace }, test: true });
    const made = await program.test.post('/posts', { title: 'Rehearsed', ownerId: ada });
    expect(made.body).toMatchObject({ data: { ownerId: ada }, test: true });
    const again = await program.test.patch(`/posts/${made.body.data.id}`, { ownerId: grace });
    expect(again.body).toMatchObject({ data: { ownerId: grace }, test: true });
    expect(program.dump()).toBe(before);
  });

  it('comes with include=owner, by name, and lists have nothing of it otherwise', async () => {
    const [owned, loose] = [await make({ ownerId: grace }), await make()];
    expect(await read(owned, '?include=owner')).toMatchObject({ owner: { id: grace, name: 'member' } });
    expect(await read(loose, '?include=owner')).toMatchObject({ owner: null });
    expect(await read(owned)).not.toHaveProperty('owner');
    const inList = async (query: string): Promise<Fields[]> =>
      (await program.live.get(`/posts?limit=2&${query}`)).body.data.posts;
    const [first, second] = await inList('include=owner');
    expect([first?.owner, second?.owner]).toEqual([null, { id: grace, name: 'member' }]);
    expect(second).not.toHaveProperty('ownerId');
    expect((await inList('include=details'))[1]).toMatchObject({ ownerId: grace });
    expect(Object.keys((await inList(''))[1] ?? {})).toHaveLength(10);
    await program.live.patch(`/posts/${owned}`, { ownerId: null });
  });

  it('is a filter: one member, several, or none', async () => {
    const [hers, theirs, loose] = [
      await make({ ownerId: ada }),
      await make({ ownerId: grace }),
      await make(),
    ];
    const found = async (filters: string) => {
      const ids = await listed(filters);
      return [hers, theirs, loose].map((id) => ids.includes(id));
    };
    expect(await found(`ownerId:${ada}`)).toEqual([true, false, false]);
    expect(await found(`ownerId:${ada};ownerId:${grace}`)).toEqual([true, true, false]);
    expect(await found('ownerId:none')).toEqual([false, false, true]);
    expect(await found(`ownerId:none;ownerId:${grace}`)).toEqual([false, true, true]);
    expect(await found(`ownerId:${eve}`)).toEqual([false, false, false]);
    expect(await found('ownerId:')).toEqual([true, true, true]);
    const total = async (filters: string) =>
      (await program.live.get(`/posts?include=total&filters=${filters}`)).body.data.total;
    expect(
      (await total(`ownerId:${ada}`)) + (await total(`ownerId:${grace}`)) + (await total('ownerId:none')),
    ).toBe(await total(''));
  });

  it('keeps no visitor’s page from being cached', async () => {
    await program.live.patch('/site', { visibility: 'public' });
    const id = await make({ visibility: 'public' });
    const page = async () => (await program.app.inject({ url: `/p/default/posts/${id}.json` })).headers.etag;
    const before = await page();
    expect(before).toEqual(expect.any(String));
    await patch(id, { ownerId: ada });
    expect(await page()).toBe(before);
  });

  it('stays with each post when posts are merged and unmerged', async () => {
    const [source, target] = [await make({ ownerId: ada }), await make()];
    await program.live.post(`/posts/${source}/merge`, { intoId: target });
    const owners = async () => [(await read(source)).ownerId, (await read(target)).ownerId];
    expect(await owners()).toEqual([ada, null]);
    await program.live.post(`/posts/${source}/unmerge`);
    expect(await owners()).toEqual([ada, null]);
  });

  it('is renamed in lists that were kept', async () => {
    const page = await invitedBy(program, owner, 'member', 'renamed@example.com');
    const id = await make({ ownerId: await accountId(page) });
    const named = async () => (await read(id, '?include=owner')).owner;
    expect(await named()).toMatchObject({ name: 'member' });
    await page.patch('/console/api/account', { name: 'Renée' });
    expect(await named()).toMatchObject({ name: 'Renée' });
  });
});

describe('a member who leaves', () => {
  it('looks after no post anymore, in the same transaction, with the events of ordinary edits', async () => {
    const page = await invitedBy(program, owner, 'member', 'leaving@example.com');
    const leaving = await accountId(page);
    const [one, two, other] = [
      await make({ ownerId: leaving }),
      await make({ ownerId: leaving }),
      await make({ ownerId: ada }),
    ];
    marks = program.events().length;
    await owner.data('DELETE', `/console/api/members/${leaving}`);
    expect(newEvents()).toEqual(
      [one, two].flatMap(() => [
        ['post.updated', change(leaving, null)],
        ['post.assigned', change(leaving, null)],
      ]),
    );
    expect(program.events().at(-1)).toMatchObject({ actorId: ada });
    for (const id of [one, two]) expect(await read(id)).toMatchObject({ ownerId: null, version: 2 });
    expect(await read(other)).toMatchObject({ ownerId: ada, version: 1 });
    expect((await patch(one, { ownerId: leaving })).status).toBe(400);
  });
});
