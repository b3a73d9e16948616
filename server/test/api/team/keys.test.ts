import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorOf } from '../../../src/compose/operator.ts';
import { callerClient } from '../../support/caller.ts';
import { type Browser, browser, invitedBy, ownerOf, password } from '../../support/console.ts';
import { readAudit } from '../../support/database.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const api = '/console/api';
const hour = 3_600_000;

let program: TestProgram;
let owner: Browser;
beforeAll(async () => {
  program = await startProgram({ publicUrl: 'http://localhost:3000' });
  owner = await ownerOf(program);
  // Makes the keys that already exist older than those the tests create.
  program.clock.advance(1000);
});
afterAll(() => program.close());

const create = (body: object, page = owner) => page.post(`${api}/keys`, body);
const status = async (secret: string) => (await callerClient(program.app, secret).get('/me')).status;

describe('an API key', () => {
  it('is created with a secret that is shown once, works immediately, and belongs to the workspace', async () => {
    const expiresAt = new Date(program.clock.now() + hour).toISOString();
    const made = await create({ name: ' Importer ', mode: 'live', expiresAt });
    expect([made.status, made.body.data]).toEqual([
      201,
      {
        key: {
          id: expect.stringMatching(/^key_/),
          name: 'Importer',
          mode: 'live',
          last4: made.body.data.secret.slice(-4),
          createdAt: new Date(program.clock.now()).toISOString(),
          createdBy: 'Ada',
          createdById: expect.stringMatching(/^acct_/),
          creatorHasLeft: false,
          lastUsedAt: null,
          expiresAt,
          revokedAt: null,
          requests24h: Array.from({ length: 24 }, () => 0),
          errors24h: 0,
          limited24h: 0,
        },
        secret: expect.stringMatching(/^sk_live_es_[0-9A-Za-z]{38}$/),
      },
    ]);
    const { secret, key } = made.body.data;
    expect(await status(secret)).toBe(200);
    await program.idle();
    const listed = await owner.get(`${api}/keys`);
    expect(listed.text).not.toContain(secret);
    expect(program.dump()).not.toContain(secret);
    expect(JSON.stringify(program.logged())).not.toContain(secret);
    expect(listed.body.data.keys.map(({ name }: { name: string }) => name)).toEqual([
      'live key',
      'test key',
      'Importer',
    ]);
    expect(listed.body.data.keys[0].createdBy).toBeNull();
    expect(readAudit(program).at(-1)).toEqual({ action: 'key.created', objectId: key.id });
    program.clock.advance(hour);
    expect(await status(secret)).toBe(401);
  });

  it('only performs dry runs in test mode', async () => {
    const { secret } = (await create({ name: 'CI', mode: 'test' })).body.data;
    const client = callerClient(program.app, secret);
    expect((await client.post('/posts', { title: 'Only a test' })).body.test).toBe(true);
  });

  it.each([
    [{ mode: 'live' }, 'name'],
    [{ name: '', mode: 'live' }, 'name'],
    [{ name: 'x'.repeat(101), mode: 'live' }, 'name'],
    [{ name: 'x', mode: 'real' }, 'mode'],
    [{ name: 'x', mode: 'live', expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ name: 'x', mode: 'live', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  ])('is rejected when created with %j', async (body, field) => {
    const answer = await create(body);
    expect([answer.status, answer.body.error.details[0].field]).toEqual([400, field]);
  });

  it('keeps working after a roll for the overlap, and no longer', async () => {
    const first = (await create({ name: 'Shop', mode: 'live' })).body.data;
    const rolled = await owner.post(`${api}/keys/${first.key.id}/roll`, { overlapHours: 2 });
    const next = rolled.body.data;
    expect([rolled.status, next.key.name, next.key.mode]).toEqual([201, 'Shop', 'live']);
    expect(next.key.id).not.toBe(first.key.id);
    program.clock.advance(2 * hour - 1);
    expect([await status(first.secret), await status(next.secret)]).toEqual([200, 200]);
    program.clock.advance(1);
    expect([await status(first.secret), await status(next.secret)]).toEqual([401, 200]);
    const again = await owner.post(`${api}/keys/${first.key.id}/roll`, { overlapHours: 2 });
    expect(again.status).toBe(409);
    expect(readAudit(program).slice(-2)).toEqual([
      { action: 'key.rolled', objectId: first.key.id },
      { action: 'key.created', objectId: next.key.id },
    ]);
    const atOnce = (await owner.post(`${api}/keys/${next.key.id}/roll`, { overlapHours: 0 })).body.data;
    expect([await status(next.secret), await status(atOnce.secret)]).toEqual([401, 200]);
  });

  it('that expires is rolled into a key with the same lifetime', async () => {
    const lasts = 48 * hour;
    const expiresAt = new Date(program.clock.now() + lasts).toISOString();
    const { key } = (await create({ name: 'Short', mode: 'live', expiresAt })).body.data;
    program.clock.advance(hour);
    const next = (await owner.post(`${api}/keys/${key.id}/roll`, { overlapHours: 168 })).body.data.key;
    expect(next.expiresAt).toBe(new Date(program.clock.now() + lasts).toISOString());
    const { keys } = await owner.data('GET', `${api}/keys`);
    // The overlap never extends the lifetime of the old key.
    expect(keys.find(({ id }: { id: string }) => id === key.id).expiresAt).toBe(expiresAt);
  });

  it.each([[-1], [169], [1.5], ['2'], [undefined]])(
    'rejects a roll with an overlap of %s',
    async (overlapHours) => {
      const { key } = (await create({ name: 'Kept', mode: 'live' })).body.data;
      const answer = await owner.post(`${api}/keys/${key.id}/roll`, { overlapHours });
      expect([answer.status, answer.body.error.details[0].field]).toEqual([400, 'overlapHours']);
    },
  );

  it('stops working when revoked, and keeps its original revocation time', async () => {
    const { key, secret } = (await create({ name: 'Gone', mode: 'live' })).body.data;
    const revoked = await owner.data('DELETE', `${api}/keys/${key.id}`);
    expect(revoked).toEqual({ id: key.id, revokedAt: new Date(program.clock.now()).toISOString() });
    expect(await status(secret)).toBe(401);
    program.clock.advance(hour);
    expect(await owner.data('DELETE', `${api}/keys/${key.id}`)).toEqual(revoked);
    expect(readAudit(program).filter(({ action }) => action === 'key.revoked')).toHaveLength(1);
  });

  it('returns 404 to another workspace, and is read-only for members', async () => {
    const operator = operatorOf(program.engines.store, program.clock);
    const { id } = await operator.getBySlug('elsewhere');
    const stranger = browser(program.app);
    const eve = { name: 'Eve', email: 'eve@example.com', password };
    await stranger.data('POST', `${api}/setup/${await operator.setupToken(id)}`, eve);
    const { key, secret } = (await create({ name: 'Ours', mode: 'live' })).body.data;
    expect((await stranger.delete(`${api}/keys/${key.id}`)).status).toBe(404);
    expect((await stranger.post(`${api}/keys/${key.id}/roll`, { overlapHours: 0 })).status).toBe(404);
    expect((await stranger.get(`${api}/keys`)).text).not.toContain(key.id);
    const member = await invitedBy(program, owner, 'member');
    expect((await member.get(`${api}/keys`)).text).toContain(key.id);
    for (const answer of [
      await create({ name: 'Mine', mode: 'live' }, member),
      await member.post(`${api}/keys/${key.id}/roll`, { overlapHours: 0 }),
      await member.delete(`${api}/keys/${key.id}`),
    ])
      expect(answer.status).toBe(403);
    expect(await status(secret)).toBe(200);
  });
});
