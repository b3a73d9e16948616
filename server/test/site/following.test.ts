// Following on the public site: who can, what is stored, and what the pages say of mail.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressHash, newMailKey, userHash } from '../../src/domain/mail/suppression.ts';
import { unreachableMail } from '../support/network/mail-server.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { workerDeps } from '../support/worker-deps.ts';
import { arrive, type Visitor, visitorAt } from './visitors.ts';
import { created, open, publish } from './world.ts';

const origin = 'https://acme.test';

let program: TestProgram;
let dark: string;
let secret: string;

beforeAll(async () => {
  program = await startProgram({ publicUrl: origin, environment: unreachableMail });
  dark = await created(program, '/posts', { title: 'Dark mode' });
  secret = await created(program, '/posts', { title: 'Secret plan' });
  await publish(program, dark);
  await open(program, { name: 'Acme', moderation: 'none' });
});
afterAll(() => program.close());

let people = 0;
interface Person {
  browser: Visitor;
  id: string;
  email: string;
}
/** Someone new who has signed in, with an address unless it is null. */
async function person(fields: { email?: null } = {}, at = program): Promise<Person> {
  people += 1;
  const [externalId, email] = [`person-${people}`, `person-${people}@example.com`];
  const browser = visitorAt(at, origin);
  await arrive(browser, at, { externalId, name: `Person ${people}`, email, ...fields });
  const found = await at.live.get(`/users?filters=externalId:${externalId}`);
  return { browser, id: found.body.data.users[0].id, email };
}
const followed = async ({ id }: Pick<Person, 'id'>): Promise<string[]> =>
  (await program.live.get(`/users/${id}/following`)).body.data.following.map(
    ({ postId }: { postId: string }) => postId,
  );
const button = (text: string): string | undefined =>
  /name="follow" value="(.)" aria-label="([^"]*)">([^<]*)</.exec(text)?.slice(1).join(' | ');

describe('following a post', () => {
  it('takes one form, and is taken back by the next; repeating it changes nothing', async () => {
    const ann = await person();
    expect(button((await ann.browser.get(`/posts/${dark}`)).text)).toBe('1 | Follow | Follow');
    const done = await ann.browser.send(`/posts/${dark}/follow`, { follow: '1', returnTo: `/posts/${dark}` });
    expect([done.status, done.to, done.headers['cache-control']]).toEqual([
      303,
      `/posts/${dark}`,
      'no-store',
    ]);
    const stored = program.dump();
    await ann.browser.send(`/posts/${dark}/follow`, { follow: '1' });
    expect(program.dump()).toBe(stored);
    expect(await followed(ann)).toEqual([dark]);
    const { followers } = (await program.live.get(`/posts/${dark}/followers`)).body.data;
    expect(followers).toMatchObject([{ user: { id: ann.id }, source: 'visitor' }]);
    const { entries } = (await program.live.get(`/audit-log?filters=objectId:${dark}`)).body.data;
    expect(entries[0]).toMatchObject({
      action: 'post.followers_added',
      actor: { type: 'visitor', id: ann.id },
    });
    expect(button((await ann.browser.get(`/posts/${dark}`)).text)).toBe(
      '0 | Following. Unfollow | Following',
    );
    await ann.browser.send(`/posts/${dark}/follow`, { follow: '0' });
    expect(await followed(ann)).toEqual([]);
  });

  it('is answered for the script, in the language of the page', async () => {
    const ann = await person();
    const on = await ann.browser.ask(`/posts/${dark}/follow?lang=de`, { follow: '1' });
    expect(on.body).toMatchObject({
      follow: {
        url: `/p/default/posts/${dark}/follow?lang=de`,
        ...{ following: true, label: 'Sie folgen', name: 'Sie folgen. Nicht mehr folgen' },
      },
    });
    const off = await ann.browser.ask(`/posts/${dark}/follow`, { follow: '0' });
    expect(off.body).toMatchObject({ follow: { following: false, label: 'Follow', name: 'Follow' } });
  });

  it('changes no public page: no one sees who follows, nor how many', async () => {
    const stranger = visitorAt(program, origin);
    const [ann, bob] = [await person(), await person()];
    const pages = ['', `/posts/${dark}`, `/posts/${dark}.json`, `/posts/${dark}.md`, '/sitemap.xml'];
    const read = async (browser: Visitor) =>
      Promise.all(pages.map(async (page) => Object.values(await browser.get(page))));
    const before = [await read(stranger), await read(bob.browser)];
    await ann.browser.send(`/posts/${dark}/follow`, { follow: '1' });
    expect([await read(stranger), await read(bob.browser)]).toEqual(before);
  });

  it('leads strangers to the sign-in page, and stores nothing', async () => {
    const stranger = visitorAt(program, origin);
    const page = await stranger.get(`/posts/${dark}`);
    const to = `/sign-in?returnTo=${encodeURIComponent(`/posts/${dark}`)}`;
    expect(page.text).toContain(`<a class="btn quiet" href="/p/default${to}" rel="nofollow">Follow</a>`);
    const before = program.dump();
    const sent = await stranger.send(`/posts/${dark}/follow`, { follow: '1' });
    expect([sent.status, sent.to]).toEqual([303, to]);
    expect((await stranger.ask(`/posts/${dark}/follow`, { follow: '1' })).body).toMatchObject({
      error: { code: 'UNAUTHORIZED' },
      url: `/p/default${to}`,
    });
    expect(program.dump()).toBe(before);
  });

  it('is refused for an internal post as for one that never was, and to people who are banned', async () => {
    const ann = await person();
    const unknown = await ann.browser.send('/posts/post_01jz3k8n5yegs9t2w6qv4m7r8c/follow', { follow: '1' });
    const internal = await ann.browser.send(`/posts/${secret}/follow`, { follow: '1' });
    expect([unknown.status, { ...internal }]).toEqual([404, { ...unknown }]);
    const foreign = await ann.browser.send(
      `/posts/${dark}/follow`,
      { follow: '1' },
      { origin: 'https://evil.test' },
    );
    expect(foreign.status).toBe(403);
    expect(await followed(ann)).toEqual([]);
    await program.live.call('PUT', `/users/${ann.id}/ban`, { body: {} });
    expect((await ann.browser.send(`/posts/${dark}/follow`, { follow: '1' })).to).toContain('/sign-in');
  });

  it('exists for no one without an address, nor where mail is not set up', async () => {
    const nameless = await person({ email: null });
    const without = await startProgram({ publicUrl: origin });
    try {
      const post = await created(without, '/posts', { title: 'Dark mode' });
      await publish(without, post);
      await open(without, { signInUrl: 'https://app.acme.test/feedback' });
      for (const [{ browser }, id] of [
        [nameless, dark],
        [await person({}, without), post],
      ] as const) {
        for (const path of [`/posts/${id}`, '/mine', '', '/changelog', '/posts/new'])
          expect((await browser.get(path)).text).not.toMatch(/\b[Ff]ollow|\bmail\b/);
        expect((await browser.send(`/posts/${id}/follow`, { follow: '1' })).status).toBe(404);
        expect((await browser.send(`/posts/${id}/follow`, { follow: '0' })).status).toBe(303);
      }
      const page = await visitorAt(without, origin).get(`/posts/${post}`);
      expect(page.text).not.toMatch(/\b[Ff]ollow|\bmail\b/);
      expect(await without.database.rows('select * from followers')).toEqual([]);
    } finally {
      await without.close();
    }
    expect(await followed(nameless)).toEqual([]);
  });

  it('works in a rehearsal, and stores nothing (threats 13)', async () => {
    const tester = visitorAt(program, origin);
    await arrive(tester, program, { externalId: 'made-up', name: 'Made Up' }, 'test');
    const before = program.dump();
    expect(button((await tester.get(`/posts/${dark}`)).text)).toBe('1 | Follow | Follow');
    expect((await tester.ask(`/posts/${dark}/follow`, { follow: '1' })).body).toMatchObject({
      follow: { following: true },
    });
    expect(program.dump()).toBe(before);
  });

  it('promises nothing to an address that takes no mail', async () => {
    const [ann, bob] = [await person(), await person()];
    const { store } = workerDeps(program)();
    const suppress = (scope: 'all' | 'notices', hashOf: (key: string) => string) =>
      store.transaction(async (write) => {
        const key = await write.suppressions.ensureKey(program.workspaceId, newMailKey());
        await write.suppressions.add(program.workspaceId, {
          ...{ id: `supp_${people}_${scope}`, hash: hashOf(key), scope, reason: 'left', address: null },
          isImported: false,
          createdAt: program.clock.now(),
        });
      });
    await suppress('all', (key) => addressHash(key, ann.email));
    await suppress('notices', (key) => userHash(key, bob.id));
    for (const { browser } of [ann, bob])
      expect((await browser.get(`/posts/${dark}`)).text).not.toMatch(/\b[Ff]ollow|\bmail\b/);
    expect((await ann.browser.get('/mine')).text).not.toContain('What I follow');
    expect((await bob.browser.get('/mine')).text).toContain('What I follow');
  });
});

describe('taking part', () => {
  const tick = /<label class="tick"><input type="checkbox" name="follow" value="1"( checked)?>/;
  const newPost = (title: string) => created(program, '/posts', { title, visibility: 'public' });
  const settle = (settings: object) => open(program, { moderation: 'none', followOnVote: true, ...settings });
  const followers = async (id: string): Promise<string[]> =>
    (await program.live.get(`/posts/${id}/followers`)).body.data.followers.map(
      ({ user }: { user: { id: string } }) => user.id,
    );

  it('with a vote follows, says so, and one tap takes either back', async () => {
    const [ann, post] = [await person(), await newPost('With a vote')];
    const voted = await ann.browser.ask(`/posts/${post}/vote`, { vote: '1' });
    const url = `/p/default/posts/${post}/follow`;
    expect(voted.body).toMatchObject({
      vote: { voted: true },
      follow: { url, following: true, label: 'Following' },
      notice: {
        text: 'You will be told by mail when there is news.',
        follow: { url, value: '0', label: 'Don’t' },
      },
    });
    expect(await followers(post)).toEqual([ann.id]);
    expect((await ann.browser.get('?sort=new')).text).toContain(
      `formaction="${url}" name="follow" value="0" aria-label="Following. Unfollow">Following<`,
    );
    await ann.browser.send(`/posts/${post}/follow`, { follow: '0' });
    // The vote is there already: repeating it does not follow again.
    const again = await ann.browser.ask(`/posts/${post}/vote`, { vote: '1' });
    expect(again.body).toMatchObject({ follow: { following: false } });
    expect(again.body).not.toHaveProperty('notice');
    expect(await followers(post)).toEqual([]);
    await ann.browser.send(`/posts/${post}/follow`, { follow: '1' });
    const back = await ann.browser.ask(`/posts/${post}/vote`, { vote: '0' });
    expect(back.body).toMatchObject({ vote: { voted: false }, follow: { following: false } });
    expect(back.body).not.toHaveProperty('notice');
    expect(await followers(post)).toEqual([]);
  });

  it('with a vote asks, if the team has turned the default off', async () => {
    const [ann, post] = [await person(), await newPost('Asked')];
    await settle({ followOnVote: false });
    const { body } = await ann.browser.ask(`/posts/${post}/vote`, { vote: '1' });
    expect(body).toMatchObject({
      follow: { following: false },
      notice: {
        text: 'Do you want to hear by mail when there is news?',
        follow: { value: '1', label: 'Tell me' },
      },
    });
    expect(await followers(post)).toEqual([]);
    for (const path of [`/posts/${post}`, '/posts/new'])
      expect(tick.exec((await ann.browser.get(path)).text)?.[1]).toBeUndefined();
    expect((await ann.browser.get('/posts/new')).text).toMatch(tick);
    await settle({});
    for (const path of [`/posts/${post}`, '/posts/new'])
      expect(tick.exec((await ann.browser.get(path)).text)?.[1]).toBe(' checked');
  });

  it('with a post or a comment follows if the box is ticked, and not otherwise', async () => {
    const [ann, wish] = [await person(), await newPost('Commented on')];
    await settle({});
    const sent = async (fields: Record<string, string>) => {
      const { to } = await ann.browser.send('/posts', { text: 'Words', ...fields });
      return followers(to.split('/').at(-1) ?? '');
    };
    expect(await sent({ title: 'Ticked', follow: '1' })).toEqual([ann.id]);
    expect(await sent({ title: 'Unticked' })).toEqual([]);
    await ann.browser.send(`/posts/${wish}/comments`, { text: 'Me too' });
    expect(await followers(wish)).toEqual([]);
    await ann.browser.send(`/posts/${wish}/comments`, { text: 'And again', follow: '1' });
    expect(await followers(wish)).toEqual([ann.id]);
    // No one is asked twice.
    expect((await ann.browser.get(`/posts/${wish}`)).text).not.toMatch(tick);
    const refused = await ann.browser.send('/posts', { title: '', text: 'Kept', follow: '' });
    expect([refused.status, tick.exec(refused.text)?.[1]]).toEqual([400, undefined]);
    const empty = await ann.browser.send(`/posts/${dark}/comments`, { text: ' ', follow: '1' });
    expect(empty.text).toContain('<input type="hidden" name="follow" value="1">');
  });

  it('follows a post that waits once it is published, or merged, and a comment’s post immediately', async () => {
    const [ann, bob, wish] = [await person(), await person(), await newPost('Waited for')];
    await settle({ moderation: 'all' });
    const waiting = async ({ browser }: Person, fields: Record<string, string>, path = '/posts') =>
      (await browser.send(path, { text: 'Words', ...fields })).to.split('#').at(-1) ?? '';
    const decide = async (id: string, how: string, body: object = {}) =>
      (await program.live.post(`/submissions/${id}/${how}`, body)).body.data;
    const ticked = await decide(await waiting(ann, { title: 'One', follow: '1' }), 'approve');
    expect(await followers(ticked.postId)).toEqual([ann.id]);
    const { followers: found } = (await program.live.get(`/posts/${ticked.postId}/followers`)).body.data;
    expect(found).toMatchObject([{ source: 'visitor' }]);
    const plain = await decide(await waiting(ann, { title: 'Two' }), 'approve');
    expect(await followers(plain.postId)).toEqual([]);
    await decide(await waiting(ann, { title: 'Three', follow: '1' }), 'merge', { postId: wish });
    expect(await followers(wish)).toEqual([ann.id]);
    await decide(await waiting(ann, { title: 'Four', follow: '1' }), 'reject');
    await waiting(bob, { follow: '1' }, `/posts/${wish}/comments`);
    expect(await followers(wish)).toEqual([bob.id, ann.id]);
    await settle({});
  });

  it('follows nothing where no mail can come, nor in a rehearsal', async () => {
    const [nameless, post] = [await person({ email: null }), await newPost('Unreachable')];
    await settle({});
    const { body } = await nameless.browser.ask(`/posts/${post}/vote`, { vote: '1' });
    expect([Object.keys(body), await followers(post)]).toEqual([['vote', 'url'], []]);
    await nameless.browser.send(`/posts/${post}/comments`, { text: 'Hi', follow: '1' });
    expect(await followers(post)).toEqual([]);
    const tester = visitorAt(program, origin);
    await arrive(tester, program, { externalId: 'made-up', name: 'Made Up' }, 'test');
    const before = program.dump();
    expect((await tester.ask(`/posts/${post}/vote`, { vote: '1' })).body).toMatchObject({
      follow: { following: true },
      notice: { follow: { value: '0' } },
    });
    await tester.send('/posts', { title: 'Rehearsed', text: '', follow: '1' });
    expect(program.dump()).toBe(before);
  });

  it('by the API follows only if it says so', async () => {
    const [ann, post] = [await person(), await newPost('By the API')];
    await program.live.post(`/posts/${post}/votes`, { userId: ann.id });
    expect(await followers(post)).toEqual([]);
  });
});

describe('what a visitor follows', () => {
  it('is on their own page: public posts, as many as fit, each with a form that ends it', async () => {
    const ann = await person();
    const titles = Array.from({ length: 23 }, (_, index) => `Wish ${String(index).padStart(2, '0')}`);
    const followAs = async (title: string, visibility: 'public' | 'internal') => {
      const id = await created(program, '/posts', { title, visibility });
      await program.live.post(`/posts/${id}/followers`, { userId: ann.id });
      return id;
    };
    const ids: string[] = [];
    for (const title of titles) ids.push(await followAs(title, 'public'));
    const hidden = await followAs('Kept inside', 'internal');
    const shown = async (path: string) => {
      const { text } = await ann.browser.get(path);
      const [, section = ''] = /<section class="mine" id="follows">([\s\S]*?)<\/section>/.exec(text) ?? [];
      return {
        titles: [...section.matchAll(/">(Wish \d\d|Kept inside)<\/a>/g)].map(([, title]) => title),
        next: /href="\/p\/default(\/mine\?followsAfter=[^"]*)"/.exec(section)?.[1],
      };
    };
    const first = await shown('/mine');
    expect(first.titles).toEqual([...titles].reverse().slice(0, 20));
    const second = await shown(first.next ?? '');
    expect(second).toEqual({ titles: [...titles].reverse().slice(20), next: undefined });
    const gone = await ann.browser.send(`/posts/${ids[22]}/follow`, {
      follow: '0',
      returnTo: '/mine#follows',
    });
    expect([gone.status, gone.to]).toEqual([303, '/mine#follows']);
    expect((await shown('/mine')).titles[0]).toBe('Wish 21');
    // Merged into a public post, it stands for that; into an internal one, it is gone.
    await program.live.post(`/posts/${ids[21]}/merge`, { intoId: ids[22] });
    expect((await shown('/mine')).titles.slice(0, 2)).toEqual(['Wish 22', 'Wish 20']);
    await program.live.post(`/posts/${ids[20]}/merge`, { intoId: hidden, confirmInternal: true });
    expect((await ann.browser.get('/mine')).text).not.toContain('Kept inside');
  });
});
