// Ledger entries: the object as the API presents it, its changes, and entries of operator commands.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorDeps, operatorOf } from '../../../src/compose/operator.ts';
import { seed } from '../../../src/seed/seed.ts';
import { sweep } from '../../../src/workers/sweep.ts';
import { png } from '../../http/pictures.ts';
import { readAudit } from '../../support/database.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.close());

const last = () => program.events().at(-1);
const create = async (path: string, body: object) => (await program.live.post(path, body)).body.data;

describe('a ledger entry', () => {
  it('contains the object as the API presents it', async () => {
    const form = new FormData();
    form.append('title', 'With a file');
    form.append('tags', 'ui');
    form.append('authorEmail', 'ada@example.com');
    form.append('attachments', new Blob([png(3, 2)]), 'a.png');
    const { body } = await program.live.call('POST', '/posts', { form });
    expect(last()).toMatchObject({ type: 'post.created', object: body.data });
    const { data } = (await program.live.post(`/posts/${body.data.id}/comments`, { content: 'Hello' })).body;
    expect(last()).toEqual({ type: 'comment.created', object: data, actorId: expect.any(String) });
    await program.live.post(`/posts/${body.data.id}/votes`, { userEmail: 'bob@example.com' });
    const [vote] = (await program.live.get('/votes?filters=userEmail:bob@example.com')).body.data.votes;
    expect(last()).toMatchObject({ type: 'vote.created', object: vote });
    await program.live.delete(`/posts/${body.data.id}/votes`, { userEmail: 'bob@example.com' });
    expect(last()).toMatchObject({ type: 'vote.deleted', object: vote });
  });

  it('of an update lists the changed fields with old and new values', async () => {
    const post = await create('/posts', { title: 'Before', tags: ['one'], description: 'Old' });
    const statuses = (await program.live.get('/statuses')).body.data.statuses;
    const { body } = await program.live.patch(`/posts/${post.id}`, {
      title: 'After',
      tags: ['two'],
      statusId: statuses[1].id,
    });
    const [updated, moved] = program.events().slice(-2);
    expect([updated?.type, moved?.type]).toEqual(['post.updated', 'post.status_changed']);
    expect(updated?.object).toEqual(body.data);
    expect(updated?.changes).toEqual([
      { field: 'title', from: 'Before', to: 'After' },
      { field: 'statusId', from: post.statusId, to: statuses[1].id },
      { field: 'tags', from: [expect.objectContaining({ name: 'one' })], to: body.data.tags },
    ]);
    expect(moved).toEqual({ ...updated, type: 'post.status_changed' });
  });

  it('is recorded for each of several posts that move', async () => {
    const [from, to] = [
      await create('/statuses', { name: 'From', category: 'active' }),
      await create('/statuses', { name: 'To', category: 'active' }),
    ];
    const post = await create('/posts', { title: 'Moves', statusId: from.id });
    await program.live.delete(`/statuses/${from.id}?moveTo=${to.id}`);
    expect(program.events().slice(-2)).toMatchObject([
      {
        type: 'post.updated',
        object: { id: post.id },
        changes: [{ field: 'statusId', from: from.id, to: to.id }],
      },
      { type: 'post.status_changed', object: { id: post.id } },
    ]);
  });

  it('of a merge names the target post', async () => {
    const [source, target] = [await create('/posts', { title: 'S' }), await create('/posts', { title: 'T' })];
    await program.live.post(`/posts/${source.id}/merge`, { intoId: target.id });
    expect(last()?.changes).toContainEqual({ field: 'mergedIntoId', from: null, to: target.id });
  });

  it('contains no data of an erased user, including in its changes', async () => {
    const person = await create('/users', { email: 'zhuzha@example.com', name: 'Zhuzha Quirin' });
    await program.live.patch(`/users/${person.id}`, { name: 'Zhuzha Vex', externalId: 'ext-zhuzha' });
    const post = await create('/posts', { title: 'Theirs', authorId: person.id });
    await program.live.patch(`/posts/${post.id}`, { authorEmail: 'somebody@example.com' });
    await program.live.delete(`/users/${person.id}`);
    const ledger = JSON.stringify(program.database.rows('select * from ledger'));
    for (const text of ['Zhuzha', 'zhuzha']) expect(ledger).not.toContain(text);
    const updated = program
      .events()
      .find(({ type, object }) => type === 'user.updated' && object.id === person.id);
    expect(updated?.changes).toEqual([
      { field: 'externalId', from: null, to: null },
      { field: 'name', from: 'Deleted user', to: 'Deleted user' },
    ]);
  });

  it('keeps its payload for EVENT_RETENTION_DAYS, and itself indefinitely', async () => {
    const day = 24 * 3_600_000;
    const payloads = () =>
      program.database.rows('select sequence from ledger where payload is not null').length;
    const before = [payloads(), readAudit(program).length];
    const run = () => sweep({ ...program.engines, clock: program.clock, payloadsKeptMs: 30 * day }, {});
    // The sweeper uses the earlier of two clocks: the database's own is years ahead of this one.
    program.clock.advance(30 * day - 1000);
    expect((await run()).payloads).toBeLessThan(before[0] ?? 0);
    program.clock.advance(day);
    await run();
    expect([payloads(), readAudit(program).length]).toEqual([0, before[1]]);
    expect((await run()).payloads).toBe(0);
  });
});

describe('operator commands', () => {
  const entries = () =>
    program.database.rows(
      'select type, object_id, actor_type, actor_id, payload from ledger order by sequence',
    );
  const byOperator = { actor_type: 'system', actor_id: 'operator', payload: null };

  it('record an entry by the operator, without secrets', async () => {
    const operator = operatorOf(program.engines.store, program.clock);
    const { id } = await operator.create('commands', 'Commands');
    const { key, secret } = await operator.createKey(id, { mode: 'live', name: 'One' });
    await operator.revokeKey(id, key.id);
    await operator.revokeKey(id, key.id);
    const token = await operator.setupToken(id);
    const own = entries().filter(({ object_id }) => object_id === id || object_id === key.id);
    expect(own).toEqual([
      { type: 'workspace.created', object_id: id, ...byOperator },
      { type: 'key.created', object_id: key.id, ...byOperator },
      { type: 'key.revoked', object_id: key.id, ...byOperator },
      { type: 'workspace.setup_link_created', object_id: id, ...byOperator },
    ]);
    for (const hidden of [secret, token ?? '']) expect(JSON.stringify(entries())).not.toContain(hidden);
  });

  it('record one entry for a seed', async () => {
    const { store } = program.engines;
    const { id } = await operatorOf(store, program.clock).create('seeded', 'Seeded');
    const order = { workspaceId: id, posts: 3, seed: '1', endsAt: program.clock.now() };
    await seed(operatorDeps(store, program.clock), order);
    expect(
      entries()
        .filter(({ object_id }) => object_id === id)
        .at(-1),
    ).toMatchObject({
      type: 'workspace.seeded',
      actor_type: 'system',
      actor_id: 'seed',
    });
  });
});
