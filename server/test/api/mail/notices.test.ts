// Who is told what by mail, and when. ADR 0072 has the rules.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noticesKeptMs } from '../../../src/domain/mail/telling.ts';
import { arrive, visitorAt } from '../../site/visitors.ts';
import { ownerOf } from '../../support/console.ts';
import { type MailServer, refusal, startMailServer } from '../../support/network/mail-server.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const minute = 60_000;

let server: MailServer;
let program: TestProgram;
beforeEach(async () => {
  server = await startMailServer();
  program = await startProgram({
    publicUrl: 'https://earshot.test',
    environment: { SMTP_URL: server.url, MAIL_FROM: 'ideas@acme.example' },
  });
  await program.live.patch('/site', { visibility: 'public', name: 'Acme Ideas' });
});
afterEach(async () => {
  await program.close();
  await server.close();
});

const statusId = async (slug: string): Promise<string> =>
  (await program.live.get('/statuses')).body.data.statuses.find(
    (each: { slug: string }) => each.slug === slug,
  ).id;

async function newPost(given: object = {}): Promise<string> {
  const made = await program.live.post('/posts', { title: 'Dark mode', visibility: 'public', ...given });
  return made.body.data.id;
}

const follow = (postId: string, ...emails: string[]) =>
  program.live.call('PUT', `/posts/${postId}/followers`, {
    body: { users: emails.map((email) => ({ email })) },
  });

/** Sends what is due after this time. */
async function after(ms: number): Promise<void> {
  program.clock.advance(ms);
  program.mailing?.start();
  program.mailing?.wake();
  await program.mailing?.idle();
}

const subjects = () => server.received.map(({ to, mail }) => [to[0], mail.subject]);

describe('a new status', () => {
  const move = async (postId: string, slug: string, given: object = { notify: true }) =>
    program.live.patch(`/posts/${postId}`, { statusId: await statusId(slug), ...given });

  it('is told to followers, ten minutes later, with the reason of the team and both ways out', async () => {
    const postId = await newPost();
    await follow(postId, 'ada@example.com', 'bob@example.com');
    await move(postId, 'planned', { notify: true, statusComment: 'We start in spring.' });
    await after(10 * minute - 1);
    expect(server.received).toEqual([]);
    expect((await program.live.get(`/posts/${postId}/notices`)).body.data.notices).toEqual([]);
    await after(1);
    expect(subjects().sort()).toEqual([
      ['ada@example.com', 'Planned: Dark mode'],
      ['bob@example.com', 'Planned: Dark mode'],
    ]);
    const [{ mail, raw } = { mail: undefined, raw: '' }] = server.to('ada@example.com');
    expect(mail?.from).toEqual({ name: 'Acme Ideas', address: 'ideas@acme.example' });
    expect(mail?.text).toContain('> We start in spring.');
    expect(mail?.text).toContain(`https://earshot.test/p/default/posts/${postId}`);
    expect(raw).toMatch(/^List-Unsubscribe:\s+<https:\/\/earshot\.test\/m\/[^>\s]+>\r$/m);
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(mail?.text?.match(/https:\/\/earshot\.test\/m\//g)).toHaveLength(2);
    const { notices } = (await program.live.get(`/posts/${postId}/notices`)).body.data;
    expect(notices).toHaveLength(2);
    expect(notices[0]).toMatchObject({
      ...{ kind: 'status', postId, changelogId: null, state: 'sent', attempts: 0 },
      ...{ answer: expect.stringMatching(/^250/), user: { email: expect.stringContaining('@example.com') } },
    });
  });

  it('that changes twice is told once, and not at all if the post is back where it was', async () => {
    const postId = await newPost();
    await follow(postId, 'ada@example.com');
    await move(postId, 'planned');
    await after(9 * minute);
    await move(postId, 'in-progress');
    await after(9 * minute);
    expect(server.received).toEqual([]);
    await after(minute);
    expect(subjects()).toEqual([['ada@example.com', 'In progress: Dark mode']]);
    await move(postId, 'planned');
    await move(postId, 'in-progress');
    await after(20 * minute);
    await move(postId, 'planned');
    await move(postId, 'complete', {});
    await after(20 * minute);
    expect(server.received).toHaveLength(1);
  });

  it('is told to no one unless the call says so, and to voters only if it says that', async () => {
    const postId = await newPost();
    await program.live.post(`/posts/${postId}/votes`, { userEmail: 'vera@example.com' });
    for (const given of [{}, { notify: false }, { notify: true }, { notify: { includeVoters: false } }]) {
      await move(postId, 'planned', given);
      await after(20 * minute);
      await move(postId, 'open', {});
    }
    expect(server.received).toEqual([]);
    await move(postId, 'complete', { notify: { includeVoters: true } });
    await after(20 * minute);
    expect(subjects()).toEqual([['vera@example.com', 'Complete: Dark mode']]);
    expect(server.received[0]?.mail.text).toContain('because you voted for');
  });

  it('of an internal post is told if the team asks for it, without a link', async () => {
    const postId = await newPost({ visibility: 'internal' });
    await follow(postId, 'ada@example.com');
    const rehearsed = await move(postId, 'planned', { notify: true, dryRun: true });
    expect(rehearsed.body.data.wouldNotify).toMatchObject({ count: 1, isInternal: true });
    await move(postId, 'planned');
    await after(10 * minute);
    expect(server.received[0]?.mail.text).not.toContain('/posts/');
  });

  it('is not told to those who turned it off, left, have no address or are gone', async () => {
    const postId = await newPost();
    await follow(postId, 'off@example.com', 'left@example.com', 'gone@example.com', 'ada@example.com');
    await program.live.post(`/posts/${postId}/followers`, { userExternalId: 'without-address' });
    const idOf = async (email: string): Promise<string> =>
      (await program.live.get(`/users?filters=email:${email}`)).body.data.users[0].id;
    await program.live.patch(`/users/${await idOf('off@example.com')}/mail`, { statusChanges: false });
    await move(postId, 'planned');
    await program.live.delete(`/users/${await idOf('gone@example.com')}`);
    await program.live.delete(`/posts/${postId}/followers?userEmail=left@example.com`);
    await after(10 * minute);
    expect(subjects()).toEqual([['ada@example.com', 'Planned: Dark mode']]);
  });

  it('is dropped if the post is not public any more when it is due', async () => {
    const postId = await newPost();
    await follow(postId, 'ada@example.com');
    await move(postId, 'planned');
    await program.live.delete(`/posts/${postId}`);
    await after(10 * minute);
    expect(server.received).toEqual([]);
  });

  it('stops for one post with its link, and for all with the other', async () => {
    const [first, second] = [await newPost(), await newPost({ title: 'Light mode' })];
    for (const postId of [first, second]) {
      await follow(postId, 'ada@example.com');
      await move(postId, 'planned');
    }
    await after(10 * minute);
    const links = (text: string | undefined) => text?.match(/\/m\/\S+/g) ?? [];
    const texts = server.received.map(({ mail }) => mail.text);
    const ofPost = links(texts.find((text) => text?.includes('Dark mode')))[0] ?? '';
    expect((await program.app.inject({ method: 'GET', url: ofPost })).body).toContain('about this post');
    await program.app.inject({ method: 'POST', url: ofPost });
    expect((await program.live.get(`/posts/${first}/followers`)).body.data.followers).toEqual([]);
    for (const postId of [first, second]) await move(postId, 'complete');
    await after(10 * minute);
    expect(subjects().at(-1)).toEqual(['ada@example.com', 'Complete: Light mode']);
    const ofAll = links(server.received.at(-1)?.mail.text)[1] ?? '';
    await program.app.inject({ method: 'POST', url: ofAll });
    await move(second, 'closed');
    await after(10 * minute);
    expect(server.received).toHaveLength(3);
    const { notices } = (await program.live.get(`/posts/${second}/notices`)).body.data;
    expect(notices[0]).toMatchObject({ state: 'dropped', answer: 'The recipient gets no such mail.' });
  });

  it('tells a person at most 20 things a day', async () => {
    for (let number = 0; number < 22; number += 1) {
      const postId = await newPost({ title: `Wish ${number}` });
      await follow(postId, 'ada@example.com');
      await move(postId, 'planned');
    }
    await after(10 * minute);
    // Ten leave in a second.
    await after(1000);
    await after(1000);
    expect(server.received).toHaveLength(20);
    const states = await program.database.rows('select state, answer from mails order by finished_at');
    expect(states.slice(20)).toEqual(
      [1, 2].map(() => ({ state: 'dropped', answer: 'They got 20 notices within a day.' })),
    );
  });
});

describe('a status that tells followers', () => {
  const tells = async (...slugs: string[]): Promise<void> => {
    for (const slug of slugs)
      await program.live.patch(`/statuses/${await statusId(slug)}`, { notifyFollowers: true });
  };
  const followedPost = async (given: object = {}): Promise<string> => {
    const postId = await newPost(given);
    await follow(postId, 'ada@example.com');
    return postId;
  };
  /** The ways to move a post without a word about who is told. */
  const moves: [string, (postId: string, statusId: string) => Promise<{ status: number }>][] = [
    ['PATCH', (postId, id) => program.live.patch(`/posts/${postId}`, { statusId: id })],
    ['PATCH with a slug', (postId) => program.live.patch(`/posts/${postId}`, { statusId: 'planned' })],
    ['PATCH by external ID', (_, id) => program.live.patch('/posts/by-external-id/crm-7', { statusId: id })],
    ['PUT', (_, id) => program.live.call('PUT', '/posts/by-external-id/crm-7', { body: { statusId: id } })],
    [
      'a batch',
      (postId, id) =>
        program.live.post('/batch', {
          operations: [{ method: 'PATCH', path: `/posts/${postId}`, body: { statusId: id } }],
        }),
    ],
    [
      'a member',
      async (postId, id) => {
        await (await ownerOf(program)).data('PATCH', `/v1/posts/${postId}`, { statusId: id });
        return { status: 200 };
      },
    ],
  ];

  it.each(moves)('does so after %s', async (_, move) => {
    await tells('planned');
    const postId = await followedPost({ externalId: 'crm-7' });
    expect((await move(postId, await statusId('planned'))).status).toBe(200);
    await after(10 * minute);
    expect(subjects()).toEqual([['ada@example.com', 'Planned: Dark mode']]);
  });

  it('tells no one of another status, a post that is created with it, or one that got it when another was deleted', async () => {
    await tells('planned');
    const postId = await followedPost();
    await program.live.patch(`/posts/${postId}`, { statusId: await statusId('in-progress') });
    await program.live.post('/posts', {
      ...{ title: 'New', visibility: 'public', statusId: await statusId('planned') },
      ...{ authorEmail: 'new@example.com', follow: true },
    });
    await program.live.delete(`/statuses/${await statusId('in-progress')}?moveTo=planned`);
    await after(20 * minute);
    expect(subjects()).toEqual([]);
  });

  it.each([
    ['no one', false, []],
    ['voters, too', { includeVoters: true }, ['ada@example.com', 'vera@example.com']],
  ])('tells %s if the request says so', async (_, notify, told) => {
    await tells('planned');
    const postId = await followedPost();
    await program.live.post(`/posts/${postId}/votes`, { userEmail: 'vera@example.com' });
    await program.live.patch(`/posts/${postId}`, { statusId: 'planned', notify });
    await after(10 * minute);
    expect(
      subjects()
        .map(([to]) => to)
        .sort(),
    ).toEqual(told);
  });

  it('tells no one of an internal post, nor of one that is internal when it is due', async () => {
    await tells('planned');
    const internal = await followedPost({ visibility: 'internal' });
    const hidden = await followedPost({ title: 'Hidden' });
    for (const postId of [internal, hidden])
      await program.live.patch(`/posts/${postId}`, { statusId: 'planned' });
    await program.live.patch(`/posts/${internal}`, { visibility: 'public' });
    await program.live.patch(`/posts/${hidden}`, { visibility: 'internal' });
    await after(20 * minute);
    expect(subjects()).toEqual([]);
    // In one request, it is public first.
    const published = { statusId: 'open', visibility: 'internal' };
    await program.live.patch(`/posts/${internal}`, published);
    await program.live.patch(`/posts/${internal}`, { statusId: 'planned', visibility: 'public' });
    await after(20 * minute);
    expect(subjects()).toEqual([['ada@example.com', 'Planned: Dark mode']]);
  });

  it('waits for the entry that completes the post, and leaves the telling to it', async () => {
    await tells('complete');
    const postId = await followedPost();
    const entry = { title: 'Out', content: 'Now.', linkedPostIds: [postId], completeLinkedPosts: true };
    const { id } = (await program.live.post('/changelogs', entry)).body.data;
    await program.live.post(`/changelogs/${id}/publish`);
    await after(20 * minute);
    expect((await program.live.get(`/posts/${postId}`)).body.data.statusId).toBe(await statusId('complete'));
    expect(subjects()).toEqual([]);
  });

  it.each(['PATCH', 'PUT'])('is rehearsed by %s under a test key, and with dryRun', async (method) => {
    await tells('planned');
    await followedPost({ externalId: 'crm-7' });
    const rows = program.dump();
    for (const [key, given] of [['test', {}] as const, ['live', { dryRun: true }] as const]) {
      const body = { statusId: 'planned', ...given };
      const answer = await program[key].call(method, '/posts/by-external-id/crm-7', { body });
      expect(answer.body.data.wouldNotify, answer.text).toMatchObject({ count: 1 });
    }
    expect(program.dump()).toBe(rows);
  });

  it('needs mail: without it, nothing is queued', async () => {
    const without = await startProgram();
    try {
      const { live } = without;
      const all = (await live.get('/statuses')).body.data.statuses as { id: string; slug: string }[];
      const { id } = all.find(({ slug }) => slug === 'planned') ?? { id: '' };
      await live.patch(`/statuses/${id}`, { notifyFollowers: true });
      const post = (await live.post('/posts', { title: 'Dark mode', visibility: 'public' })).body.data;
      await live.post(`/posts/${post.id}/followers`, { userEmail: 'ada@example.com' });
      expect((await live.patch(`/posts/${post.id}`, { statusId: id })).status).toBe(200);
      expect(await without.database.rows('select id from tellings')).toEqual([]);
    } finally {
      await without.close();
    }
  });

  it('400: whom to tell needs the status that they are told of', async () => {
    const postId = await newPost({ externalId: 'crm-7' });
    for (const key of ['live', 'test'] as const)
      for (const notify of [true, { includeVoters: false }])
        for (const [method, path] of [
          ['PATCH', `/posts/${postId}`],
          ['PUT', '/posts/by-external-id/crm-7'],
        ] as const) {
          const answer = await program[key].call(method, path, { body: { title: 'Night mode', notify } });
          expect([answer.status, answer.body.error.details]).toEqual([
            400,
            [{ field: 'notify', message: answer.body.error.message }],
          ]);
        }
    // No one is told of what is there already, or of nothing.
    const { statusId: current } = (await program.live.get(`/posts/${postId}`)).body.data;
    for (const body of [{ notify: false }, { notify: true, statusId: current }])
      expect((await program.live.patch(`/posts/${postId}`, body)).status).toBe(200);
    expect(await program.database.rows('select id from tellings')).toEqual([]);
  });
});

describe('a changelog entry', () => {
  const newEntry = async (given: object): Promise<string> =>
    (
      await program.live.post('/changelogs', {
        title: 'Dark mode is here',
        content: 'Switch it on.',
        ...given,
      })
    ).body.data.id;
  const publish = (id: string, body: object = {}) => program.live.post(`/changelogs/${id}/publish`, body);

  it('is told once, to everyone who follows a public post of it', async () => {
    const [one, two] = [await newPost(), await newPost({ title: 'Light mode' })];
    const hidden = await newPost({ title: 'Secret', visibility: 'internal' });
    await follow(one, 'ada@example.com', 'both@example.com');
    await follow(two, 'both@example.com', 'bob@example.com');
    await follow(hidden, 'internal@example.com');
    const id = await newEntry({ linkedPostIds: [one, two, hidden] });
    const preview = await publish(id, { notify: true, dryRun: true });
    expect(preview.body.data.wouldNotify).toMatchObject({
      ...{ count: 3, otherVoters: 0, mail: { subject: 'Dark mode is here' } },
    });
    expect(preview.body.data.wouldNotify.mail.html).toContain('Switch it on.');
    expect((await program.live.get(`/changelogs/${id}`)).body.data.state).toBe('draft');
    const published = await publish(id, { notify: true });
    expect([published.status, published.body.data.wouldNotify]).toEqual([200, undefined]);
    await after(0);
    expect(
      subjects()
        .map(([to]) => to)
        .sort(),
    ).toEqual(['ada@example.com', 'bob@example.com', 'both@example.com']);
    for (const { mail } of server.received) expect(mail.text).not.toContain('Secret');
    expect((await publish(id, { notify: true })).status).toBe(409);
    await program.live.patch(`/changelogs/${id}`, { state: 'draft' });
    await follow(one, 'new@example.com');
    await publish(id, { notify: true });
    await after(0);
    expect(subjects().slice(3)).toEqual([['new@example.com', 'Dark mode is here']]);
    const { notices } = (await program.live.get(`/changelogs/${id}/notices`)).body.data;
    expect(notices).toHaveLength(4);
    expect((await program.live.get(`/posts/${one}/notices`)).body.data.notices).toEqual(notices);
  });

  it('is told to no one twice, also when who was told is not known any more', async () => {
    const postId = await newPost();
    await follow(postId, 'ada@example.com');
    const id = await newEntry({ linkedPostIds: [postId] });
    await publish(id, { notify: true });
    await after(0);
    const { store } = program.engines;
    for (const day of [364, 367]) {
      await after((day === 364 ? 364 : 3) * 24 * 60 * minute);
      const before = program.clock.now() - noticesKeptMs;
      await store.transaction((write) =>
        write.mails.forgetBefore(program.workspaceId, { asked: before, notice: before }),
      );
      await follow(postId, `day-${day}@example.com`);
      await program.live.patch(`/changelogs/${id}`, { state: 'draft' });
      await publish(id, { notify: true });
      await after(0);
    }
    expect(await program.database.rows('select id from mails')).toHaveLength(1);
    expect(subjects().map(([to]) => to)).toEqual(['ada@example.com', 'day-364@example.com']);
  });

  it('is told to those who subscribe to the changelog, whatever they follow, until they end that', async () => {
    const { id: userId } = (await program.live.post('/users', { email: 'sub@example.com' })).body.data;
    await program.live.patch(`/users/${userId}/mail`, { allEntries: true, changelog: false });
    await publish(await newEntry({}), { notify: true });
    await after(0);
    expect(subjects()).toEqual([['sub@example.com', 'Dark mode is here']]);
    const text = server.received[0]?.mail.text ?? '';
    expect(text).toContain('because you subscribed to the changelog of Acme Ideas');
    const [url = ''] = text.match(/\/m\/\S+/) ?? [];
    const settings = () => program.live.get(`/users/${userId}/mail`);
    const before = (await settings()).headers.etag;
    expect((await program.app.inject({ method: 'POST', url })).statusCode).toBe(200);
    expect((await settings()).body.data.allEntries).toBe(false);
    expect((await settings()).headers.etag).not.toBe(before);
    await publish(await newEntry({ title: 'More' }), { notify: true });
    await after(0);
    expect(server.received).toHaveLength(1);
  });

  it('takes the place of a new status of the same post, before and after', async () => {
    const postId = await newPost();
    await follow(postId, 'ada@example.com');
    await program.live.patch(`/posts/${postId}`, { statusId: await statusId('in-progress'), notify: true });
    const id = await newEntry({ linkedPostIds: [postId], completeLinkedPosts: true });
    await publish(id, { notify: true });
    await program.live.patch(`/posts/${postId}`, { statusId: await statusId('closed'), notify: true });
    await after(30 * minute);
    expect(subjects()).toEqual([['ada@example.com', 'Dark mode is here']]);
  });

  it('on schedule tells whom it was to tell when it was scheduled', async () => {
    const postId = await newPost();
    await follow(postId, 'ada@example.com');
    const publishedAt = new Date(program.clock.now() + 60 * minute).toISOString();
    const scheduled = { state: 'scheduled', publishedAt, linkedPostIds: [postId] };
    await newEntry({ ...scheduled, notify: true });
    await newEntry({ ...scheduled, title: 'Quietly' });
    program.clock.advance(60 * minute);
    program.publishing.start();
    program.publishing.wake();
    await program.publishing.idle();
    await after(0);
    expect(subjects()).toEqual([['ada@example.com', 'Dark mode is here']]);
  });

  it('is told to no one by a change that does not say so', async () => {
    const postId = await newPost();
    await follow(postId, 'ada@example.com');
    const id = await newEntry({ linkedPostIds: [postId], notify: true });
    await program.live.patch(`/changelogs/${id}`, { state: 'published' });
    await after(minute);
    expect(server.received).toEqual([]);
    const late = await program.live.patch(`/changelogs/${id}`, { notify: true });
    expect([late.status, late.body.error.details[0].field]).toEqual([400, 'notify']);
  });
});

describe('under a test key', () => {
  it('no one is told, and the answer says who would be', async () => {
    const postId = await newPost();
    await follow(postId, 'ada@example.com');
    await program.live.post(`/posts/${postId}/votes`, { userEmail: 'vera@example.com' });
    const rows = program.dump();
    const answer = await program.test.patch(`/posts/${postId}`, {
      statusId: await statusId('planned'),
      notify: true,
    });
    expect(answer.body.data.wouldNotify).toMatchObject({
      ...{ count: 1, otherVoters: 1, sample: [{ email: 'ada@example.com' }] },
      mail: { subject: 'Planned: Dark mode' },
    });
    expect(program.dump()).toBe(rows);
    await after(30 * minute);
    expect(server.received).toEqual([]);
  });

  it('a dry run is impossible in a batch', async () => {
    const postId = await newPost();
    const operations = [{ method: 'PATCH', path: `/posts/${postId}`, body: { dryRun: true } }];
    const [{ status, body }] = (await program.live.post('/batch', { operations })).body.data.results;
    expect([status, body.error.details[0].field]).toEqual([400, 'dryRun']);
  });
});

describe('the answer of the team', () => {
  it('is told to followers without a wait, and is dropped if it was taken back', async () => {
    const postId = await newPost();
    await follow(postId, 'ada@example.com');
    const owner = await ownerOf(program);
    const say = async (content: string): Promise<string> =>
      (await owner.data('POST', `/v1/posts/${postId}/comments`, { content })).id;
    const pin = (id: string, isAnswer: boolean) => owner.data('PATCH', `/v1/comments/${id}`, { isAnswer });
    await pin(await say('We ship it in May.'), true);
    await after(0);
    expect(subjects()).toEqual([['ada@example.com', 'An answer to: Dark mode']]);
    expect(server.received[0]?.mail.text).toContain('> We ship it in May.');
    const id = await say('Sorry, in June.');
    server.behave({
      onRecipient() {
        throw refusal(450, '4.2.0 Greylisted');
      },
    });
    await pin(id, true);
    await after(0);
    await pin(id, false);
    server.behave({});
    await after(10_000);
    expect(server.received).toHaveLength(1);
    const { notices } = (await program.live.get(`/posts/${postId}/notices`)).body.data;
    expect(notices[0]).toMatchObject({
      kind: 'answer',
      state: 'dropped',
      answer: 'The answer was taken back.',
    });
  });
});

describe('a reply', () => {
  const comment = async (postId: string, given: object): Promise<string> =>
    (await program.live.post(`/posts/${postId}/comments`, given)).body.data.id;

  it('is told to whoever wrote the comment, if they follow the post and did not write it', async () => {
    const postId = await newPost();
    const ada = { authorEmail: 'ada@example.com' };
    const parentId = await comment(postId, { content: 'Please!', ...ada, follow: true });
    const others = await comment(postId, { content: 'Me too', authorEmail: 'bob@example.com' });
    const backDated = { createdAt: '2020-01-01T00:00:00Z' };
    await comment(postId, { content: 'Mine', parentId, ...ada });
    await comment(postId, { content: 'Hi Bob', parentId: others });
    await comment(postId, { content: 'A note', parentId, isPrivate: true });
    await comment(postId, { content: 'Old', parentId, ...backDated });
    await comment(postId, { content: 'See https://evil.example/x now', parentId });
    await after(0);
    expect(subjects()).toEqual([['ada@example.com', 'A reply to your comment: Dark mode']]);
    expect(server.received[0]?.mail.text).toContain('> See [link] now');
  });

  it('of a visitor is told two minutes after it was written, or once the team lets it through', async () => {
    const settle = (moderation: string) => program.live.patch('/site', { moderation });
    const postId = await newPost();
    const said = { content: 'Please!', authorEmail: 'ada@example.com', follow: true };
    const parentId = await comment(postId, said);
    const bob = visitorAt(program, 'https://earshot.test');
    await arrive(bob, program, { externalId: 'bob', email: 'bob@example.com' });
    const reply = (text: string) => bob.send(`/posts/${postId}/comments`, { text, parentId });
    const texts = () => server.received.map(({ mail }) => /^> (.*)$/m.exec(mail.text ?? '')?.[1]);
    await settle('none');
    await reply('One, see www.evil.example');
    await after(2 * minute - 1);
    expect(texts()).toEqual([]);
    await after(1);
    expect(texts()).toEqual(['One, see [link]']);
    const taken = (await reply('Two')).to.split('#').at(-1);
    await program.live.delete(`/comments/${taken}`);
    await settle('all');
    await reply('Three');
    await after(minute);
    const approve = async (): Promise<void> => {
      const { submissions } = (await program.live.get('/submissions?filters=state:waiting')).body.data;
      expect((await program.live.post(`/submissions/${submissions[0].id}/approve`)).status).toBe(200);
    };
    await approve();
    await after(minute - 1);
    expect(texts()).toHaveLength(1);
    await after(1);
    expect(texts().slice(1)).toEqual(['Three']);
    await reply('Four');
    await after(10 * minute);
    await approve();
    await after(0);
    expect(texts().slice(2)).toEqual(['Four']);
  });
});

describe('without mail', () => {
  it('nothing is queued, and no one hears later', async () => {
    const other = await startProgram();
    const { live } = other;
    const postId = (await live.post('/posts', { title: 'Dark mode', visibility: 'public' })).body.data.id;
    await live.post(`/posts/${postId}/followers`, { userEmail: 'ada@example.com' });
    const { statuses } = (await live.get('/statuses')).body.data;
    expect((await live.patch(`/posts/${postId}`, { statusId: statuses[2].id, notify: true })).status).toBe(
      200,
    );
    for (const table of ['tellings', 'mails'])
      expect(await other.database.rows(`select id from ${table}`)).toEqual([]);
    await other.close();
  });
});

it('notices of another workspace are not there', async () => {
  const [postId, other] = [await newPost(), program.stranger];
  const entry = (await program.live.post('/changelogs', { title: 'Here' })).body.data.id;
  for (const path of [`/posts/${postId}/notices`, `/changelogs/${entry}/notices`])
    expect((await other.get(path)).status).toBe(404);
  expect((await other.post(`/changelogs/${entry}/publish`, {})).status).toBe(404);
});
