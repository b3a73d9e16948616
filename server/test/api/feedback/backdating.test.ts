// Imports keep their dates, and a delta sync still finds what was imported, however long ago it is dated.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../support/caller.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
let postId: string;
let run = 0;
const past = '2024-05-06T07:08:09.123Z';

beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.close());
beforeEach(async () => {
  run += 1;
  postId = (await program.live.post('/posts', { title: 'Imported', voteAsAuthor: false })).body.data.id;
  program.clock.advance(60_000);
});

const now = () => new Date(program.clock.now()).toISOString();
const voter = (name: string) => `${name}-${run}@example.com`;
const listed = async (path: string): Promise<Answer['body'][]> => {
  const { data } = (await program.live.get(path)).body;
  return data.votes ?? data.comments ?? data.posts;
};
const since = (time: string) => `filters=updatedSince:${encodeURIComponent(time)}`;

describe('votedAt', () => {
  it('dates a vote, in the list of votes, the voters and the event, under both keys', async () => {
    const body = { userEmail: voter('ada'), votedAt: past };
    const before = [program.events().length, program.dump()] as const;
    const tried = await program.test.post(`/posts/${postId}/votes`, body);
    expect([tried.status, tried.body.test, program.dump()]).toEqual([201, true, before[1]]);
    const { status, body: answer } = await program.live.post(`/posts/${postId}/votes`, body);
    expect([status, answer.data.votesCount]).toEqual([201, 1]);
    expect(await listed(`/posts/${postId}/votes`)).toMatchObject([{ votedAt: past }]);
    const { voters, updatedAt } = (await program.live.get(`/posts/${postId}?include=voters`)).body.data;
    expect([voters[0].votedAt, updatedAt]).toEqual([past, now()]);
    const [, vote] = program.events().slice(before[0]);
    expect(vote).toMatchObject({ type: 'vote.created', object: { votedAt: past } });
  });

  it('dates each vote of a bulk body; the first time of a person named twice counts', async () => {
    const voters = [
      { email: voter('a'), votedAt: '2024-01-01' },
      { email: voter('b') },
      { email: voter('a'), votedAt: '2024-03-01' },
      { email: voter('c'), votedAt: null },
    ];
    const { body } = await program.live.call('PUT', `/posts/${postId}/votes`, { body: { voters } });
    expect(body.data).toMatchObject({ added: 3, votesCount: 3 });
    const times = (await listed(`/posts/${postId}/votes`)).map(({ user, votedAt }) => [user.email, votedAt]);
    expect(Object.fromEntries(times)).toEqual({
      [voter('a')]: '2024-01-01T00:00:00.000Z',
      [voter('b')]: now(),
      [voter('c')]: now(),
    });
  });

  it('changes nothing about an existing vote', async () => {
    await program.live.post(`/posts/${postId}/votes`, { userEmail: voter('ada'), votedAt: past });
    const before = [await listed(`/posts/${postId}/votes`), program.events().length];
    const again = { userEmail: voter('ada'), votedAt: '2023-01-01' };
    expect((await program.live.post(`/posts/${postId}/votes`, again)).status).toBe(200);
    const voters = [{ email: voter('ada'), votedAt: '2022-01-01' }];
    const bulk = await program.live.call('PUT', `/posts/${postId}/votes`, { body: { voters } });
    expect(bulk.body.data.added).toBe(0);
    expect([await listed(`/posts/${postId}/votes`), program.events().length]).toEqual(before);
  });

  it.each([
    ['in the future', '2199-01-01T00:00:00Z'],
    ['two minutes ahead', 'ahead'],
    ['not a time', 'yesterday'],
    ['a number', 7],
  ])('rejects a time that is %s, and changes nothing', async (_name, given) => {
    const votedAt = given === 'ahead' ? new Date(program.clock.now() + 120_000).toISOString() : given;
    const before = program.dump();
    for (const client of [program.live, program.test]) {
      const one = await client.post(`/posts/${postId}/votes`, { userEmail: voter('ada'), votedAt });
      expect([one.status, one.body.error.details[0].field]).toEqual([400, 'votedAt']);
      const voters = [{ email: voter('bo') }, { email: voter('ada'), votedAt }];
      const bulk = await client.call('PUT', `/posts/${postId}/votes`, { body: { voters } });
      expect([bulk.status, bulk.body.error.details[0].field]).toEqual([400, 'voters.1.votedAt']);
    }
    expect(program.dump()).toBe(before);
  });

  it('orders votes by their own time, and pages through them exactly once', async () => {
    const voters = Array.from({ length: 9 }, (_, index) => ({
      email: voter(`v${index}`),
      votedAt: `2024-01-0${((index * 4) % 9) + 1}`,
    }));
    await program.live.call('PUT', `/posts/${postId}/votes`, { body: { voters } });
    for (const filters of ['', since('1970-01-01'), since(now()), since('2024-01-05')]) {
      const seen: string[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const { body }: Answer = await program.live.get(
          `/posts/${postId}/votes?limit=2&after=${after}&${filters}`,
        );
        seen.push(...body.data.votes.map(({ votedAt }: { votedAt: string }) => votedAt.slice(8, 10)));
        after = body.data.next;
      }
      expect([filters, seen]).toEqual([filters, ['09', '08', '07', '06', '05', '04', '03', '02', '01']]);
      const byNumber = await listed(`/posts/${postId}/votes?limit=4&cursor=2&${filters}`);
      expect(byNumber.map(({ votedAt }) => votedAt.slice(8, 10))).toEqual(['05', '04', '03', '02']);
    }
  });
});

describe('createdAt of a comment', () => {
  it('dates it on create; updatedAt is when it was imported', async () => {
    const body = { content: 'x', createdAt: past };
    const tried = await program.test.post(`/posts/${postId}/comments`, body);
    const { status, body: answer } = await program.live.post(`/posts/${postId}/comments`, body);
    expect([status, tried.status]).toEqual([201, 201]);
    for (const { data } of [answer, tried.body])
      expect([data.createdAt, data.updatedAt]).toEqual([past, now()]);
  });

  it('is now for null, and the same as updatedAt', async () => {
    const body = { content: 'x', createdAt: null };
    const { data } = (await program.live.post(`/posts/${postId}/comments`, body)).body;
    expect([data.createdAt, data.updatedAt]).toEqual([now(), now()]);
  });

  it.each(['2199-01-01', 'yesterday', '2024-02-30', ''])('rejects %j', async (createdAt) => {
    const before = program.dump();
    for (const client of [program.live, program.test]) {
      const { status, body } = await client.post(`/posts/${postId}/comments`, { content: 'x', createdAt });
      expect([status, body.error.details[0].field]).toEqual([400, 'createdAt']);
    }
    expect(program.dump()).toBe(before);
  });

  it('orders the comments of a post, oldest first at every level', async () => {
    const say = async (content: string, createdAt: string | null, parentId: string | null = null) =>
      (await program.live.post(`/posts/${postId}/comments`, { content, createdAt, parentId })).body.data.id;
    const top = await say('second', '2024-01-02');
    await say('third', null);
    await say('first', '2024-01-01');
    await say('late', '2024-02-02', top);
    await say('early', '2024-02-01', top);
    const { data } = (await program.live.get(`/posts/${postId}/comments?include=replies`)).body;
    const names = (comments: { content: string }[]) => comments.map(({ content }) => content);
    expect(names(data)).toEqual(['first', 'second', 'third']);
    expect(names(data[1].replies)).toEqual(['early', 'late']);
  });
});

describe('a delta sync', () => {
  it('finds what was imported since the last round, however it is dated, and only that', async () => {
    await program.live.post(`/posts/${postId}/votes`, { userEmail: voter('before'), votedAt: '2024-06-01' });
    await program.live.post(`/posts/${postId}/comments`, { content: 'before', createdAt: '2024-06-01' });
    program.clock.advance(60_000);
    const lastRound = now();
    program.clock.advance(1000);
    const user = { userEmail: voter('ada') };
    const imported = (
      await program.live.post('/posts', { title: 'Old', createdAt: past, authorEmail: voter('author') })
    ).body.data;
    await program.live.post(`/posts/${postId}/votes`, { ...user, votedAt: past });
    const voters = [{ email: voter('bo'), votedAt: '2023-01-01' }];
    await program.live.call('PUT', `/posts/${postId}/votes`, { body: { voters } });
    const one = await program.live.post(`/posts/${postId}/comments`, {
      content: 'one',
      createdAt: past,
      ...user,
    });
    const comments = [{ externalId: `many-${run}`, content: 'many', createdAt: past }];
    await program.live.call('PUT', `/posts/${postId}/comments`, { body: { comments } });

    const posts = await listed(`/posts?${since(lastRound)}`);
    expect(posts.map(({ id }) => id)).toEqual([postId, imported.id]);
    const emails = (votes: Answer['body'][]) => votes.map(({ user: { email } }) => email);
    expect(emails(await listed(`/votes?${since(lastRound)}`))).toEqual([
      voter('author'),
      voter('ada'),
      voter('bo'),
    ]);
    expect(emails(await listed(`/posts/${postId}/votes?${since(lastRound)}`))).toEqual([
      voter('ada'),
      voter('bo'),
    ]);
    const { userId } = one.body.data;
    expect(emails(await listed(`/users/${userId}/votes?${since(lastRound)}`))).toEqual([voter('ada')]);
    const filters = `${since(lastRound)};userId:${userId};postId:${postId}`;
    expect(emails(await listed(`/votes?${filters}`))).toEqual([voter('ada')]);
    const contents = (found: Answer['body'][]) => found.map(({ content }) => content).toSorted();
    expect(contents(await listed(`/comments?${since(lastRound)}`))).toEqual(['many', 'one']);
    expect(contents(await listed(`/users/${userId}/comments?${since(lastRound)}`))).toEqual(['one']);
    const ofPost = await program.live.get(`/posts/${postId}/comments?${since(lastRound)}`);
    expect(contents(ofPost.body.data)).toEqual(['many', 'one']);
    program.clock.advance(1000);
    expect(await listed(`/votes?${since(now())}`)).toEqual([]);
  });
});
