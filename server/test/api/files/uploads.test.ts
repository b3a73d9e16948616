// File uploads with posts, and downloads: the same for every file store.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listed } from '../../contracts/files.ts';
import { gif, jpeg, mp4, pdf, png, pngOf } from '../../http/pictures.ts';
import { openWire } from '../../support/network/wire.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

interface Part {
  name?: string;
  bytes: Buffer | string;
  type?: string;
  fileName?: string;
}

const formOf = (fields: Record<string, string>, ...parts: Part[]): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { name = 'attachments', bytes, type = 'image/png', fileName = 'a.png' } of parts) {
    form.append(name, new Blob([bytes], { type }), fileName);
  }
  return form;
};
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('uploads', () => {
  let program: TestProgram;
  let before: [string, string[]];

  beforeAll(async () => {
    const limits = { UPLOAD_MAX_IMAGE_BYTES: '20000', UPLOAD_MAX_VIDEO_BYTES: '300000' };
    program = await startProgram({ environment: limits });
    await program.live.get('/me');
  });
  afterAll(() => program.close());
  beforeEach(async () => {
    before = [program.dump(), await kept()];
  });

  /** The keys of all stored files, in any store. */
  const kept = async () => (await listed(program.engines.files)).map(({ key }) => key).sort();
  const create = (...parts: Part[]) =>
    program.live.call('POST', '/posts', { form: formOf({ title: 'x' }, ...parts) });
  const nothingKept = async () => {
    expect(program.dump() === before[0], 'the data are as they were').toBe(true);
    expect(await kept()).toEqual(before[1]);
  };

  describe('files of a post', () => {
    describe('201', () => {
      it('are stored with their metadata, in upload order, under any accepted field name', async () => {
        const files: Part[] = [
          { bytes: png(3, 2), fileName: 'shot.png' },
          { name: 'attachments[]', bytes: jpeg(40, 20, 6), type: 'image/jpeg', fileName: 'Größe 1.jpg' },
          { name: 'files', bytes: pdf(), type: 'application/pdf', fileName: 'notes.pdf' },
          { name: 'files[]', bytes: mp4(100_000), type: 'video/mp4', fileName: 'clip.mp4' },
          { bytes: gif(7, 9), type: '', fileName: 'unsaid.gif' },
        ];
        const { status, body } = await create(...files);
        expect(status).toBe(201);
        const shown = (
          mimeType: string,
          width: number | null,
          height: number | null,
          part: Part | undefined,
        ) => ({
          id: expect.stringMatching(/^att_[0-9a-hjkmnp-tv-z]{26}$/),
          fileName: part?.fileName,
          mimeType,
          size: part?.bytes.length,
          width,
          height,
          sha256: sha256(part?.bytes as Buffer),
          url: expect.stringMatching(/^http:\/\/earshot\.test\/files\/[0-9A-Za-z]{40}\/[^/]+$/),
          createdAt: '2026-01-31T09:15:02.123Z',
        });
        expect(body.data.attachments).toEqual([
          shown('image/png', 3, 2, files[0]),
          shown('image/jpeg', 20, 40, files[1]),
          shown('application/pdf', null, null, files[2]),
          shown('video/mp4', null, null, files[3]),
          shown('image/gif', 7, 9, files[4]),
        ]);
        expect(await kept()).toHaveLength(before[1].length + 5);
        const read = await program.live.get(`/posts/${body.data.id}?include=attachments`);
        expect(read.body.data.attachments).toEqual(body.data.attachments);
      });

      it('are served at their URL without a key, with headers that keep them from running as a page', async () => {
        const { body } = await create({ bytes: png(3, 2), fileName: 'Größe 1.png' });
        const path = new URL(body.data.attachments[0].url).pathname;
        const { statusCode, headers, rawPayload } = await program.app.inject(path);
        expect(statusCode).toBe(200);
        expect(rawPayload).toEqual(png(3, 2));
        expect(headers).toMatchObject({
          'content-type': 'image/png',
          'content-length': String(png(3, 2).length),
          'x-content-type-options': 'nosniff',
          'content-security-policy': "sandbox; default-src 'none'",
          'cache-control': expect.stringContaining('immutable'),
          'accept-ranges': 'bytes',
          'x-request-id': expect.stringMatching(/^req_/),
        });
        const part = await program.app.inject({ url: path, headers: { range: 'bytes=1-3' } });
        expect([part.statusCode, part.payload]).toEqual([206, 'PNG']);
        expect(part.headers['content-range']).toBe(`bytes 1-3/${png(3, 2).length}`);
      });

      it('are not served under another name or a guessed URL', async () => {
        const { body } = await create({ bytes: png(3, 2), fileName: 'a.png' });
        const path = new URL(body.data.attachments[0].url).pathname;
        for (const wrong of [
          path.replace('a.png', 'b.png'),
          path.replace(/\/files\/./, '/files/-'),
          `${path}/x`,
        ]) {
          const { statusCode, headers } = await program.app.inject(wrong);
          expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
        }
      });

      it('are served with a name that matches their type, even if stored under another name', async () => {
        const { body } = await create({ bytes: png(3, 2), fileName: 'invoice.hta' });
        const [{ fileName, url }] = body.data.attachments;
        expect([fileName, url.endsWith('/invoice.png')]).toEqual(['invoice.png', true]);
        const post = body.data.id as string;
        const { store, files } = program.engines;
        await files.write('keptEarlier', Readable.from([png(3, 2)]));
        await store.transaction((write) =>
          write.attachments.insert(program.workspaceId, {
            id: 'att_earlier',
            postId: post,
            changelogId: null,
            commentId: null,
            fileKey: 'keptEarlier',
            fileName: 'earlier.html',
            mimeType: 'image/png',
            size: png(3, 2).length,
            width: 3,
            height: 2,
            sha256: '',
            createdAt: 0,
          }),
        );
        const { statusCode, headers } = await program.app.inject('/files/keptEarlier/earlier.html');
        expect([statusCode, headers['content-disposition']]).toEqual([200, 'inline; filename=earlier.png']);
      });

      it('are always served as a download if they are SVG', async () => {
        const svg = Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="5" height="4"><script>1</script></svg>',
        );
        const { status, body } = await create({ bytes: svg, type: 'image/svg+xml', fileName: 'x.svg' });
        expect([status, body.data.attachments[0].mimeType]).toEqual([201, 'image/svg+xml']);
        const { headers } = await program.app.inject(new URL(body.data.attachments[0].url).pathname);
        expect(headers['content-disposition']).toMatch(/^attachment;/);
      });

      it('can have the maximum size and the maximum count of ten', async () => {
        expect((await create({ bytes: pngOf(20_000) })).status).toBe(201);
        expect((await create({ bytes: mp4(300_000), type: 'video/mp4' })).status).toBe(201);
        const ten = Array.from({ length: 10 }, () => ({ bytes: png(1, 1) }));
        expect((await create(...ten)).body.data.attachments).toHaveLength(10);
      });

      it('can be missing from a form, also as an empty browser file field', async () => {
        const none = await create();
        const raw = [
          '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nx\r\n',
          '--b\r\nContent-Disposition: form-data; name="attachments"; filename=""\r\n',
          'Content-Type: application/octet-stream\r\n\r\n\r\n--b--\r\n',
        ].join('');
        const headers = { 'content-type': 'multipart/form-data; boundary=b' };
        const empty = await program.live.call('POST', '/posts', { raw, headers });
        expect([none.status, empty.status]).toEqual([201, 201]);
        expect([none.body.data.attachments, empty.body.data.attachments]).toEqual([[], []]);
      });

      it('never escape their directory through their name', async () => {
        const { body } = await create({ bytes: png(1, 1), fileName: '../../../etc/passwd.png' });
        const { fileName, url } = body.data.attachments[0];
        expect(fileName).not.toMatch(/[/\\]/);
        expect((await program.app.inject(new URL(url).pathname)).statusCode).toBe(200);
      });

      it('are read and discarded under a test key, with the same response', async () => {
        const form = formOf(
          { title: 'x' },
          { bytes: png(3, 2) },
          { bytes: pdf(), type: 'application/pdf', fileName: 'b.pdf' },
        );
        const { status, body } = await program.test.call('POST', '/posts', { form });
        expect([status, body.test]).toEqual([201, true]);
        expect(body.data.attachments).toMatchObject([
          {
            id: expect.stringMatching(/^att_test_/),
            fileName: 'a.png',
            width: 3,
            height: 2,
            sha256: sha256(png(3, 2)),
          },
          { id: expect.stringMatching(/^att_test_/), fileName: 'b.pdf', mimeType: 'application/pdf' },
        ]);
        await nothingKept();
        const path = new URL(body.data.attachments[0].url).pathname;
        expect((await program.app.inject(path)).statusCode).toBe(404);
      });
    });

    const refusals: [status: number, name: string, fields: Record<string, string>, parts: Part[]][] = [
      [400, 'an empty file', { title: 'x' }, [{ bytes: '' }]],
      [400, 'no title', {}, [{ bytes: png(1, 1) }]],
      [400, 'a title that is too long', { title: 'x'.repeat(201) }, [{ bytes: png(1, 1) }]],
      [400, 'a file in an unknown field', { title: 'x' }, [{ name: 'avatar', bytes: png(1, 1) }]],
      [400, 'a file as the title', {}, [{ name: 'title', bytes: png(1, 1) }]],
      [400, 'an unknown status', { title: 'x', statusId: 'nothing' }, [{ bytes: png(1, 1) }]],
      [
        413,
        'an image one byte over the limit',
        { title: 'x' },
        [{ bytes: png(1, 1) }, { bytes: pngOf(20_001) }],
      ],
      [
        413,
        'a PDF one byte over the limit',
        { title: 'x' },
        [{ bytes: Buffer.concat([pdf(), Buffer.alloc(20_001 - pdf().length)]), type: 'application/pdf' }],
      ],
      [413, 'a video one byte over the limit', { title: 'x' }, [{ bytes: mp4(300_001), type: 'video/mp4' }]],
      [413, 'an eleventh file', { title: 'x' }, Array.from({ length: 11 }, () => ({ bytes: png(1, 1) }))],
      [
        413,
        'a field of more than 1 MiB',
        { title: 'x', description: 'x'.repeat(1_048_577) },
        [{ bytes: png(1, 1) }],
      ],
      [
        415,
        'text',
        { title: 'x' },
        [{ bytes: png(1, 1) }, { bytes: 'hello', type: 'text/csv', fileName: 'a.csv' }],
      ],
      [415, 'text declared as an image', { title: 'x' }, [{ bytes: 'hello, this is text' }]],
      [415, 'HTML declared as an image', { title: 'x' }, [{ bytes: '<!doctype html><script>1</script>' }]],
      [415, 'an image declared as a PDF', { title: 'x' }, [{ bytes: png(1, 1), type: 'application/pdf' }]],
      [415, 'a video declared as an image', { title: 'x' }, [{ bytes: mp4(), type: 'image/png' }]],
      [
        415,
        'a zip archive',
        { title: 'x' },
        [{ bytes: Buffer.from('504b0304140000000000', 'hex'), type: 'application/zip' }],
      ],
    ];
    describe.each([400, 413, 415])('%i', (status) => {
      it.each(refusals.filter(([wanted]) => wanted === status))(
        '%i: %s stores nothing',
        async (_status, _name, fields, parts) => {
          for (const client of [program.live, program.test]) {
            const answer = await client.call('POST', '/posts', { form: formOf(fields, ...parts) });
            expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
            expect(answer.body.error.status).toBe(status);
          }
          await nothingKept();
        },
      );
    });

    describe('409', () => {
      it('stores no file for a post whose externalId is already in use', async () => {
        await program.live.post('/posts', { title: 'Owner', externalId: 'taken' });
        before = [program.dump(), await kept()];
        const form = formOf({ title: 'x', externalId: 'taken' }, { bytes: png(1, 1) });
        expect((await program.live.call('POST', '/posts', { form })).status).toBe(409);
        await nothingKept();
      });
    });

    describe('404', () => {
      it('stores no file for a post that does not exist', async () => {
        const form = formOf({ title: 'x' }, { bytes: png(1, 1) });
        const { status } = await program.live.call('PATCH', '/posts/post_01jz3k8n5yegs9t2w6qv4m7r8c', {
          form,
        });
        expect(status).toBe(404);
        await nothingKept();
      });
    });

    describe('401 and 429', () => {
      it('stores no file from an unauthenticated or rate-limited client', async () => {
        const form = formOf({ title: 'x' }, { bytes: png(1, 1) });
        const headers = { authorization: 'Bearer sk_live_wrong' };
        expect((await program.live.call('POST', '/posts', { form, headers })).status).toBe(401);
        await nothingKept();
      });
    });
  });

  describe('an interrupted upload', () => {
    /** Only a failure takes this long. */
    const patience = { timeout: 60_000, interval: 10 };
    let port: number;
    beforeAll(async () => {
      port = await program.listen();
    });

    const start = (secret: string, length: number): string =>
      [
        'POST /v1/posts HTTP/1.1',
        'Host: x',
        `Authorization: Bearer ${secret}`,
        'Content-Type: multipart/form-data; boundary=b',
        `Content-Length: ${length}`,
        '',
        '--b',
        'Content-Disposition: form-data; name="title"',
        '',
        'Half',
        '--b',
        'Content-Disposition: form-data; name="attachments"; filename="whole.png"',
        'Content-Type: image/png',
        '',
        '',
      ].join('\r\n');
    const second =
      '\r\n--b\r\nContent-Disposition: form-data; name="attachments"; filename="half.mp4"\r\nContent-Type: video/mp4\r\n\r\n';

    it.each(['live', 'test'] as const)('stores no file and no row under a %s key', async (mode) => {
      const wire = openWire(port);
      wire.socket.write(start(program.secrets[mode], 10_000_000));
      wire.socket.write(png(3, 2));
      wire.socket.write(second);
      // Wait until the kernel has received everything before closing the connection.
      await new Promise((resolve) => wire.socket.write(mp4(200_000), resolve));
      if (mode === 'live') {
        // Wait until the first file is stored.
        await expect.poll(async () => (await kept()).length, patience).toBeGreaterThan(before[1].length);
      }
      wire.socket.destroy();
      await wire.answer;
      await expect.poll(() => kept(), patience).toEqual(before[1]);
      await nothingKept();
    });
  });
});
