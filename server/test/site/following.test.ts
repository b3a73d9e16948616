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
/** Somebody new who has signed in, with an address unless it is null. */
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
      follow: { following: true, label: 'Sie folgen', name: 'Sie folgen. Nicht mehr folgen' },
    });
    const off = await ann.browser.ask(`/posts/${dark}/follow`, { follow: '0' });
    expect(off.body).toMatchObject({ follow: { following: false, label: 'Follow', name: 'Follow' } });
  });

  it('changes no public page: nobody sees who follows, nor how many', async () => {
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

  it('exists for nobody without an address, nor where mail is not set up', async () => {
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
