// Files that visitors see, and the host of a site. Each request for a file asks again whether it is public.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { png } from '../http/pictures.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { open, publish, visit } from './world.ts';

let program: TestProgram;
const picture = png(3, 2);
const onHost = { host: 'feedback.acme.test' };

beforeAll(async () => {
  program = await startProgram({
    publicUrl: 'https://main.test/base',
    environment: { PUBLIC_HOSTS: 'feedback.acme.test=elsewhere' },
  });
  await open(program);
});
afterAll(() => program.close());

async function withPicture(path: string, fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('attachments', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'a b.png');
  const { id, attachments } = (await program.live.call('POST', path, { form })).body.data;
  return { id, url: `/p/default/files/${attachments[0].id}/a%20b.png`, ownUrl: attachments[0].url };
}

it('are shown with the post or entry that they belong to, and gone with it', async () => {
  const post = await withPicture('/posts', { title: 'With a picture' });
  const missing = await visit(program, '/p/default/files/att_none/a%20b.png');
  expect(missing.status).toBe(404);
  expect(await visit(program, post.url)).toEqual(missing);
  await program.live.patch(`/posts/${post.id}`, { description: `![shot](${post.ownUrl})` });
  await publish(program, post.id);
  const shown = await visit(program, post.url);
  expect(shown).toMatchObject({
    status: 200,
    headers: {
      'cache-control': 'no-cache',
      'content-type': 'image/png',
      'content-security-policy': "sandbox; default-src 'none'",
      etag: expect.stringMatching(/^"/),
    },
  });
  expect((await visit(program, post.url, { 'if-none-match': shown.headers.etag ?? '' })).status).toBe(304);
  expect((await visit(program, post.url, { range: 'bytes=0-3' })).headers['content-range']).toMatch(
    /^bytes 0-3/,
  );
  expect(await visit(program, post.url.replace('a%20b', 'other'))).toEqual(missing);
  const page = await visit(program, `/p/default/posts/${post.id}`);
  // With its size, so that nothing moves when it arrives, and once.
  expect(page.text).toContain(`<img src="/base${post.url}" alt="shot" width="3" height="2" loading="lazy">`);
  expect(page.text.match(/<img/g)).toHaveLength(1);
  const gone = await program.live.delete(`/posts/${post.id}`);
  expect(gone.status).toBe(200);
  expect(await visit(program, post.url)).toEqual(missing);

  const entry = await withPicture('/changelogs', { title: 'Entry', content: 'Text' });
  expect(await visit(program, entry.url)).toEqual(missing);
  await program.live.patch(`/changelogs/${entry.id}`, { state: 'published' });
  expect((await visit(program, entry.url)).status).toBe(200);
  expect((await visit(program, '/p/default/changelog/entry')).text).toContain(`src="/base${entry.url}"`);
  await program.live.patch(`/changelogs/${entry.id}`, { state: 'draft' });
  expect(await visit(program, entry.url)).toEqual(missing);
});

it('include the logo, whose address names its content', async () => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'logo.png');
  expect((await program.live.call('PUT', '/site/logo', { form })).status).toBe(200);
  await publish(program, (await program.live.post('/posts', { title: 'Any' })).body.data.id);
  const { text } = await visit(program, '/p/default');
  const logo = /<link rel="icon" href="\/base([^"]*)"/.exec(text)?.[1] ?? '';
  expect(logo).toMatch(/^\/p\/default\/logo\?v=[0-9a-f]{12}$/);
  expect((await visit(program, logo)).headers['content-type']).toBe('image/png');
  expect(text).toContain('<meta property="og:image" content="https://main.test/base/p/default/logo">');
  expect(text).not.toContain('/base/files/');
});

it('on a host of its own, a site is at the root, and nowhere else', async () => {
  const missing = await visit(program, '/p/nobody');
  expect(await visit(program, '/', onHost)).toEqual(missing);
  expect(await visit(program, '/p/elsewhere')).toEqual(missing);
  await program.stranger.patch('/site', { visibility: 'public', name: 'Elsewhere' });
  const first = await visit(program, '/', onHost);
  expect(first.text).toContain('<title>Elsewhere</title>');
  expect(first.text).toContain('<a href="/roadmap">');
  expect(first.text).toContain('<link rel="canonical" href="https://feedback.acme.test/">');
  expect((await visit(program, '/feedback.json', onHost)).status).toBe(200);
  expect((await visit(program, '/robots.txt', onHost)).text).toContain(
    'Sitemap: https://feedback.acme.test/sitemap.xml',
  );
  for (const path of ['/v1/me', '/docs/', '/healthz', '/console/api/session', '/p/default', '/files/a/b'])
    expect([path, await visit(program, path, onHost)]).toEqual([path, missing]);
  const moved = async (path: string) => {
    const { status, headers } = await visit(program, path);
    return [status, headers.location];
  };
  expect(await moved('/p/elsewhere')).toEqual([308, 'https://feedback.acme.test']);
  expect(await moved('/p/elsewhere.json?q=a')).toEqual([308, 'https://feedback.acme.test/feedback.json?q=a']);
  expect(await moved('/p/elsewhere/roadmap?lang=de')).toEqual([
    308,
    'https://feedback.acme.test/roadmap?lang=de',
  ]);
});
