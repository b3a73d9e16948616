import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idMinter } from '../../../../src/domain/kernel/id.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';
import { countQueries } from '../../../support/queries.ts';

let program: TestProgram;
const posts: string[] = [];
const users: Record<string, string> = {};

beforeAll(async () => {
  program = await startProgram();
  for (const title of ['One', 'Two', 'Three']) {
    posts.push((await program.live.post('/posts', { title, voteAsAuthor: false })).body.data.id);
  }
  const cast: [number, string][] = [
    [0, 'ada'],
    [1, 'ada'],
    [1, 'bob'],
  ];
  for (const [index, who] of cast) {
    program.clock.advance(1000);
    const { body } = await program.live.post(`/posts/${posts[index]}/votes`, {
      userEmail: `${who}@example.com`,
    });
    users[who] = body.data.userId;
  }
  for (const content of ['First', 'Second']) {
    program.clock.advance(1000);
    await program.live.post(`/posts/${posts[0]}/comments`, { content, authorEmail: 'ada@example.com' });
  }
  await program.live.post(`/posts/${posts[1]}/comments`, { content: 'A note', isPrivate: true });
});
afterAll(() => program.close());

const voteKeys = (body: { data: { votes: { postId: string; userId: string }[] } }) =>
  body.data.votes.map(({ postId, userId }) => [posts.indexOf(postId), userId]);

describe('GET /votes', () => {
  it('200: lists all votes of the workspace, newest first, with their voters', async () => {
    const { body } = await program.live.get('/votes');
    expect(voteKeys(body)).toEqual([
      [1, users.bob],
      [1, users.ada],
      [0, users.ada],
    ]);
    expect(body.data.votes[0].user).toMatchObject({ email: 'bob@example.com' });
    expect((await program.test.get('/votes')).body).toEqual({ ...body, test: true });
    expect((await program.stranger.get('/votes')).body.data.votes).toEqual([]);
  });

  it.each([
    ['userEmail:ADA@example.com', 2],
    ['userEmail:nobody@example.com', 0],
    ['userId:user_unknown', 0],
    ['userEmail:ada@example.com;userEmail:bob@example.com', 3],
    ['updatedSince:2026-01-31T09:15:05Z', 1],
    ['updatedSince:2999-01-01T00:00:00Z', undefined],
  ])('200: filters=%s', async (filters, count) => {
    const { status, body } = await program.live.get(`/votes?filters=${encodeURIComponent(filters)}`);
    if (count === undefined) expect(status).toBe(400);
    else expect(body.data.votes).toHaveLength(count);
  });

  it('200: filters by post and user together, and pages by after', async () => {
    const both = await program.live.get(`/votes?filters=postId:${posts[1]};userId:${users.ada}`);
    expect(voteKeys(both.body)).toEqual([[1, users.ada]]);
    const seen: unknown[] = [];
    for (let after = ''; ; ) {
      const { body } = await program.live.get(`/votes?limit=1${after}`);
      seen.push(...voteKeys(body));
      if (!body.data.hasMore) break;
      after = `&after=${body.data.next}`;
    }
    expect(seen).toHaveLength(3);
  });

  it('400: rejects an invalid updatedSince and an invalid after', async () => {
    expect((await program.live.get('/votes?filters=updatedSince:soon')).status).toBe(400);
    expect((await program.live.get('/votes?after=nonsense')).status).toBe(400);
  });
});

describe('GET /posts?filters=voterId, voterEmail', () => {
  it.each([
    ['voterEmail:ada@example.com', ['Two', 'One']],
    ['voterEmail:bob@example.com', ['Two']],
    ['voterEmail:nobody@example.com', []],
    ['voterEmail:ada@example.com;search:on', ['One']],
  ])('%s returns the posts voted for', async (filters, titles) => {
    const { body } = await program.live.get(`/posts?filters=${encodeURIComponent(filters)}`);
    expect(body.data.posts.map((post: { title: string }) => post.title)).toEqual(titles);
  });

  it('filters by id, in every sort order, page by page', async () => {
    const query = `/posts?filters=voterId:${users.ada}&limit=1`;
    for (const sortBy of ['recent', 'oldest', 'votes']) {
      const first = await program.live.get(`${query}&sortBy=${sortBy}`);
      const second = await program.live.get(`${query}&sortBy=${sortBy}&after=${first.body.data.next}`);
      const titles = [...first.body.data.posts, ...second.body.data.posts].map(({ title }) => title);
      expect(titles).toEqual(sortBy === 'oldest' ? ['One', 'Two'] : ['Two', 'One']);
      expect(second.body.data.hasMore).toBe(false);
    }
  });
});

describe('GET /comments', () => {
  const contents = (body: { data: { comments: { content: string }[] } }) =>
    body.data.comments.map(({ content }) => content);

  it('200: lists public comments of the workspace, newest first', async () => {
    const { body } = await program.live.get('/comments');
    expect(contents(body)).toEqual(['Second', 'First']);
    expect(body.data.comments[0].author).toMatchObject({ email: 'ada@example.com' });
    expect((await program.test.get('/comments')).body.test).toBe(true);
    expect((await program.stranger.get('/comments')).body.data.comments).toEqual([]);
  });

  it('200: lists private notes only on request; the event feed has them, marked', async () => {
    expect(contents((await program.live.get('/comments?filters=private:true')).body)).toEqual(['A note']);
    const { events } = (await program.live.get('/events?types=comment.created')).body.data;
    const marks = events.map(({ data }: { data: { object: { content: string; isPrivate: boolean } } }) => [
      data.object.content,
      data.object.isPrivate,
    ]);
    expect(marks).toEqual(
      expect.arrayContaining([
        ['A note', true],
        ['First', false],
      ]),
    );
  });

  it('200: filters by post, user and time, page by page', async () => {
    expect(contents((await program.live.get(`/comments?filters=postId:${posts[1]}`)).body)).toEqual([]);
    const byAda = await program.live.get('/comments?filters=userEmail:ada@example.com&limit=1');
    expect(contents(byAda.body)).toEqual(['Second']);
    const next = await program.live.get(
      `/comments?filters=userEmail:ada@example.com&limit=1&after=${byAda.body.data.next}`,
    );
    expect(contents(next.body)).toEqual(['First']);
    const since = await program.live.get('/comments?filters=updatedSince:2026-01-31T09:15:07Z');
    expect(contents(since.body)).toEqual(['Second']);
  });
});

describe('PUT /posts/{id}/votes', () => {
  it('200: adds the votes of all given users, creates new users, and keeps existing votes', async () => {
    const voters = [
      { email: 'ada@example.com' },
      { externalId: 'crm-1', name: 'Carl' },
      { userEmail: 'dora@example.com' },
      { user: { email: 'dora@example.com' } },
    ];
    const path = `/posts/${posts[1]}/votes`;
    const { status, body } = await program.live.call('PUT', path, { body: { voters } });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ postId: posts[1], added: 2, votesCount: 4 });
    expect(body.data.userIds).toHaveLength(3);
    const again = await program.live.call('PUT', path, { body: { voters } });
    expect(again.body.data).toMatchObject({ added: 0, votesCount: 4 });
    expect((await program.live.get(`/posts/${posts[1]}`)).body.data.votesCount).toBe(4);
  });

  it('200: accepts 1,000 voters; 400: rejects 1,001', async () => {
    const voters = Array.from({ length: 1000 }, (_, index) => ({ externalId: `bulk-${index}` }));
    const path = `/posts/${posts[2]}/votes`;
    const { body } = await program.live.call('PUT', path, { body: { voters } });
    expect(body.data).toMatchObject({ added: 1000, votesCount: 1000 });
    const tooMany = { body: { voters: [...voters, { externalId: 'one-more' }] } };
    expect((await program.live.call('PUT', path, tooMany)).body.error.message).toContain('"voters"');
  });

  it('200: counts a user once who is given twice, or by an identifier that an earlier entry just added', async () => {
    const { body: made } = await program.live.post('/posts', { title: 'Often', voteAsAuthor: false });
    const path = `/posts/${made.data.id}/votes`;
    const known = (await program.live.post('/users', { email: 'known@example.com' })).body.data;
    const before = program.events().length;
    const voters = [
      { externalId: 'often-1' },
      { externalId: 'often-1', email: 'Often@example.com', name: 'Often' },
      { email: 'often@EXAMPLE.com' },
      { id: known.id, name: 'Known' },
      { email: 'KNOWN@example.com', externalId: 'often-2' },
      { externalId: 'often-2' },
    ];
    const { body } = await program.live.call('PUT', path, { body: { voters } });
    expect(body.data).toMatchObject({ added: 2, votesCount: 2, userIds: [expect.any(String), known.id] });
    const [often] = body.data.userIds;
    expect((await program.live.get(`/users/${often}`)).body.data).toMatchObject({
      externalId: 'often-1',
      email: 'Often@example.com',
      name: 'Often',
    });
    expect((await program.live.get(`/users/${known.id}`)).body.data).toMatchObject({
      externalId: 'often-2',
      name: 'Known',
    });
    expect(
      program
        .events()
        .slice(before)
        .map(({ type, object }) => `${type} ${object.userId ?? object.id}`),
    ).toEqual([
      `user.created ${often}`,
      `user.updated ${often}`,
      `user.updated ${known.id}`,
      `user.updated ${known.id}`,
      `vote.created ${often}`,
      `vote.created ${known.id}`,
    ]);
  });

  it('400: rejects an email of another external id, even within the same request', async () => {
    const before = program.dump();
    const voters = [
      { externalId: 'one', email: 'same@example.com' },
      { externalId: 'other', email: 'same@example.com' },
    ];
    const answer = await program.live.call('PUT', `/posts/${posts[0]}/votes`, { body: { voters } });
    expect([answer.status, answer.body.error.details]).toMatchObject([400, [{ field: 'voters.1.email' }]]);
    expect(program.dump()).toBe(before);
  });

  it('200: runs as many queries for 1,000 users as for a few', async () => {
    const voters = Array.from({ length: 1000 }, (_, index) => ({ externalId: `known-${index}` }));
    const voteFor = async (some: object[]) => {
      const { body } = await program.live.post('/posts', { title: 'Counted', voteAsAuthor: false });
      const path = `/posts/${body.data.id}/votes`;
      return countQueries(async () => {
        const answer = await program.live.call('PUT', path, { body: { voters: some } });
        expect(answer.body.data.added).toBe(some.length);
      });
    };
    await voteFor(voters);
    // Long lists are sent in chunks of a few hundred.
    expect(await voteFor(voters)).toBeLessThanOrEqual((await voteFor(voters.slice(0, 10))) + 30);
  });

  it('200: accepts 1,000 users created by test calls, and saves nothing', async () => {
    const minted = idMinter(program.clock, 'test');
    const voters = Array.from({ length: 1000 }, () => ({ id: minted('user') }));
    const before = program.dump();
    const answer = await program.test.call('PUT', `/posts/${posts[0]}/votes`, { body: { voters } });
    expect([answer.status, answer.body.data.added]).toEqual([200, 1000]);
    expect(program.dump()).toBe(before);
  });

  it.each([
    ['an empty list', { voters: [] }, '"voters"'],
    ['a missing list', {}, '"voters" is required.'],
    ['a voter without an identifier', { voters: [{ email: 'x@example.com' }, {}] }, '"voters.1.'],
    ['an unknown id', { voters: [{ id: 'user_unknown' }] }, '"voters.0.id"'],
    ['an invalid email', { voters: [{ email: 'nope' }] }, '"voters.0.email"'],
  ])('400: rejects %s, names it, and changes nothing', async (_what, body, named) => {
    const before = program.dump();
    const answer = await program.live.call('PUT', `/posts/${posts[0]}/votes`, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(named);
    expect(program.dump()).toBe(before);
  });

  it('404 for a post of another workspace; a test key saves nothing', async () => {
    const body = { voters: [{ email: 'new@example.com' }] };
    expect((await program.stranger.call('PUT', `/posts/${posts[0]}/votes`, { body })).status).toBe(404);
    const before = program.dump();
    const tried = await program.test.call('PUT', `/posts/${posts[0]}/votes`, { body });
    expect(tried.body).toMatchObject({ test: true, data: { added: 1 } });
    expect(program.dump()).toBe(before);
  });
});

describe('GET /audit-log', () => {
  it('200: lists actor, action, object and request id, newest first', async () => {
    const options = { body: { title: 'Audited' }, headers: { 'x-request-id': 'my-request-1' } };
    const { body: made } = await program.live.call('POST', '/posts', options);
    const { body } = await program.live.get(`/audit-log?filters=objectId:${made.data.id}`);
    expect(body.data.entries).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        actor: { type: 'key', id: expect.stringMatching(/^key_/) },
        action: 'post.created',
        objectId: made.data.id,
        requestId: 'my-request-1',
        createdAt: expect.any(String),
      },
    ]);
  });

  it('200: filters by action and actor, page by page, within the workspace', async () => {
    const votes = await program.live.get('/audit-log?filters=action:vote.created&limit=2');
    expect(votes.body.data.entries.map((entry: { action: string }) => entry.action)).toEqual([
      'vote.created',
      'vote.created',
    ]);
    const next = await program.live.get(`/audit-log?limit=2&after=${votes.body.data.next}`);
    expect(next.body.data.entries).toHaveLength(2);
    expect((await program.live.get('/audit-log?filters=actorId:key_unknown')).body.data.entries).toEqual([]);
    const elsewhere = (await program.stranger.get('/audit-log')).body.data.entries;
    expect(elsewhere.map(({ action }: { action: string }) => action)).toEqual([
      'key.created',
      'workspace.created',
    ]);
    expect((await program.test.get('/audit-log?limit=1')).body.test).toBe(true);
    expect((await program.live.get('/audit-log?after=nonsense')).status).toBe(400);
  });
});
