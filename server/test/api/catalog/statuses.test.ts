// Statuses: the guarantees they share with post types, plus categories, allowed transitions and history.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { orderedContract } from './ordered.ts';

orderedContract({
  path: '/statuses',
  plural: 'statuses',
  prefix: 'stat',
  kind: 'status',
  noun: 'status',
  field: 'statusId',
  filter: 'statusId',
  required: { category: 'active' },
  fields: [
    'id',
    'name',
    'slug',
    'color',
    'category',
    'position',
    'isDefault',
    'nextStatusIds',
    'notifyFollowers',
    'postsCount',
    'createdAt',
  ],
});

interface Status {
  id: string;
  name: string;
  category: string;
  nextStatusIds: string[] | null;
  notifyFollowers: boolean;
}

describe('statuses', () => {
  let program: TestProgram;
  let all: Status[];
  const named = (name: string): Status => all.find((status) => status.name === name) as Status;
  const make = async (name: string, more: object = {}): Promise<Status> => {
    const answer = await program.live.post('/statuses', { name, category: 'active', ...more });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data;
  };
  beforeAll(async () => {
    program = await startProgram();
    all = (await program.live.get('/statuses')).body.data.statuses;
  });
  afterAll(() => program.close());

  it('filters by category: matches any of several, and nothing for an unknown one', async () => {
    const names = async (filters: string) =>
      (await program.live.get(`/statuses?filters=${filters}`)).body.data.statuses.map(
        ({ name }: Status) => name,
      );
    expect(await names('category:reviewing')).toEqual(['Open', 'Under review']);
    expect(await names('category:active;category:completed')).toEqual(['In progress', 'Complete']);
    expect(await names('category:nonsense')).toEqual([]);
    expect(await names('colour:red')).toHaveLength(6);
  });

  it.each([
    ['a missing category', { category: undefined }, 'category'],
    ['an unknown category', { category: 'done' }, 'category'],
    ['a null category', { category: null }, 'category'],
    ['next statuses that are not a list', { nextStatusIds: 'stat_x' }, 'nextStatusIds'],
    ['an unknown next status', { nextStatusIds: ['stat_nobody'] }, 'nextStatusIds'],
    ['a next status that is a number', { nextStatusIds: [1] }, 'nextStatusIds'],
    ['a text that says whether followers are told', { notifyFollowers: 'yes' }, 'notifyFollowers'],
    [
      'too many next statuses',
      { nextStatusIds: Array.from({ length: 101 }, (_, i) => `stat_${i}`) },
      'nextStatusIds',
    ],
  ])('400: rejects %s', async (_, wrong, field) => {
    const body = { name: 'Beta', category: 'active', ...wrong };
    for (const key of ['live', 'test'] as const) {
      const answer = await program[key].post('/statuses', body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.details).toEqual([{ field, message: answer.body.error.message }]);
    }
    if (field !== 'category') {
      expect((await program.live.patch(`/statuses/${named('Open').id}`, wrong)).status).toBe(400);
    }
  });

  it('400: rejects a next status of another workspace', async () => {
    const elsewhere = (await program.stranger.get('/statuses')).body.data.statuses[0].id;
    const answer = await program.live.post('/statuses', {
      name: 'Beta',
      category: 'active',
      nextStatusIds: [elsewhere],
    });
    expect(answer.body.error.details[0].field).toBe('nextStatusIds');
  });

  it('deduplicates next statuses; a test key can name statuses it created', async () => {
    const planned = named('Planned').id;
    const made = await make('Strict', { nextStatusIds: [planned, planned] });
    expect(made.nextStatusIds).toEqual([planned]);
    const cleared = await program.live.patch(`/statuses/${made.id}`, {
      nextStatusIds: null,
      category: 'canceled',
    });
    expect(cleared.body.data).toMatchObject({ nextStatusIds: null, category: 'canceled' });
    const mocked = (await program.test.post('/statuses', { name: 'Mock', category: 'active' })).body.data.id;
    const before = program.dump();
    const answer = await program.test.patch(`/statuses/${made.id}`, { nextStatusIds: [mocked] });
    expect(answer.body).toMatchObject({ data: { nextStatusIds: [mocked] }, test: true });
    expect(program.dump()).toBe(before);
  });

  it('tells followers only if it says so; an edit of something else keeps that', async () => {
    const quiet = await make('Quiet');
    const loud = await make('Loud', { notifyFollowers: true });
    expect([quiet.notifyFollowers, loud.notifyFollowers]).toEqual([false, true]);
    const renamed = await program.live.patch(`/statuses/${loud.id}`, { name: 'Louder' });
    expect(renamed.body.data).toMatchObject({ name: 'Louder', notifyFollowers: true });
    const off = await program.live.patch(`/statuses/${loud.id}`, { notifyFollowers: false });
    expect(off.body.data.notifyFollowers).toBe(false);
  });

  it('409: rejects a disallowed transition of a post, and lists the allowed ones', async () => {
    const goal = await make('Goal');
    const gate = await make('Gate', { nextStatusIds: [goal.id] });
    const dead = await make('Dead end', { nextStatusIds: [] });
    const post = (await program.live.post('/posts', { title: 'A', statusId: gate.id })).body.data;
    const before = program.dump();
    for (const key of ['live', 'test'] as const) {
      const refused = await program[key].patch(`/posts/${post.id}`, { statusId: dead.id, title: 'B' });
      expect(refused.status).toBe(409);
      expect(refused.body.error.message).toContain('"Gate"');
      expect(refused.body.error.message).toContain(goal.id);
    }
    expect(program.dump()).toBe(before);
    expect((await program.live.patch(`/posts/${post.id}`, { statusId: gate.id })).status).toBe(200);
    expect((await program.live.patch(`/posts/${post.id}`, { statusId: goal.id })).status).toBe(200);
    await program.live.patch(`/posts/${post.id}`, { statusId: dead.id });
    const stuck = await program.live.patch(`/posts/${post.id}`, { statusId: goal.id });
    expect(stuck.status).toBe(409);
    expect(stuck.body.error.message).toContain('none');
  });

  it('removes a deleted status from the next statuses of the others', async () => {
    const kept = await make('Kept');
    const gone = await make('Gone');
    await program.live.patch(`/statuses/${kept.id}`, { nextStatusIds: [gone.id, named('Open').id] });
    await program.live.delete(`/statuses/${gone.id}`);
    const after = await program.live.get(`/statuses/${kept.id}`);
    expect(after.body.data.nextStatusIds).toEqual([named('Open').id]);
    expect(after.headers.etag).toMatch(/^"v3\./);
  });

  it('records one change per post moved off a deleted status, even if the transition is not allowed', async () => {
    const from = await make('Handed', { nextStatusIds: [] });
    const post = (await program.live.post('/posts', { title: 'A', statusId: from.id })).body.data;
    await program.live.delete(`/statuses/${from.id}?moveTo=${named('Closed').id}`);
    const { statusChanges } = (await program.live.get(`/posts/${post.id}/status-changes`)).body.data;
    expect(statusChanges).toEqual([
      expect.objectContaining({
        postId: post.id,
        fromStatusId: from.id,
        toStatusId: named('Closed').id,
        comment: null,
      }),
    ]);
  });
});
