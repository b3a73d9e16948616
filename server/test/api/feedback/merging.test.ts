import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;

beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.close());

const createPost = async (title: string, importedVotes = 0): Promise<string> =>
  (await program.live.post('/posts', { title, voteAsAuthor: false, importedVotes })).body.data.id;
const vote = (id: string, person: string) =>
  program.live.post(`/posts/${id}/votes`, { userExternalId: person });
const comment = async (id: string, content: string, parentId?: string): Promise<string> =>
  (await program.live.post(`/posts/${id}/comments`, { content, ...(parentId && { parentId }) })).body.data.id;
const counts = async (id: string): Promise<[number, number]> => {
  const { data } = (await program.live.get(`/posts/${id}`)).body;
  return [data.votesCount, data.commentsCount];
};
const votersOf = async (id: string): Promise<string[]> => {
  const { data } = (await program.live.get(`/posts/${id}/votes?limit=100`)).body;
  return data.votes
    .map((entry: { user: { externalId: string }; votedAt: string }) => entry.user.externalId)
    .sort();
};

describe('POST /posts/{id}/merge', () => {
  it('200: moves comments and votes, counting people who voted on both once; the source stays readable', async () => {
    const [source, target] = [await createPost('Dark theme'), await createPost('Dark mode')];
    await vote(source, 'ada');
    await vote(source, 'bob');
    await vote(target, 'bob');
    const first = await comment(source, 'From the source');
    await comment(source, 'A reply', first);
    const { status, body } = await program.live.post(`/posts/${source}/merge`, { intoId: target });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id: source, mergedIntoId: target, votesCount: 0, commentsCount: 0 });
    expect(await counts(target)).toEqual([2, 2]);
    expect(await votersOf(target)).toEqual(['ada', 'bob']);
    const moved = await program.live.get(`/posts/${target}/comments?include=replies`);
    expect(moved.body.data[0]).toMatchObject({
      id: first,
      postId: target,
      replies: [{ content: 'A reply' }],
    });
    expect(program.events().at(-1)).toMatchObject({ type: 'post.merged', object: { id: source } });
  });

  it('redirects votes and comments on a merged post to the target, and returns them on unmerge', async () => {
    const [source, target] = [await createPost('Export'), await createPost('Export data')];
    await program.live.post(`/posts/${source}/merge`, { intoId: target });
    const voted = await vote(source, 'late');
    expect(voted.body.data).toMatchObject({ postId: target, votesCount: 1 });
    await comment(source, 'Late as well');
    expect(await counts(target)).toEqual([1, 1]);
    await program.live.post(`/posts/${source}/unmerge`);
    expect(await counts(source)).toEqual([1, 1]);
    expect(await counts(target)).toEqual([0, 0]);
  });

  it('returns a reply to a moved comment along with that comment on unmerge', async () => {
    const [source, target] = [await createPost('Sort'), await createPost('Sorting')];
    const first = await comment(source, 'First');
    await program.live.post(`/posts/${source}/merge`, { intoId: target });
    await comment(target, 'Answer', first);
    await comment(target, 'Elsewhere');
    await program.live.post(`/posts/${source}/unmerge`);
    expect(await counts(source)).toEqual([0, 2]);
    expect(await counts(target)).toEqual([0, 1]);
  });

  it('loses no vote when merging and voting run concurrently', async () => {
    const [source, target] = [await createPost('Race'), await createPost('Racing')];
    const people = Array.from({ length: 20 }, (_, index) => `racer-${index}`);
    await Promise.all([
      ...people.slice(0, 10).map((person) => vote(source, person)),
      program.live.post(`/posts/${source}/merge`, { intoId: target }),
      ...people.slice(10).map((person) => vote(source, person)),
    ]);
    expect(await votersOf(target)).toEqual(people.sort());
    expect(await counts(target)).toEqual([20, 0]);
  });

  it.each([
    ['itself', async (id: string) => id, 400, /"intoId" must name another post/],
    ['an unknown post', async () => 'post_unknown', 400, /"intoId" names no post/],
  ])('400: rejects a merge into %s', async (_what, into, status, message) => {
    const source = await createPost('Lonely');
    const answer = await program.live.post(`/posts/${source}/merge`, { intoId: await into(source) });
    expect(answer.status).toBe(status);
    expect(answer.body.error.message).toMatch(message);
  });

  it('400: rejects a missing intoId, and names it', async () => {
    const answer = await program.live.post(`/posts/${await createPost('Lonely')}/merge`, {});
    expect(answer.body.error).toMatchObject({ status: 400, message: '"intoId" is required.' });
  });

  it('404: for an unknown post, and one of another workspace', async () => {
    const target = await createPost('Mine');
    expect((await program.live.post('/posts/post_unknown/merge', { intoId: target })).status).toBe(404);
    expect((await program.stranger.post(`/posts/${target}/merge`, { intoId: target })).status).toBe(404);
    expect((await program.stranger.post(`/posts/${target}/unmerge`)).status).toBe(404);
  });

  it('409: rejects chains and cycles, and says how to resolve them', async () => {
    const [a, b, c] = [await createPost('A'), await createPost('B'), await createPost('C')];
    await program.live.post(`/posts/${a}/merge`, { intoId: b });
    const refused = [
      await program.live.post(`/posts/${a}/merge`, { intoId: c }),
      await program.live.post(`/posts/${b}/merge`, { intoId: a }),
      await program.live.post(`/posts/${b}/merge`, { intoId: c }),
      await program.live.post(`/posts/${c}/merge`, { intoId: a }),
      await program.live.post(`/posts/${b}/unmerge`),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
    expect(refused[3]?.body.error.message).toContain(b);
  });

  it('412: for an outdated version of the source', async () => {
    const [source, target] = [await createPost('Stale'), await createPost('Fresh')];
    const { headers } = await program.live.get(`/posts/${source}`);
    await program.live.patch(`/posts/${source}`, { title: 'Edited' });
    const options = { body: { intoId: target }, headers: { 'if-match': headers.etag ?? '' } };
    const answer = await program.live.call('POST', `/posts/${source}/merge`, options);
    expect(answer.status).toBe(412);
  });

  it('returns the same response under a test key, and changes nothing', async () => {
    const [source, target] = [await createPost('Test source'), await createPost('Test target')];
    await vote(source, 'ada');
    const before = program.dump();
    const merged = await program.test.post(`/posts/${source}/merge`, { intoId: target });
    expect(merged.body).toMatchObject({ test: true, data: { mergedIntoId: target, votesCount: 0 } });
    expect((await program.test.post(`/posts/${source}/unmerge`)).status).toBe(409);
    expect(program.dump()).toBe(before);
  });
});

describe('POST /posts/{id}/unmerge', () => {
  it('restores every count, vote and comment from before the merge', async () => {
    const person = fc.constantFrom('p1', 'p2', 'p3', 'p4', 'p5');
    const scenario = fc.record({
      source: fc.uniqueArray(person),
      target: fc.uniqueArray(person),
      sourceComments: fc.integer({ min: 0, max: 3 }),
      targetComments: fc.integer({ min: 0, max: 3 }),
      sourceImported: fc.nat(50),
      targetImported: fc.nat(50),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async (given) => {
        const source = await createPost('Source', given.sourceImported);
        const target = await createPost('Target', given.targetImported);
        for (const who of given.source) await vote(source, who);
        for (const who of given.target) await vote(target, who);
        for (let index = 0; index < given.sourceComments; index += 1) await comment(source, 'x');
        for (let index = 0; index < given.targetComments; index += 1) await comment(target, 'y');
        const state = async () => [
          await counts(source),
          await counts(target),
          (await program.live.get(`/posts/${source}/votes?limit=100`)).body.data.votes,
          (await program.live.get(`/posts/${target}/votes?limit=100`)).body.data.votes,
          (await program.live.get(`/posts/${source}/comments?include=replies`)).body.data,
          (await program.live.get(`/posts/${target}/comments?include=replies`)).body.data,
        ];
        const before = await state();
        await program.live.post(`/posts/${source}/merge`, { intoId: target });
        const union = new Set([...given.source, ...given.target]);
        expect(await counts(target)).toEqual([
          union.size + given.sourceImported + given.targetImported,
          given.sourceComments + given.targetComments,
        ]);
        const { status, body } = await program.live.post(`/posts/${source}/unmerge`);
        expect([status, body.data.mergedIntoId]).toEqual([200, null]);
        expect(await state()).toEqual(before);
      }),
      { numRuns: 25 },
    );
  });

  it('returns the imported votes that the source has by then, whichever of the posts was changed', async () => {
    const [source, target] = [await createPost('Source', 5), await createPost('Target', 2)];
    await program.live.post(`/posts/${source}/merge`, { intoId: target });
    const { body } = await program.live.patch(`/posts/${source}`, { importedVotes: 9 });
    expect(body.data).toMatchObject({ importedVotes: 9, votesCount: 0 });
    await program.live.patch(`/posts/${target}`, { importedVotes: 1 });
    expect(await counts(target)).toEqual([10, 0]);
    await program.live.post(`/posts/${source}/unmerge`);
    expect([await counts(source), await counts(target)]).toEqual([
      [9, 0],
      [1, 0],
    ]);
  });

  it('leaves the imported votes of a deleted source on the target', async () => {
    const [source, target] = [await createPost('Source', 5), await createPost('Target', 2)];
    await program.live.post(`/posts/${source}/merge`, { intoId: target });
    await program.live.delete(`/posts/${source}`);
    const { data } = (await program.live.get(`/posts/${target}`)).body;
    expect(data).toMatchObject({ importedVotes: 7, votesCount: 7 });
  });

  it('keeps counting a vote from several sources as long as one of them stays merged', async () => {
    const [one, two, target] = [await createPost('One'), await createPost('Two'), await createPost('Target')];
    await vote(one, 'ada');
    await vote(two, 'ada');
    await program.live.post(`/posts/${one}/merge`, { intoId: target });
    await program.live.post(`/posts/${two}/merge`, { intoId: target });
    expect(await counts(target)).toEqual([1, 0]);
    await program.live.post(`/posts/${one}/unmerge`);
    expect([await counts(one), await counts(target)]).toEqual([
      [1, 0],
      [1, 0],
    ]);
    await program.live.post(`/posts/${two}/unmerge`);
    expect([await counts(one), await counts(two), await counts(target)]).toEqual([
      [1, 0],
      [1, 0],
      [0, 0],
    ]);
  });

  it('does not restore a vote that was withdrawn while merged', async () => {
    const [source, target] = [await createPost('Source'), await createPost('Target')];
    await vote(source, 'ada');
    await vote(target, 'ada');
    await program.live.post(`/posts/${source}/merge`, { intoId: target });
    await program.live.delete(`/posts/${source}/votes`, { userExternalId: 'ada' });
    await program.live.post(`/posts/${source}/unmerge`);
    expect([await counts(source), await counts(target)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it('happens on deletion of the target: its sources get their votes and comments back', async () => {
    const [source, target] = [await createPost('Kept'), await createPost('Removed')];
    await vote(source, 'ada');
    await comment(source, 'Still here');
    await program.live.post(`/posts/${source}/merge`, { intoId: target });
    expect((await program.live.delete(`/posts/${target}`)).status).toBe(200);
    expect(await counts(source)).toEqual([1, 1]);
    expect((await program.live.get(`/posts/${source}`)).body.data.mergedIntoId).toBeNull();
  });
});

describe('GET /posts?filters=merged', () => {
  it('separates merged posts from others, with and without a search', async () => {
    const [source, target] = [await createPost('Zebra one'), await createPost('Zebra two')];
    await program.live.post(`/posts/${source}/merge`, { intoId: target });
    const ids = async (filters: string) =>
      (await program.live.get(`/posts?limit=100&filters=${filters}`)).body.data.posts.map(
        (post: { id: string }) => post.id,
      );
    expect(await ids('search:zebra;merged:false')).toEqual([target]);
    expect(await ids('search:zebra;merged:true')).toEqual([source]);
    expect(await ids('merged:true')).toContain(source);
    expect(await ids('merged:false')).not.toContain(source);
  });
});

describe('GET /posts?filters=mergedIntoId', () => {
  it('lists the posts merged into a post, alone and with every other filter, under both keys', async () => {
    const [target, other] = [await createPost('Quokka home'), await createPost('Quokka away')];
    const [first, second] = [await createPost('Quokka first'), await createPost('Numbat second')];
    const elsewhere = await createPost('Quokka elsewhere');
    for (const source of [first, second])
      await program.live.post(`/posts/${source}/merge`, { intoId: target });
    await program.live.post(`/posts/${elsewhere}/merge`, { intoId: other });
    await vote(first, 'quokka fan');
    const { statusId, postTypeId } = (await program.live.get(`/posts/${first}`)).body.data;
    const ids = async (filters: string, caller = program.live) => {
      const { status, body } = await caller.get(`/posts?filters=${filters}`);
      expect(status).toBe(200);
      return body.data.posts.map((post: { id: string }) => post.id);
    };
    expect(await ids(`mergedIntoId:${target}`)).toEqual([second, first]);
    expect(await ids(`mergedIntoId:${target}`, program.test)).toEqual([second, first]);
    expect(await ids(`mergedIntoId:${target};mergedIntoId:${other}`)).toEqual([elsewhere, second, first]);
    expect(await ids(`mergedIntoId:${target};search:quokka`)).toEqual([first]);
    expect(await ids(`mergedIntoId:${target};statusId:${statusId};typeId:${postTypeId}`)).toEqual([
      second,
      first,
    ]);
    expect(await ids(`mergedIntoId:${target};merged:false`)).toEqual([]);
    expect(await ids(`mergedIntoId:${target};updatedSince:2020-01-01T00:00:00Z`)).toEqual([second, first]);
    expect(await ids('mergedIntoId:post_unknown')).toEqual([]);
    expect(await ids(`mergedIntoId:${target}`, program.stranger)).toEqual([]);
    await program.live.post(`/posts/${second}/unmerge`);
    expect(await ids(`mergedIntoId:${target}`)).toEqual([first]);
  });

  it('shows the target of each post with include=mergedInto, in lists and alone, under both keys', async () => {
    const [source, target] = [await createPost('Wombat source'), await createPost('Wombat target')];
    await program.live.post(`/posts/${source}/merge`, { intoId: target });
    for (const caller of [program.live, program.test]) {
      const { posts } = (await caller.get('/posts?filters=search:wombat&include=mergedInto')).body.data;
      expect(posts.map((post: { mergedInto: unknown }) => post.mergedInto)).toEqual([
        null,
        { id: target, title: 'Wombat target' },
      ]);
      const one = await caller.get(`/posts/${source}?include=mergedInto`);
      expect(one.body.data.mergedInto).toEqual({ id: target, title: 'Wombat target' });
    }
    const { posts } = (await program.live.get('/posts?filters=search:wombat')).body.data;
    expect(posts.every((post: object) => !('mergedInto' in post))).toBe(true);
  });
});
