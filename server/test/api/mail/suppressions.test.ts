import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressHash, type SuppressionReason } from '../../../src/domain/mail/suppression.ts';
import { invitedBy, ownerOf } from '../../support/console.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
let email: string;
let count = 0;

beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.close());
beforeEach(() => {
  count += 1;
  email = `ada.${count}@example.com`;
});

const suppress = (reason: string, address = email) =>
  program.live.post('/suppressions', { email: address, reason });
const found = async () => {
  const { body } = await program.live.get(`/suppressions?filters=email:${email}`);
  return body.data.suppressions;
};
const actionsOn = async (id: string): Promise<string[]> => {
  const { body } = await program.live.get(`/audit-log?filters=objectId:${id}`);
  return body.data.entries.map(({ action }: { action: string }) => action);
};
/** As mails and their recipients do it. */
const add = async (reason: SuppressionReason, at = email) => {
  const { engines, workspaceId, clock } = program;
  const id = `supp_${count}`;
  await engines.store.transaction(async (write) => {
    const hash = addressHash(await write.suppressions.ensureKey(workspaceId, 'key'), at);
    const scope = reason === 'left' ? 'notices' : 'all';
    await write.suppressions.add(workspaceId, {
      ...{ id, hash, scope, reason, address: at, isImported: false, createdAt: clock.now() },
    });
  });
  return id;
};

describe('POST /suppressions', () => {
  it('201: suppresses an address; 200 if it was, in any spelling', async () => {
    const { status, body } = await suppress('bounce');
    const expected = { id: expect.stringMatching(/^supp_/), email, scope: 'all', reason: 'bounce' };
    expect([status, body]).toEqual([201, { data: { ...expected, createdAt: expect.any(String) } }]);
    const again = await suppress('bounce', ` ${email.toUpperCase()}`);
    expect([again.status, again.body]).toEqual([200, body]);
    expect(await found()).toEqual([body.data]);
    expect(await actionsOn(body.data.id)).toEqual(['suppression.created']);
  });

  it('200: a complaint replaces a bounce, and not the other way round', async () => {
    const { id } = (await suppress('bounce')).body.data;
    const complained = await suppress('complaint');
    expect([complained.status, complained.body.data]).toMatchObject([200, { id, reason: 'complaint' }]);
    expect((await suppress('bounce')).body.data).toMatchObject({ id, reason: 'complaint' });
    expect(await actionsOn(id)).toEqual(['suppression.updated', 'suppression.created']);
  });

  it('knows the address of a deleted person again when it is reported', async () => {
    const user = (await program.live.post('/users', { email })).body.data;
    const { id } = (await suppress('bounce')).body.data;
    await program.live.delete(`/users/${user.id}`);
    expect(await found()).toEqual([]);
    expect((await program.live.get(`/suppressions/${id}`)).status).toBe(404);
    expect((await program.live.delete(`/suppressions/${id}`)).status).toBe(404);
    expect(program.dump()).not.toContain(email);
    const { status, body } = await suppress('bounce');
    expect([status, body.data.id]).toEqual([200, id]);
    expect(await found()).toEqual([body.data]);
  });

  it('400: names each field that is wrong', async () => {
    const { status, body } = await program.live.post('/suppressions', { email: 'ada', reason: 'left' });
    expect(status).toBe(400);
    const fields = body.error.details.map(({ field }: { field: string }) => field);
    expect(fields.sort()).toEqual(['email', 'reason']);
  });

  it('stores nothing under a test key, and no address in the ledger', async () => {
    const rows = program.dump();
    const { status, body } = await program.test.post('/suppressions', { email, reason: 'bounce' });
    expect([status, body.test, body.data.id]).toEqual([201, true, expect.stringContaining('_test_')]);
    expect(program.dump()).toBe(rows);
    await suppress('bounce');
    expect(program.events().filter(({ type }) => type.startsWith('suppression'))).toEqual([]);
    expect(JSON.stringify(program.database.rows('select * from ledger'))).not.toContain(email);
  });
});

describe('GET /suppressions', () => {
  it('200: lists them newest first, also those that came without a write of the API', async () => {
    const before = await program.live.get('/suppressions');
    const id = await add('left');
    const { body, headers } = await program.live.get('/suppressions?limit=1');
    expect(headers.etag).toBeUndefined();
    expect(before.body.data.suppressions[0]?.id).not.toBe(id);
    const createdAt = new Date(program.clock.now()).toISOString();
    const left = { id, email, scope: 'notices', reason: 'left', createdAt };
    expect(body.data.suppressions).toEqual([left]);
    expect((await program.live.get(`/suppressions/${id}`)).body).toEqual({ data: left });
    expect((await program.test.get(`/suppressions/${id}`)).body).toEqual({ data: left, test: true });
    const bounces = await program.live.get('/suppressions?filters=reason:bounce');
    expect(bounces.body.data.suppressions.map((each: { id: string }) => each.id)).not.toContain(id);
  });

  it('finds nothing of another workspace', async () => {
    const { id } = (await suppress('bounce')).body.data;
    expect((await program.stranger.get(`/suppressions?filters=email:${email}`)).body.data).toMatchObject({
      suppressions: [],
    });
    expect((await program.stranger.get(`/suppressions/${id}`)).status).toBe(404);
    expect((await program.stranger.delete(`/suppressions/${id}`)).status).toBe(404);
    expect(await found()).toHaveLength(1);
  });

  it('is for admins', async () => {
    const { id } = (await suppress('bounce')).body.data;
    const owner = await ownerOf(program, `owner.${count}@example.com`);
    const member = await invitedBy(program, owner, 'member', `member.${count}@example.com`);
    const calls = [
      member.call('GET', '/v1/suppressions'),
      member.call('GET', `/v1/suppressions/${id}`),
      member.call('POST', '/v1/suppressions', { body: { email, reason: 'complaint' } }),
      member.call('DELETE', `/v1/suppressions/${id}`),
    ];
    for (const call of calls) expect((await call).status).toBe(403);
    expect((await owner.call('GET', '/v1/suppressions')).status).toBe(200);
    expect(await found()).toMatchObject([{ reason: 'bounce' }]);
  });
});

describe('DELETE /suppressions/{id}', () => {
  it('200: lifts a bounce', async () => {
    const { id } = (await suppress('bounce')).body.data;
    const tried = await program.test.delete(`/suppressions/${id}`);
    expect([tried.status, await found()]).toMatchObject([200, [{ id }]]);
    const { status, body } = await program.live.delete(`/suppressions/${id}`);
    expect([status, body]).toEqual([200, { data: { id, deleted: true } }]);
    expect(await found()).toEqual([]);
    expect((await program.live.delete(`/suppressions/${id}`)).status).toBe(404);
    expect(await actionsOn(id)).toEqual(['suppression.lifted', 'suppression.created']);
  });

  it('409: leaves to the person what they decided', async () => {
    const complaint = (await suppress('complaint')).body.data;
    const complained = await program.live.delete(`/suppressions/${complaint.id}`);
    expect([complained.status, complained.body.error.message]).toEqual([
      409,
      'This person complained about mail. Only they can ask for mail again.',
    ]);
    const left = await program.live.delete(`/suppressions/${await add('left')}`);
    expect([left.status, left.body.error.message]).toEqual([
      409,
      'This person left. Only they can ask for these mails again.',
    ]);
    expect(await found()).toHaveLength(2);
  });
});
