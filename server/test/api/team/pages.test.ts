import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../../support/program.ts';

const index =
  '<!doctype html><title>Earshot</title><script type="module" src="/assets/main-abc.js"></script>';
const script = 'console.log("a script that is worth compressing")';

let directory: string;
let program: TestProgram;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'earshot-pages-'));
  await mkdir(join(directory, 'dist', 'assets'), { recursive: true });
  const put = (name: string, bytes: string | Buffer) => writeFile(join(directory, 'dist', name), bytes);
  await put('index.html', index);
  await put('icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await put('foreign-image.html', '<!doctype html><title>Image</title>');
  await put('assets/main-abc.js', script);
  await put('assets/main-abc.js.br', brotliCompressSync(script));
  await put('assets/main-abc.js.gz', gzipSync(script));
  await writeFile(join(directory, 'secret.txt'), 'beside the pages');
  program = await startProgram({ pagesDir: join(directory, 'dist') });
});
afterAll(async () => {
  await program.close();
  await rm(directory, { recursive: true, force: true });
});

const html = { accept: 'text/html,application/xhtml+xml;q=0.9' };
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  program.app.inject({ method, url, headers });

describe('the console pages', () => {
  it.each(['/', '/sign-in', '/feedback/post_1?tab=votes', '/settings/api-keys', '/setup/token'])(
    'are served at %s to browsers, with a policy that blocks foreign scripts',
    async (url) => {
      const { statusCode, headers, payload } = await get(url, html);
      expect([statusCode, payload]).toEqual([200, index]);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['x-request-id']).toMatch(/^req_/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('same-origin');
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'self'; script-src 'self'; /);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/script-src[^;]*(?:unsafe|https?:|\*)/);
      expect(policy).not.toMatch(/(?:img|media)-src[^;]*(?:https?:(?:[\s;]|$)|\*)/);
    },
  );

  it('can load files from the public URL, whichever host served the page', async () => {
    const other = await startProgram({
      pagesDir: join(directory, 'dist'),
      publicUrl: 'https://feedback.example.com',
    });
    const { headers } = await other.app.inject({ url: '/feedback', headers: html });
    await other.close();
    expect(headers['content-security-policy']).toContain(
      "img-src 'self' data: blob: https://feedback.example.com;",
    );
  });

  it('can frame only one page, which has an opaque origin and loads nothing but images', async () => {
    const { statusCode, headers } = await get('/foreign-image.html', html);
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toBe(
      "sandbox allow-scripts; default-src 'none'; script-src 'self'; style-src 'self'; img-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    );
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  it('come with assets that are cached indefinitely, in an encoding the browser accepts', async () => {
    const plain = await get('/assets/main-abc.js');
    expect([plain.statusCode, plain.payload]).toEqual([200, script]);
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    });
    const br = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(script);
    expect(br.headers.etag).not.toBe(plain.headers.etag);
    const gzip = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip, br;q=0' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    const again = await get('/assets/main-abc.js', { 'if-none-match': String(plain.headers.etag) });
    expect([again.statusCode, again.payload]).toEqual([304, '']);
    const head = await get('/icon.svg', {}, 'HEAD');
    expect([head.statusCode, head.headers['content-type'], head.payload]).toEqual([200, 'image/svg+xml', '']);
  });

  it.each([
    ['an asset that does not exist', '/assets/none.js', html],
    ['a compressed variant of an asset', '/assets/main-abc.js.br', html],
    ['a file outside the directory', '/../secret.txt', html],
    ['a file outside the directory, encoded', '/%2e%2e/secret.txt', html],
    ['a file outside the directory, with an encoded slash', '/..%2fsecret.txt', html],
    ['a page requested as JSON', '/feedback', { accept: 'application/json' }],
    ['a folder', '/assets/', { accept: '*/*' }],
    ['an endpoint that does not exist', '/console/api/nothing', html],
    ['an attachment that does not exist', '/files/x/y', html],
  ])('return 404 for %s', async (_what, url, headers) => {
    const answer = await get(url, headers);
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('accept only GET and HEAD, and leave API and docs responses alone', async () => {
    expect((await get('/feedback', html, 'POST')).statusCode).toBe(404);
    expect((await get('/v1/nothing', html)).statusCode).toBe(401);
    const known = { ...html, authorization: `Bearer ${program.secrets.live}` };
    expect((await get('/v1/nothing', known)).json().error.message).toBe('No such endpoint.');
    expect((await get('/docs', html)).headers.location).toBe('/docs/');
  });

  it('explain how to build them if they are not built yet', async () => {
    const bare = await startProgram({ pagesDir: join(directory, 'nothing') });
    const { statusCode, headers, payload } = await bare.app.inject({ url: '/', headers: html });
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(payload).toContain('npm run build');
    expect((await bare.app.inject({ url: '/sign-in', headers: html })).statusCode).toBe(404);
    await bare.close();
  });
});
