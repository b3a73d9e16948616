import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
let darkMode: string;

beforeAll(async () => {
  program = await startProgram();
  const titles = [
    'Dark mode for the dashboard',
    'Dark roast coffee',
    'Export the dashboard as PDF',
    'Login fails',
  ];
  for (const title of titles) {
    const { body } = await program.live.post('/posts', { title, voteAsAuthor: false });
    darkMode ??= body.data.id;
  }
});
afterAll(() => program.close());

describe('GET /posts/similar', () => {
  it('200: returns the most similar posts first, with their similarity', async () => {
    const { status, body } = await program.live.get('/posts/similar?title=Dashboard+dark+mode');
    expect(status).toBe(200);
    expect(body.data.posts[0]).toMatchObject({ id: darkMode, title: 'Dark mode for the dashboard' });
    const scores = body.data.posts.map((post: { similarity: number }) => post.similarity);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
    expect(scores[0]).toBeGreaterThan(0.7);
    expect(body.data.posts.map((post: { title: string }) => post.title)).not.toContain('Login fails');
  });

  it('200: returns nothing for a title without words or without similar posts', async () => {
    expect((await program.live.get('/posts/similar?title=%21%21')).body.data.posts).toEqual([]);
    expect((await program.live.get('/posts/similar?title=zzz')).body.data.posts).toEqual([]);
  });

  it('200: is marked as test under a test key, and contains only posts of its own workspace', async () => {
    const asTest = await program.test.get('/posts/similar?title=dark+mode+dashboard&limit=1');
    expect(asTest.body).toMatchObject({ test: true, data: { posts: [{ id: darkMode }] } });
    expect((await program.stranger.get('/posts/similar?title=dark+mode')).body.data.posts).toEqual([]);
  });

  it('200: finds an old post by words that are together nowhere else, each common in newer posts', async () => {
    const old = await program.live.post('/posts', { title: 'Zebra crossing', voteAsAuthor: false });
    for (const title of ['Zebra stripes', 'Crossing guards']) {
      const body = { title, voteAsAuthor: false };
      const operations = Array.from({ length: 70 }, () => ({ method: 'POST', path: '/posts', body }));
      expect((await program.live.post('/batch', { operations })).status).toBe(200);
    }
    for (const title of ['zebra crossing', 'a zebra crossing here']) {
      const query = new URLSearchParams({ title });
      const { body } = await program.live.get(`/posts/similar?${query}`);
      expect(body.data.posts[0], title).toMatchObject({ id: old.body.data.id });
    }
  });

  it('200: finds a post by a word that is longer than what the index holds of it', async () => {
    const title = `${'long'.repeat(8)} word`;
    const { body: written } = await program.live.post('/posts', { title, voteAsAuthor: false });
    const { body } = await program.live.get(`/posts/similar?title=${encodeURIComponent(title)}`);
    expect(body.data.posts).toMatchObject([{ id: written.data.id, similarity: 1 }]);
  });

  it('400: rejects a missing title, and names it', async () => {
    const { status, body } = await program.live.get('/posts/similar');
    expect([status, body.error.message]).toEqual([400, '"title" is required.']);
  });
});

describe('POST /posts with onDuplicate', () => {
  const same = { title: 'dark MODE for the dashboard!', authorEmail: 'ada@example.com' };

  it('suggest: creates the post, and returns similar posts', async () => {
    const { status, body } = await program.live.post('/posts', { ...same, onDuplicate: 'suggest' });
    expect(status).toBe(201);
    expect(body.data.similar[0]).toMatchObject({ id: darkMode, similarity: 1 });
    expect((await program.live.delete(`/posts/${body.data.id}`)).status).toBe(200);
  });

  it('vote: votes for the matching post instead, once, and marks the response as a duplicate', async () => {
    const first = await program.live.post('/posts', { ...same, onDuplicate: 'vote' });
    expect(first.status).toBe(200);
    expect(first.body.data).toMatchObject({ id: darkMode, isDuplicate: true, votesCount: 1 });
    const again = await program.live.post('/posts', { ...same, onDuplicate: 'vote' });
    expect(again.body.data.votesCount).toBe(1);
  });

  it('vote: does not store uploaded files', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...same, onDuplicate: 'vote' })) form.set(name, value);
    const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');
    form.set('attachments', new File([gif], 'x.gif', { type: 'image/gif' }));
    expect((await program.live.call('POST', '/posts', { form })).status).toBe(200);
    expect(await program.files()).toEqual([]);
  });

  it('vote: validates the body like a regular create', async () => {
    const { status, body } = await program.live.post('/posts', {
      ...same,
      sourceUrl: 'javascript:alert(1)',
      onDuplicate: 'vote',
    });
    expect([status, body.error.details[0].field]).toEqual([400, 'sourceUrl']);
  });

  it('creates one post for 20 concurrent duplicates', async () => {
    for (const [onDuplicate, other] of [
      ['reject', 409],
      ['vote', 200],
    ] as const) {
      const draft = { title: `Keyboard shortcuts everywhere, ${onDuplicate}`, onDuplicate };
      const answers = await Promise.all(Array.from({ length: 20 }, () => program.live.post('/posts', draft)));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual(
        onDuplicate === 'vote' ? [...Array(19).fill(other), 201] : [201, ...Array(19).fill(other)],
      );
    }
  });

  it('reject: returns 409 with the id of the match, and changes nothing', async () => {
    const before = program.dump();
    const { status, body } = await program.live.post('/posts', { ...same, onDuplicate: 'reject' });
    expect(status).toBe(409);
    expect(body.error.message).toContain(darkMode);
    expect(program.dump()).toBe(before);
  });

  it.each(['vote', 'reject'])('%s: creates the post if there is no match', async (onDuplicate) => {
    const { status } = await program.live.post('/posts', { title: `Quite new ${onDuplicate}`, onDuplicate });
    expect(status).toBe(201);
  });

  it('400: rejects any other value, and names the field', async () => {
    const { body } = await program.live.post('/posts', { ...same, onDuplicate: 'merge' });
    expect(body.error).toMatchObject({ status: 400, message: expect.stringContaining('"onDuplicate"') });
  });

  it('returns the same responses under a test key, and saves nothing', async () => {
    const before = program.dump();
    const voted = await program.test.post('/posts', { ...same, onDuplicate: 'vote' });
    expect(voted.body).toMatchObject({ test: true, data: { id: darkMode, isDuplicate: true } });
    expect((await program.test.post('/posts', { ...same, onDuplicate: 'reject' })).status).toBe(409);
    expect(program.dump()).toBe(before);
  });
});

describe('POST /posts with onDuplicate, in an atomic batch', () => {
  const create = (title: unknown, onDuplicate: string) => ({
    method: 'POST',
    path: '/posts',
    body: { title, onDuplicate, authorEmail: 'ada@example.com' },
  });
  const batch = async (mode: 'live' | 'test', operations: object[]) =>
    (await program[mode].post('/batch', { operations, atomic: true })).body.data;

  it.each(['live', 'test'] as const)(
    'finds what the same batch created or renamed before: %s',
    async (mode) => {
      const title = mode === 'live' ? 'Offline maps for hikers' : 'Underwater navigation charts';
      const made = await batch(mode, [create(title, 'reject'), create(title, 'vote')]);
      expect(made).toMatchObject({ applied: true, results: [{ status: 201 }, { status: 200 }] });
      expect(made.results[1].body.data).toMatchObject({
        id: made.results[0].body.data.id,
        isDuplicate: true,
      });
      const renamed = `${title} rewritten and renamed completely, then moved elsewhere`;
      const edited = await batch(mode, [
        create(`Quantum calendar, ${mode}`, 'reject'),
        { method: 'PATCH', path: '/posts/{0.id}', body: { title: renamed } },
        create(renamed, 'reject'),
      ]);
      expect(edited.applied).toBe(false);
      expect(edited.results[2]).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
      expect(edited.results[2].body.error.message).toContain('A post like this exists already');
    },
  );

  it('creates one post for concurrent batches and single requests with the same title', async () => {
    const title = 'Concurrent spreadsheets with pivot tables';
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => batch('live', [create(title, 'vote')])),
      ...Array.from({ length: 5 }, () => program.live.post('/posts', create(title, 'vote').body)),
    ]);
    const statuses = answers.map((answer) => answer.status ?? answer.results[0].status).sort();
    expect(statuses).toEqual([...Array(9).fill(200), 201]);
  });

  it('finds a post under its new title, and no longer under the one it had before', async () => {
    const { body } = await program.live.post('/posts', { title: 'Yellow submarine parking' });
    await program.live.call('PATCH', `/posts/${body.data.id}`, { body: { title: 'Purple airplane hangar' } });
    const [old, now] = (
      await batch('live', [
        create('Yellow submarine parking', 'suggest'),
        create('Purple airplane hangar', 'vote'),
      ])
    ).results;
    expect([old.status, old.body.data.similar, now.status]).toEqual([201, [], 200]);
  });

  it('400: refuses a reference as the title, because it is compared before the batch runs', async () => {
    const result = await batch('live', [
      { method: 'GET', path: `/posts/${darkMode}` },
      create({ $ref: '0.title' }, 'suggest'),
    ]);
    expect(result.applied).toBe(false);
    expect(result.results[1].body.error.message).toBe(
      '"title" must not be a reference if an atomic batch compares it with other posts.',
    );
  });

  it('finds similar posts, also what the same batch created before', async () => {
    const title = 'Whale watching reminders';
    const [, found] = (
      await batch('live', [
        create(title, 'reject'),
        { method: 'GET', path: `/posts/similar?title=${encodeURIComponent(title)}` },
      ])
    ).results;
    expect(found.body.data.posts).toMatchObject([{ title, similarity: 1 }]);
  });
});
