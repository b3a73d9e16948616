// What visitors do with the forms of the pages, without the script and with what it sends.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../support/program.ts';
import { arrive, type Visitor, visitorAt } from './visitors.ts';
import { created, open, publish, visit } from './world.ts';

const origin = 'https://acme.test';
const site = '/p/default';

let program: TestProgram;
const ids: Record<string, string> = {};

beforeAll(async () => {
  program = await startProgram({ publicUrl: origin });
  for (const title of ['Dark mode', 'Export as PDF', 'Internal'])
    ids[title] = await created(program, '/posts', { title, importedVotes: 127 });
  for (const title of ['Dark mode', 'Export as PDF']) await publish(program, ids[title] ?? '');
  await open(program, { name: 'Acme', signInUrl: 'https://app.acme.test/feedback', moderation: 'none' });
});
afterAll(() => program.close());

const browser = (): Visitor => visitorAt(program, origin);
let people = 0;
/** A new person, signed in. */
const person = async (fields: object = {}, mode: 'live' | 'test' = 'live'): Promise<Visitor> => {
  const visitor = browser();
  people += 1;
  await arrive(
    visitor,
    program,
    { externalId: `person-${people}`, name: `Person ${people}`, ...fields },
    mode,
  );
  return visitor;
};
const votesOf = async (id: string | undefined): Promise<number> =>
  (await program.live.get(`/posts/${id}`)).body.data.votesCount;
const dark = () => `/posts/${ids['Dark mode']}`;

describe('a vote', () => {
  it('counts with one tap, and goes with another, by a form that leads back to its page', async () => {
    const zoe = await person();
    const list = await zoe.get('?sort=new');
    expect(list.text).toContain('aria-pressed="false" aria-label="Vote, 127 votes"');
    expect(list.text).toContain('name="returnTo" value="/?sort=new"');
    const voted = await zoe.send(`${dark()}/vote`, { vote: '1', returnTo: '/?sort=new' });
    expect([voted.status, voted.to]).toEqual([303, `?sort=new#${ids['Dark mode']}`]);
    expect(voted.headers['cache-control']).toBe('no-store');
    expect(await votesOf(ids['Dark mode'])).toBe(128);
    const page = await zoe.get(dark());
    expect(page.text).toContain('value="0" aria-pressed="true" aria-label="Vote, 128 votes"');
    expect(page.text).toContain('You and 127 others want this.');
    await zoe.send(`${dark()}/vote?lang=de`, { vote: '0', returnTo: '//evil.test' });
    expect(await votesOf(ids['Dark mode'])).toBe(127);
  });

  it('is answered for the script, in the language of the page', async () => {
    const zoe = await person();
    const { status, headers, body } = await zoe.ask(`${dark()}/vote?lang=de`, { vote: '1' });
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'");
    expect(body.vote).toEqual({
      voted: true,
      votesCount: 128,
      label: 'Abstimmen, 128 Stimmen',
      noun: 'Stimmen',
    });
    const near = JSON.parse((await zoe.get('/similar.json?q=dark')).text);
    expect(near.posts[0]).toMatchObject({ id: ids['Dark mode'], voted: true, votesCount: 128 });
    expect((await zoe.ask(`${dark()}/vote`, { vote: '0' })).body.vote).toMatchObject({ voted: false });
  });

  it('of someone who is not known waits in their browser, and counts when they sign in', async () => {
    const visitor = browser();
    const before = program.dump();
    const held = await visitor.send(`${dark()}/vote`, { vote: '1', returnTo: '/' });
    expect([held.status, held.to]).toEqual([303, `/sign-in?returnTo=${encodeURIComponent(dark())}`]);
    expect(visitor.cookie).toMatch(/^__Host-earshot-held-/);
    // Nothing is stored until then.
    expect(program.dump()).toBe(before);
    const asked = await visitor.ask(`${dark()}/vote`, { vote: '1' });
    expect(asked.body).toEqual({
      vote: { voted: true, votesCount: 128, label: 'Vote, 128 votes', noun: 'votes' },
      notice: {
        text: 'Sign in to Acme so that your vote counts.',
        url: `${site}/sign-in?returnTo=${encodeURIComponent(dark())}`,
        label: 'Sign in',
      },
    });
    await arrive(visitor, program, { externalId: 'held', name: 'Held' });
    expect(await votesOf(ids['Dark mode'])).toBe(128);
    expect(visitor.cookie).not.toContain('held');
    expect((await visitor.get(dark())).text).toContain('aria-pressed="true"');
    await visitor.send(`${dark()}/vote`, { vote: '0' });
  });

  it('taken back before signing in is forgotten', async () => {
    const visitor = browser();
    await visitor.send(`${dark()}/vote`, { vote: '1' });
    expect((await visitor.ask(`${dark()}/vote`, { vote: '0' })).body).toMatchObject({
      vote: { voted: false },
    });
    expect(visitor.cookie).toBe('');
  });

  it('says who can vote if there is no page to sign in at', async () => {
    await program.live.patch('/site', { signInUrl: null });
    const visitor = browser();
    expect((await visitor.ask(`${dark()}/vote`, { vote: '1' })).body).toEqual({
      vote: { voted: false, votesCount: 127, label: 'Vote, 127 votes', noun: 'votes' },
      notice: { text: 'To vote, open this page from your account at Acme.' },
    });
    expect(visitor.cookie).toBe('');
    expect((await visitor.get(dark())).text).toContain(
      'To post or comment, open this page from your account at Acme.',
    );
    await program.live.patch('/site', { signInUrl: 'https://app.acme.test/feedback' });
  });
});

describe('a form', () => {
  it('for what is not there has the answer of a page that is not there (threats 6)', async () => {
    const expected = await visit(program, '/p/nobody');
    const zoe = await person();
    for (const visitor of [zoe, browser()])
      for (const id of [ids.Internal, 'post_01kg0000000000000000000000'])
        for (const send of [
          visitor.send,
          (path: string) => visitor.send(path, {}, { accept: 'application/json' }),
        ]) {
          const { to: _to, ...answer } = await send(`/posts/${id}/vote`, { vote: '1' });
          expect(answer).toEqual(expected);
        }
    const { to: _to, ...elsewhere } = await zoe.send('/../elsewhere/posts', { title: 'x' });
    expect(elsewhere).toEqual(expected);
  });

  it('of another origin is refused (threats 4)', async () => {
    const zoe = await person();
    for (const headers of [{ origin: 'https://evil.test' }, { origin: 'null' }]) {
      const { status } = await zoe.send(`${dark()}/vote`, { vote: '1' }, headers);
      expect(status).toBe(403);
    }
    expect(await votesOf(ids['Dark mode'])).toBe(127);
  });

  it('leads someone who is not known to signing in, and back', async () => {
    const visitor = browser();
    const sent = await visitor.send(`${dark()}/comments`, { text: 'Hello' });
    expect([sent.status, sent.to]).toEqual([303, `/sign-in?returnTo=${encodeURIComponent(dark())}`]);
    expect((await visitor.ask('/posts', { title: 'Hello' })).status).toBe(401);
    const mine = await visitor.get('/mine');
    expect([mine.status, mine.to]).toEqual([302, '/sign-in?returnTo=%2Fmine']);
  });
});

it('tells no one else what is on a site for those who have signed in (threats 11, 13)', async () => {
  await program.live.patch('/site', { visibility: 'signed_in' });
  for (const visitor of [browser(), await person({}, 'test')])
    for (const id of [ids['Dark mode'], ids.Internal]) {
      const sent = await visitor.send(`/posts/${id}/vote`, { vote: '1' });
      expect([sent.status, sent.to]).toEqual([303, `/sign-in?returnTo=%2Fposts%2F${id}`]);
      expect((await visitor.ask(`/posts/${id}/vote`, { vote: '1' })).status).toBe(401);
      expect((await visitor.get('/similar.json?q=dark')).status).toBe(401);
      expect((await visitor.get('/posts/new?title=dark')).status).toBe(302);
    }
  const zoe = await person();
  expect((await zoe.ask(`${dark()}/vote`, { vote: '0' })).body.vote).toMatchObject({ voted: false });
  await program.live.patch('/site', { visibility: 'public' });
});

describe('posts and comments', () => {
  it('are published, edited, answered and deleted by their author', async () => {
    const ann = await person({ name: 'Ann' });
    const posted = await ann.send('/posts', { title: 'A <b>calendar</b>', text: 'With **weeks**.' });
    expect(posted.status).toBe(303);
    const path = posted.to;
    const page = await ann.get(path);
    expect(page.text).toContain('<p>With <strong>weeks</strong>.</p>');
    expect(page.text).toContain('A &lt;b&gt;calendar&lt;/b&gt;');
    expect(page.text).toContain(`action="${site}${path}/edit"`);
    const commented = await ann.send(`${path}/comments`, { text: 'And months.' });
    const commentId = commented.to.split('#')[1];
    expect((await ann.get(path)).text).toContain(`action="${site}/comments/${commentId}/edit"`);
    await ann.send(`/comments/${commentId}/edit`, { text: 'And years.' });
    await ann.send(`${path}/edit`, { title: 'A calendar', text: 'With weeks.' });
    const zoe = await person();
    const seen = (await zoe.get(path)).text;
    expect(seen).toContain('And years.');
    expect(seen).toContain('<h1 dir="auto">A calendar</h1>');
    expect(seen).not.toContain('/edit"');
    await zoe.send(`${path}/comments`, { text: 'Yes!', parentId: commentId ?? '' });
    // Others took part: the title stays.
    expect((await ann.get(path)).text).toContain('so the title can’t be changed');
    const refused = await ann.send(`${path}/edit`, { title: 'Something else', text: '' });
    expect([refused.status, refused.text.includes('Go back and try again')]).toEqual([409, true]);
    await ann.send(`/comments/${commentId}/delete`, { returnTo: path });
    await ann.send(`${path}/delete`);
    expect((await ann.get(path)).text).not.toContain(`${path}/edit`);
    expect((await program.live.get(path)).body.data.author.name).not.toBe('Ann');
  });

  it('come back with a reason and the text if they are not taken', async () => {
    const ann = await person();
    const empty = await ann.send('/posts?lang=de', { title: ' ', text: 'My <i>text</i>' });
    expect(empty.status).toBe(400);
    expect(empty.text).toContain('Der Titel muss 1 bis 200 Zeichen haben.');
    expect(empty.text).toContain('My &lt;i&gt;text&lt;/i&gt;</textarea>');
    for (let count = 0; count < 10; count += 1)
      await ann.send(`${dark()}/comments`, { text: `Comment ${count}` });
    const limited = await ann.send(`${dark()}/comments`, { text: 'One too many' });
    expect([limited.status, Number(limited.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(limited.text).toContain('One too many</textarea>');
    expect(limited.text).toContain('Try again later');
  });

  it('may be as long in every language, and no longer', async () => {
    const ann = await person();
    for (const character of ['a', '我', 'ก']) {
      const title = character.repeat(200);
      const sent = await ann.send('/posts', { title, text: character.repeat(10_000) });
      expect([sent.status, sent.to]).toEqual([303, expect.stringMatching(/^\/posts\/post_/)]);
      expect((await ann.send('/posts', { title, text: character.repeat(10_001) })).status).toBe(400);
      program.clock.advance(3_600_000);
    }
    expect((await ann.send('/posts', { title: 'a', text: 'a'.repeat(132_000) })).status).toBe(413);
  });

  it('that wait are seen by their author, marked, and by no one else (threats 20)', async () => {
    await program.live.patch('/site', { moderation: 'all' });
    const ann = await person({ name: 'Ann' });
    const posted = await ann.send('/posts', { title: 'A waiting idea', text: 'Please.' });
    expect(posted.to).toMatch(/^\/mine#sub_/);
    const commented = await ann.send(`${dark()}/comments`, { text: 'A waiting comment' });
    expect(commented.to).toMatch(/#sub_/);
    expect((await ann.get('/mine')).text).toMatch(/Waiting for review.*A waiting comment.*A waiting idea/s);
    expect((await ann.get(dark())).text).toMatch(/Waiting for review.*A waiting comment/s);
    const zoe = await person();
    for (const visitor of [zoe, browser()])
      for (const path of ['', '?q=waiting', dark(), '/feed.xml', `${dark()}.json`, '/similar.json?q=waiting'])
        expect((await visitor.get(path)).text).not.toMatch(/A waiting|Waiting for review/);
    const id = posted.to.split('#')[1] ?? '';
    const other = await zoe.send(`/submissions/${id}/withdraw`);
    expect(other.status).toBe(404);
    await ann.send(`/submissions/${id}/withdraw`);
    expect((await ann.get('/mine')).text).not.toContain('A waiting idea');
    await program.live.patch('/site', { moderation: 'none' });
  });

  it('are reported to the team', async () => {
    const zoe = await person();
    const sent = await zoe.send(`${dark()}/report`, { reason: 'This is an advertisement.' });
    expect([sent.status, sent.text.includes('The team will look at it.')]).toEqual([200, true]);
    expect(program.dump()).toContain('This is an advertisement.');
  });
});

describe('pages', () => {
  it('of someone who is signed in are theirs: never kept, never shared, never in a frame (threats 5, 7)', async () => {
    await program.live.patch('/site', { frameOrigins: ['https://app.acme.test'] });
    const shared = await visit(program, site);
    const zoe = await person({ name: 'Zoe <b>Rossi' });
    for (const path of [
      '',
      dark(),
      '/roadmap',
      '/changelog',
      '/mine',
      '/posts/new',
      '/similar.json?q=dark',
    ]) {
      const { status, headers } = await zoe.get(path);
      expect([path, status, headers['cache-control']]).toEqual([path, 200, 'no-store']);
      expect(headers.etag).toBeUndefined();
      if (path.includes('.json')) continue;
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-frame-options']).toBe('DENY');
    }
    expect((await zoe.get('')).text).toContain('Zoe &lt;b&gt;Rossi');
    expect(await visit(program, site)).toEqual(shared);
    expect(shared.headers['content-security-policy']).toContain('frame-ancestors https://app.acme.test');
    await program.live.patch('/site', { frameOrigins: [] });
  });

  it('in a frame are those of a stranger, whose forms do nothing (threats 5)', async () => {
    await program.live.patch('/site', { frameOrigins: ['https://app.acme.test'] });
    const zoe = await person({ name: 'Zoe Rossi' });
    for (const dest of ['iframe', 'frame']) {
      const framed = { 'sec-fetch-dest': dest };
      const page = await zoe.get(dark(), framed);
      expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(page.text).not.toContain('Zoe Rossi');
      expect(page.headers['content-security-policy']).toContain('frame-ancestors https://app.acme.test');
      expect((await zoe.get('/mine', framed)).to).toBe('/sign-in?returnTo=%2Fmine');
      const before = program.dump();
      for (const path of ['/mine/delete', `${dark()}/comments`, `${dark()}/vote`])
        expect((await zoe.send(path, { text: 'Hello', vote: '1' }, framed)).to).toMatch(/^\/sign-in/);
      expect(program.dump()).toBe(before);
    }
    expect((await zoe.get('')).text).toContain('Zoe Rossi');
    await program.live.patch('/site', { frameOrigins: [] });
  });

  it('show what they sent and voted for, and delete it', async () => {
    const zoe = await person({ externalId: 'zoe' });
    await zoe.send(`/posts/${ids['Export as PDF']}/vote`, { vote: '1' });
    await zoe.send('/posts', { title: 'A sound' });
    await created(program, '/posts', { title: 'Written in her name', authorExternalId: 'zoe' });
    const { text } = await zoe.get('/mine');
    expect(text).toContain('A sound');
    expect(text).toContain('Export as PDF');
    expect(text).not.toContain('Written in her name');
    const left = await zoe.send('/mine/delete');
    expect(left.status).toBe(303);
    expect(zoe.cookie).toBe('');
    expect((await program.live.get('/users?externalId=zoe')).text).not.toContain('"zoe"');
  });
});

it('rehearses: everything answers, a banner says so, and nothing is saved (threats 13)', async () => {
  const before = program.dump();
  const visitor = await person({}, 'test');
  expect((await visitor.get('')).text).toContain('Rehearsal: everything works, and nothing is saved.');
  expect((await visitor.ask(`${dark()}/vote`, { vote: '1' })).body.vote).toMatchObject({
    voted: true,
    votesCount: 128,
  });
  expect((await visitor.send('/posts', { title: 'Rehearsed' })).status).toBe(303);
  expect((await visitor.send(`${dark()}/comments`, { text: 'Rehearsed' })).status).toBe(303);
  expect((await visitor.get('/mine')).text).toContain('Nothing yet.');
  expect(program.dump()).toBe(before);
});

it('takes posts without signing in only if the site says so, for the team, and none of a program', async () => {
  const visitor = browser();
  expect((await visitor.send('/posts', { title: 'Anonymous idea' })).to).toMatch(/^\/sign-in/);
  await program.live.patch('/site', { anonymousPosts: true });
  const form = (await visitor.get('/posts/new')).text;
  expect(form).toContain('name="website"');
  const sent = await visitor.send('/posts', { title: 'Anonymous idea', text: '', website: '' });
  expect([sent.status, sent.text.includes('before it appears')]).toEqual([200, true]);
  const trapped = await visitor.send('/posts', { title: 'Spam', text: '', website: 'https://spam.test' });
  expect(trapped.text).toBe(sent.text);
  expect(program.dump()).toContain('Anonymous idea');
  expect(program.dump()).not.toContain('Spam');
  expect((await visit(program, site)).text).not.toContain('Anonymous idea');
  await program.live.patch('/site', { anonymousPosts: false });
});
