// Pictures that other services keep: fetched once, and never from private addresses.

import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpFetcher } from '../../src/engines/http-out/fetcher.ts';
import type { TestProgram } from '../support/program.ts';
import { lines, vendorFixture } from './vendors.ts';
import { newWorkspace, type TestWorkspace } from './world.ts';

describe('imports from other services', () => {
  const { run, started } = vendorFixture();
  let program: TestProgram;
  let directory: string;
  beforeAll(() => {
    ({ program, directory } = started());
  });

  describe('with pictures that the other service keeps', () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    );
    const requests: string[] = [];
    let isBroken = true;
    const pictures = createServer(({ url = '' }, response) => {
      requests.push(url);
      if (url === '/hang.png') return;
      if (url === '/moved.png') return void response.writeHead(302, { location: '/good.png' }).end();
      if (url === '/page.png') return void response.end('<html>not a picture</html>');
      if (url === '/large.png') return void response.end(Buffer.concat([png, Buffer.alloc(20_000_000)]));
      if (url === '/broken.png' && isBroken) return void response.writeHead(500).end();
      response.writeHead(200, { 'content-type': 'binary/octet-stream' }).end(png);
    });
    let base: string;
    beforeAll(async () => {
      await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve));
      base = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
      const post = (id: string, names: string[]) => ({
        id,
        title: `Post ${id}`,
        imageURLs: names.map((name) => `${base}/${name}.png`),
      });
      await mkdir(join(directory, 'pictures'));
      await writeFile(
        join(directory, 'pictures', 'posts.json'),
        JSON.stringify([
          post('a', ['good', 'moved', 'good']),
          post('b', ['broken', 'hang', 'page', 'large']),
        ]),
      );
      const said = { id: 'c', post: { id: 'a' }, value: 'Like this', imageURLs: [`${base}/said.png`] };
      await writeFile(join(directory, 'pictures', 'comments.json'), JSON.stringify([said]));
    });
    afterAll(() => {
      pictures.closeAllConnections();
      return new Promise((resolve) => pictures.close(resolve));
    });

    const fetching = async (workspace: TestWorkspace, allowPrivate = true) => {
      requests.length = 0;
      const fetcher = httpFetcher({ allowPrivate, exchangeMs: 60_000, idleMs: 3_000 });
      const imported = await run(workspace, 'canny', 'pictures', [], false, fetcher);
      fetcher.close();
      return imported;
    };

    it('fetch them once, and name those that they could not get', async () => {
      const workspace = await newWorkspace(program);
      const first = await fetching(workspace);
      expect(first.report.counts.attachments).toEqual({ created: 3, found: 0, failed: 4 });
      expect(first.report.counts.posts).toEqual({ created: 2, found: 0, failed: 0 });
      expect(lines(first)).toEqual([
        'posts.json:2 The file "large.png" is larger than 10485760 bytes.',
        'posts.json:2 The file "page.png" is not an image, a video or a PDF.',
        'posts.json:2 The file was not fetched. The server answered with 500.',
        'posts.json:2 The file was not fetched. The server sent nothing for 3 seconds.',
      ]);
      const { attachments } = (await workspace.client.get('/posts/by-external-id/a?include=attachments')).body
        .data;
      const picture = { mimeType: 'image/png', size: png.length };
      // The one of a comment is the post's, too.
      expect(attachments).toMatchObject([picture, picture, picture]);

      isBroken = false;
      const again = await fetching(workspace);
      expect(again.report.counts.attachments).toEqual({ created: 1, found: 3, failed: 3 });
      expect(requests.sort()).toEqual(['/broken.png', '/hang.png', '/large.png', '/page.png']);
      expect(again.digest).toBe(first.digest);
    });

    it('call no private address, and leave them out if they are told to', async () => {
      const workspace = await newWorkspace(program);
      const refused = await fetching(workspace, false);
      expect(requests).toEqual([]);
      expect(refused.report.counts.attachments).toEqual({ created: 0, found: 0, failed: 7 });
      expect(lines(refused)).toContain(
        'posts.json:1 The file was not fetched. The host leads to a private address.',
      );
      const without = await run(workspace, 'canny', 'pictures');
      expect(without.report.counts.attachments).toEqual({ created: 0, found: 0, failed: 0 });
      expect(lines(without)).toEqual([]);
    });
  });
});
