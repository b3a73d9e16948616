import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
let userId: string;
let path: string;
let everything: object;

beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.close());
beforeEach(async () => {
  userId = (await program.live.post('/users', { name: 'Ada' })).body.data.id;
  path = `/users/${userId}/mail`;
  everything = { userId, ...settings };
});

const settings = {
  ...{ statusChanges: true, answers: true, replies: true },
  ...{ changelog: true, allEntries: false, language: null },
};

describe('GET and PATCH /users/{id}/mail', () => {
  it('200: everything by default; changes what is sent, and null goes back to the language of the site', async () => {
    expect((await program.live.get(path)).body).toEqual({ data: everything });
    const changed = { ...everything, statusChanges: false, language: 'de' };
    const { status, body } = await program.live.patch(path, { statusChanges: false, language: 'de' });
    expect([status, body]).toEqual([200, { data: changed }]);
    expect((await program.live.get(path)).body).toEqual({ data: changed });
    expect((await program.live.patch(path, { language: null })).body.data.language).toBeNull();
    const subscribed = await program.live.patch(path, { allEntries: true });
    expect(subscribed.body.data).toEqual({ ...everything, statusChanges: false, allEntries: true });
    const { entries } = (await program.live.get(`/audit-log?filters=objectId:${userId}`)).body.data;
    expect(entries[0]).toMatchObject({ action: 'user.mail_settings_updated', objectId: userId });
  });

  it('changes nothing if nothing differs, nor under a test key', async () => {
    const stored = program.dump();
    expect((await program.live.patch(path, { answers: true })).body.data).toEqual(everything);
    const tried = await program.test.patch(path, { answers: false });
    expect(tried.body).toEqual({ data: { ...everything, answers: false }, test: true });
    expect(program.dump()).toBe(stored);
    expect((await program.test.get(path)).body).toEqual({ data: everything, test: true });
  });

  it('gives a new tag after a change', async () => {
    const { etag = '' } = (await program.live.get(path)).headers;
    const unchanged = await program.live.call('GET', path, { headers: { 'if-none-match': String(etag) } });
    expect(unchanged.status).toBe(304);
    await program.live.patch(path, { replies: false });
    const changed = await program.live.call('GET', path, { headers: { 'if-none-match': String(etag) } });
    expect([changed.status, changed.body.data.replies]).toEqual([200, false]);
  });

  it('400: names each field that is wrong', async () => {
    const { status, body } = await program.live.patch(path, { replies: 'often', language: 'fr' });
    expect(status).toBe(400);
    expect(body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual([
      'language',
      'replies',
    ]);
  });

  it('404 for a person who is unknown, of another workspace, or erased', async () => {
    for (const call of [
      program.live.get('/users/user_01jz3k8n5yegs9t2w6qv4m7r8c/mail'),
      program.live.patch('/users/user_01jz3k8n5yegs9t2w6qv4m7r8c/mail', { replies: false }),
      program.stranger.get(path),
      program.stranger.patch(path, { replies: false }),
    ])
      expect((await call).status).toBe(404);
    await program.live.patch(path, { replies: false });
    const exported = (await program.live.get(`/users/${userId}/export`)).body.data;
    expect(exported.mail).toEqual({ ...everything, replies: false });
    await program.live.delete(`/users/${userId}`);
    expect((await program.live.get(path)).status).toBe(404);
    expect(await program.database.rows(`select * from mail_settings where user_id = '${userId}'`)).toEqual(
      [],
    );
  });
});
