// The pages that visitors read, in each format: what they show, what they are not told, and when a page has changed.

import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, ownerOf } from '../support/console.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { answer, created, open, publish, statusesOf, visit } from './world.ts';

let program: TestProgram;
let member: Browser;
const ids: Record<string, string> = {};
const site = '/p/default';
const day = '2026-01-31T09:15:02.123Z';

beforeAll(async () => {
  program = await startProgram({ publicUrl: 'https://acme.test' });
  const statuses = await statusesOf(program);
  const add = async (name: string, body: object) => {
    ids[name] = await created(program, '/posts', body);
    program.clock.advance(1000);
    return ids[name];
  };
  await add('dark', {
    title: 'Dark mode',
    description: 'My **eyes** hurt.\n\n# Why\n\n![cat](https://cats.test/cat.png)',
    statusId: statuses.planned,
    importedVotes: 128,
    tags: ['secret tag'],
  });
  await add('pdf', { title: 'Export as PDF', statusId: statuses['in-progress'], importedVotes: 96 });
  await add('login', { title: 'Single sign-on', statusId: statuses.complete, importedVotes: 71 });
  await add('bug', { title: 'Dark corner', postTypeId: 'bug-report', importedVotes: 3 });
  await add('internal', { title: 'Dark secret', statusId: statuses.closed, postTypeId: 'improvement' });
  const first = await created(program, `/posts/${ids.dark}/comments`, {
    content: 'Please *follow*\nthe system.',
    contentFormat: 'markdown',
    authorEmail: 'zoe@customer.test',
    authorName: 'Zoe Rossi',
  });
  program.clock.advance(1000);
  await created(program, `/posts/${ids.dark}/comments`, { content: 'And charts?', parentId: first });
  await created(program, `/posts/${ids.dark}/comments`, { content: 'A secret note', isPrivate: true });
  for (const name of ['dark', 'pdf', 'login', 'bug']) await publish(program, ids[name] ?? '');
  member = await ownerOf(program);
  ids.answer = await answer(member, ids.dark ?? '', 'It will.');
  for (const state of ['published', 'draft']) {
    ids[state] = await created(program, '/changelogs', {
      title: `Release ${state}`,
      content: 'We **shipped** it.',
      labels: ['New'],
      state,
      linkedPostIds: [ids.login, ids.internal],
    });
  }
  await open(program, { name: 'Acme', description: 'Tell us.', roadmapStatusIds: ['planned', 'complete'] });
});
afterAll(() => program.close());

const page = (path: string, headers?: Record<string, string>) => visit(program, site + path, headers);
const json = async (path: string) => JSON.parse((await page(path)).text);
const titlesIn = (text: string) =>
  [...text.matchAll(/<h2 dir="auto"><a [^>]*>([^<]*)</g)].map(([, title]) => title);

describe('what is not there', () => {
  it('is one answer for a site that is off, one that never was, an internal post, an odd path, and any write', async () => {
    const expected = await visit(program, '/p/nobody');
    expect(expected.status).toBe(404);
    expect(expected.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(expected.headers['cache-control']).toBe('no-store');
    const below = [
      '',
      '/roadmap',
      '/changelog',
      '/feed.xml',
      '/sitemap.xml',
      '/robots.txt',
      '/style.css',
      '/icon.svg',
      '/logo',
      '.json',
      '/%ff',
      '/posts/%ff.json',
      `/posts/${ids.dark}`,
      `/changelog/release-published`,
      '/files/att_x/x.png',
    ];
    const paths = [
      '/p',
      '/p/',
      '/p/UPPER',
      '/p/default%2f',
      '/p/default/index.html',
      '/p/default/feedback',
      '/p/default/v1/posts',
      '/p/default/logo',
      '/p/default/files/att_x/x.png',
      `/p/default/posts/${ids.internal}`,
      `/p/default/posts/${ids.internal}.json`,
      `/p/default/posts/${ids.internal}.md?lang=de`,
      '/p/default/posts/post_01kg0000000000000000000000',
      '/p/default/changelog/release-draft',
      '/p/default/changelog/none.json',
      ...below.map((path) => `/p/elsewhere${path}`),
      ...below.map((path) => `/p/nobody${path}`),
    ];
    for (const path of paths) expect([path, await visit(program, path)]).toEqual([path, expected]);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      for (const path of ['/p', '/p/default', '/p/elsewhere', `/p/default/posts/${ids.dark}`]) {
        const given = { 'content-type': 'application/x-www-form-urlencoded' };
        expect([method, path, await visit(program, path, given, method)]).toEqual([method, path, expected]);
      }
    }
    const head = await visit(program, '/p/nobody', {}, 'HEAD');
    expect(head).toEqual({ ...expected, text: '' });
  });
});

describe('the first page', () => {
  it('lists public posts by votes, by age and by what was shipped, and finds and filters them', async () => {
    const { status, text } = await page('');
    expect(status).toBe(200);
    expect(titlesIn(text)).toEqual(['Dark mode', 'Export as PDF', 'Single sign-on', 'Dark corner']);
    expect(text).toContain('>4 posts<');
    expect(text).toContain('My eyes hurt. Why');
    // The names of statuses and types that only internal posts have are the team's own.
    expect(text).not.toContain('Closed');
    expect(text).not.toContain('Improvement');
    const shown = async (query: string) => titlesIn((await page(query)).text);
    expect(await shown('?sort=new')).toEqual(['Dark corner', 'Single sign-on', 'Export as PDF', 'Dark mode']);
    expect(await shown('?sort=shipped')).toEqual(['Single sign-on']);
    expect(await shown('?q=dark')).toEqual(['Dark mode', 'Dark corner']);
    expect(await shown('?q=secret')).toEqual([]);
    expect(await shown('?status=planned')).toEqual(['Dark mode']);
    expect(await shown('?status=closed')).toEqual([]);
    expect(await shown('?type=bug-report&q=dark')).toEqual(['Dark corner']);
    expect((await page('?q=%20%3Cscript%3E')).text).not.toContain('<script>');
    expect((await page('?q=x')).text).toContain('name="robots" content="noindex"');
    expect((await page('?after=nonsense')).text).toContain('>4 posts<');
  });

  it('offers similar posts while someone types, and what they typed as a new post', async () => {
    const similar = async (text: string) => (await json(`/similar.json?q=${encodeURIComponent(text)}`)).posts;
    const found = await similar('dark mode for the night');
    expect(found[0]).toEqual({
      id: ids.dark,
      url: `${site}/posts/${ids.dark}`,
      title: 'Dark mode',
      status: { name: 'Planned', slug: 'planned', category: 'unstarted' },
      voteUrl: `${site}/posts/${ids.dark}/vote`,
      voted: false,
      votesCount: 128,
      label: 'Vote, 128 votes',
      noun: 'votes',
    });
    const titles = async (text: string) => (await similar(text)).map(({ title }: { title: string }) => title);
    expect(await titles('dark')).toEqual(expect.arrayContaining(['Dark mode', 'Dark corner']));
    // Half a word is enough.
    expect(await titles('exp')).toEqual(['Export as PDF']);
    expect(await similar('secret')).toEqual([]);
    expect(await similar('   ')).toEqual([]);
    const draft = await page('/posts/new?title=dark%20%3Cb%3E');
    expect(draft.headers['cache-control']).toBe('no-cache');
    expect(draft.text).toContain('name="robots" content="noindex"');
    expect(draft.text).toContain('2 similar posts');
    expect(draft.text).not.toContain('<b>');
    expect(draft.text).toContain('<p class="lead" dir="auto">dark &lt;b&gt;</p>');
    expect((await page('?q=dark')).text).toContain('Post “<b dir="auto">dark</b>” as a new idea');
  });

  it('pages through all posts once', async () => {
    for (let index = 0; index < 20; index += 1)
      await publish(program, await created(program, '/posts', { title: `Many ${index}` }));
    for (const sort of ['top', 'new']) {
      const seen: string[] = [];
      let next: string | null = `${site}.json?sort=${sort}`;
      while (next !== null) {
        const body = JSON.parse((await visit(program, next.replace('https://acme.test', ''))).text);
        seen.push(...body.posts.map(({ title }: { title: string }) => title));
        expect(body.total).toBe(24);
        next = body.next;
      }
      expect(new Set(seen).size).toBe(24);
      expect(seen.length).toBe(24);
    }
    const { text } = await page('');
    const more = /href="([^"]*after=[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(titlesIn((await visit(program, more)).text)).toHaveLength(4);
  });

  it('is small, runs only our own script and asks no other host', async () => {
    const { text, headers } = await page('');
    const style = /<link rel="stylesheet" href="([^"]*)"/.exec(text)?.[1] ?? '';
    const sheet = await visit(program, style);
    expect(sheet.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await page('/style.css')).headers['cache-control']).toBe('no-cache');
    const source = /<script src="([^"]*)" defer><\/script>/.exec(text)?.[1] ?? '';
    const script = await visit(program, source);
    expect(script.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    });
    const parts = [text, sheet.text, script.text].map((part) => brotliCompressSync(part).length);
    expect(parts.reduce((sum, size) => sum + size)).toBeLessThan(10_000);
    expect(text.replace(`<script src="${source}" defer></script>`, '')).not.toMatch(
      /<script|<style| style=| on[a-z]+=|javascript:/,
    );
    // Nothing but that file runs, and it asks only for what is below the site.
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src https://acme.test${site}/site.js; connect-src https://acme.test${site}/; ` +
        "style-src 'self'; img-src 'self'; media-src 'self'; base-uri 'none'; form-action 'self'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'",
    );
    expect(script.text).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|eval|document\.write|https?:/);
    expect(headers['x-frame-options']).toBe('DENY');
    expect(sheet.text).not.toMatch(/url\(|@import/);
  });

  it('speaks three languages; the address says which', async () => {
    const german = await page('?lang=de&sort=new');
    expect(german.text).toContain('<html lang="de">');
    expect(german.text).toContain('Beliebt');
    expect(german.text).toContain(`href="${site}/roadmap?lang=de"`);
    expect(german.text).toContain('<input type="hidden" name="lang" value="de">');
    expect((await page('/roadmap?lang=zh')).text).toContain('<h2 class="dot unstarted">计划中</h2>');
    const english = await page('?lang=en');
    expect(english.text).toBe((await page('')).text);
    expect((await page('?lang=xx')).text).toBe(english.text);
  });
});

describe('a post', () => {
  it('shows the answer, comments and their authors as far as visitors may know them', async () => {
    const { text } = await page(`/posts/${ids.dark}`);
    expect(text).toContain('<p>My <strong>eyes</strong> hurt.</p><h2>Why</h2>');
    // Images of other hosts would tell them who reads.
    expect(text).toContain('<a href="https://cats.test/cat.png" rel="nofollow noopener noreferrer">cat</a>');
    expect(text).toContain('<b dir="auto">Ada from Acme</b>');
    expect(text).toContain('>3 comments<');
    for (const hidden of ['Zoe', 'customer.test', 'acme.test/files', 'secret', 'Default workspace'])
      expect(text).not.toContain(hidden);
    expect(text).toContain(`<meta property="og:url" content="https://acme.test${site}/posts/${ids.dark}">`);
    expect(text).toContain('<meta property="og:title" content="Dark mode">');
    const body = await json(`/posts/${ids.dark}.json`);
    expect(body).toEqual({
      site: { name: 'Acme', description: 'Tell us.', url: 'https://acme.test/p/default' },
      post: {
        id: ids.dark,
        url: `https://acme.test${site}/posts/${ids.dark}`,
        title: 'Dark mode',
        status: { name: 'Planned', slug: 'planned', category: 'unstarted' },
        type: { name: 'Feature request', slug: 'feature-request' },
        votesCount: 128,
        commentsCount: 3,
        createdAt: day,
        updatedAt: expect.stringMatching(/^2026/),
        descriptionHtml: expect.stringContaining('<strong>eyes</strong>'),
        authorName: null,
        descriptionMarkdown: expect.stringContaining('My **eyes** hurt.\n\n## Why'),
        reason: null,
        tags: [],
        attachments: [],
        answer: {
          id: ids.answer,
          content: 'It will.',
          contentHtml: '<p>It will.</p>',
          contentMarkdown: 'It will.',
          attachments: [],
          isFromTeam: true,
          memberName: 'Ada',
          authorName: null,
          inReplyTo: null,
          createdAt: expect.any(String),
        },
      },
      comments: [
        {
          id: expect.stringMatching(/^cmt_/),
          content: 'And charts?',
          contentHtml: '<p>And charts?</p>',
          contentMarkdown: 'And charts?',
          attachments: [],
          isFromTeam: false,
          memberName: null,
          authorName: null,
          inReplyTo: { id: expect.any(String), excerpt: 'Please follow the system.' },
          createdAt: expect.any(String),
        },
        expect.objectContaining({
          contentHtml: '<p>Please <em>follow</em><br>the system.</p>',
          contentMarkdown: 'Please *follow*\\\nthe system.',
          inReplyTo: null,
        }),
      ],
      next: null,
    });
    const markdown = await page(`/posts/${ids.dark}.md`);
    expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(markdown.headers['content-security-policy']).toBe("sandbox; default-src 'none'");
    expect(markdown.text).toContain('# Dark mode\n\nPlanned, 128 votes\n\nMy **eyes** hurt.');
  });
});

describe('roadmap and changelog', () => {
  it('have a column for each stage, of the chosen statuses', async () => {
    const { columns } = await json('/roadmap.json');
    expect(
      columns.map(({ stage, posts }: { stage: string; posts: { title: string }[] }) => [
        stage,
        posts.map(({ title }) => title),
      ]),
    ).toEqual([
      ['unstarted', ['Dark mode']],
      ['active', []],
      ['completed', ['Single sign-on']],
    ]);
    expect((await page('/roadmap')).text).toContain('Nothing here right now.');
    expect((await page('/roadmap.md')).text).toContain('## Planned\n\n- [Dark mode](<https://acme.test');
  });

  it('show published entries, with the public posts that they ship', async () => {
    const { text } = await page('/changelog');
    expect(titlesIn(text)).toEqual(['Release published']);
    const { entry } = await json('/changelog/release-published.json');
    expect(entry).toEqual({
      url: `https://acme.test${site}/changelog/release-published`,
      slug: 'release-published',
      title: 'Release published',
      excerpt: 'We shipped it.',
      labels: ['New'],
      publishedAt: expect.any(String),
      contentHtml: '<p>We <strong>shipped</strong> it.</p>',
      contentMarkdown: 'We **shipped** it.',
      attachments: [],
      posts: [expect.objectContaining({ id: ids.login, title: 'Single sign-on' })],
    });
    const shown = await page('/changelog/release-published');
    expect(shown.text).toContain('In this update');
    expect(shown.text).toContain('Single sign-on');
    expect(shown.text).not.toContain('Dark secret');
    expect((await page('/changelog.md')).text).toContain('## [Release published](<https://acme.test');
  });
});

describe('feeds', () => {
  it('are Atom and JSON Feed with absolute addresses, and the sitemap has every public page', async () => {
    const atom = await page('/feed.xml');
    expect(atom.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(atom.text).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>\n<feed xmlns/);
    expect(atom.text.match(/<entry>/g)).toHaveLength(20);
    const feed = await json('/changelog/feed.json');
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      home_page_url: `https://acme.test${site}/changelog`,
      items: [
        {
          id: `https://acme.test${site}/changelog/release-published`,
          title: 'Release published',
          content_html: '<p>We <strong>shipped</strong> it.</p>',
          tags: ['New'],
        },
      ],
    });
    expect((await page('/changelog/feed.json')).headers['content-type']).toBe(
      'application/feed+json; charset=utf-8',
    );
    const { text } = await page('/sitemap.xml');
    const shown = [...text.matchAll(/<loc>([^<]*)</g)].map(([, url]) => url);
    expect(shown).toContain(`https://acme.test${site}/posts/${ids.dark}`);
    expect(shown).toContain(`https://acme.test${site}/changelog/release-published`);
    expect(text).not.toContain(ids.internal);
    for (const url of shown)
      expect((await visit(program, url?.replace('https://acme.test', '') ?? '')).status).toBe(200);
    expect((await page('/robots.txt')).text).toContain(`Sitemap: https://acme.test${site}/sitemap.xml`);
  });
});

describe('freshness', () => {
  it('asks for a page again only after a change that visitors can see', async () => {
    const first = await page(`/posts/${ids.dark}`);
    expect(first.headers).toMatchObject({
      'cache-control': 'no-cache',
      etag: expect.stringMatching(/^W\/"[\w-]{27}"$/),
      vary: 'accept-encoding',
    });
    const known = { 'if-none-match': first.headers.etag ?? '' };
    expect(await page(`/posts/${ids.dark}?unknown=1`, known)).toMatchObject({ status: 304, text: '' });
    await created(program, '/posts', { title: 'Another internal one' });
    await program.live.patch(`/posts/${ids.internal}`, { title: 'Still internal' });
    expect((await page(`/posts/${ids.dark}`, known)).status).toBe(304);
    await program.live.post(`/posts/${ids.bug}/votes`, { userEmail: 'zoe@customer.test' });
    const again = await page(`/posts/${ids.dark}`, known);
    expect(again.status).toBe(200);
    expect(again.headers.etag).not.toBe(first.headers.etag);
    expect((await page(`/posts/${ids.dark}`, { 'if-none-match': '*' })).status).toBe(304);
    await member.patch('/console/api/account', { name: 'Ada Byron' });
    expect((await page(`/posts/${ids.dark}`)).text).toContain('Ada Byron from Acme');
    const other = await page(`/posts/${ids.dark}?lang=de`);
    expect(other.headers.etag).not.toBe(again.headers.etag);
  });

  it('compresses, the same page in each form', async () => {
    const plain = await program.app.inject({ url: `${site}` });
    for (const encoding of ['br', 'gzip']) {
      for (const _ of [1, 2]) {
        const { headers } = await program.app.inject({ url: site, headers: { 'accept-encoding': encoding } });
        expect(headers).toMatchObject({ 'content-encoding': encoding, etag: plain.headers.etag });
      }
    }
    const head = await visit(program, site, {}, 'HEAD');
    expect(head).toMatchObject({ status: 200, text: '', headers: { etag: plain.headers.etag } });
  });
});
