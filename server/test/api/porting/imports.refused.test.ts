// Uploads that are refused, and archives that fail: they change nothing, and leave nothing behind.

import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { newWorkspace, seen } from '../../porting/world.ts';
import { zipOf } from '../../support/documents/zip.ts';
import type { TestProgram } from '../../support/program.ts';
import { formOf, importFixture, maxBytes, type Shown } from './importing.ts';

describe('imports', () => {
  const { started, unchanged, send, csv, queued, ended, actionsOf, noDirectories, importEvents } =
    importFixture();
  let program: TestProgram;
  let archive: Buffer;
  beforeAll(() => {
    ({ program, archive } = started());
    program.importing.start();
  });

  it('names a damaged file of another service', async () => {
    const { client } = await newWorkspace(program);
    const damaged = await zipOf({ 'posts.csv': Buffer.from(`title\n${'Dark mode\n'.repeat(500)}`) });
    for (const [at, message] of [
      [60, /^The archive's posts.csv is damaged: .+\.$/],
      [0, /^The archive's posts.csv is damaged: .+\.$/],
    ] as const) {
      const bytes = Buffer.from(damaged).fill(0x55, at, at + 20);
      const failed = await ended(queued(formOf({ 'a.zip': bytes }, { source: 'csv' }), client), client);
      expect([failed.state, failed.error]).toEqual(['failed', expect.stringMatching(message)]);
    }
  });

  it('refuses another upload while those that are kept take as much as one may', async () => {
    const { client } = await newWorkspace(program);
    const long = `title\n${'x'.repeat(maxBytes - 100)}\n`;
    const upload = () => formOf({ 'posts.csv': long }, { source: 'csv', dryRun: 'true' });
    const { id } = await ended(queued(upload(), client), client);
    await ended(queued(csv({ dryRun: 'true' }), client), client);
    await ended(queued(csv({ dryRun: 'true' }), client), client);
    const refused = await unchanged(() => send(client, csv()));
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringMatching(/^The workspace keeps the uploads of 3 imports, with 2\d\d,\d+ bytes\. Delete /),
    ]);
    expect((await client.delete(`/imports/${id}`)).status).toBe(200);
    expect((await send(client, csv())).status).toBe(202);
  });

  describe('of bad archives', () => {
    const renamed = (bytes: Buffer, from: string, to: string) =>
      Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');
    const newer = { format: 'earshot-export', formatVersion: 99 };
    const cases: [string, () => Promise<Buffer>, RegExp][] = [
      ['a truncated zip file', async () => archive.subarray(0, 500), /not a zip file: .*[^.]\.$/],
      ['no zip file', async () => Buffer.from('hello'), /damaged, cut off, or not a zip file: .*[^.]\.$/],
      [
        'a zip bomb',
        () => zipOf({ 'posts.ndjson': Buffer.alloc(50_000_000) }),
        /expands more than 200 times/,
      ],
      [
        'an archive that is too large in all',
        () =>
          zipOf(
            Object.fromEntries(
              ['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.ndjson`, Buffer.alloc(900_000)]),
            ),
          ),
        /expands to more than an import may have/,
      ],
      [
        'a path that leads out',
        async () =>
          renamed(await zipOf({ 'aa/bb/cc.ndjson': Buffer.from('x') }), 'aa/bb/cc.ndjson', '../../../cc.ndj'),
        /invalid relative path|not part of the format/,
      ],
      ['damaged bytes', async () => Buffer.from(archive).fill(0x55, 300, 420), /damaged|does not match/],
      [
        'a newer format',
        () => zipOf({ 'manifest.json': Buffer.from(JSON.stringify(newer)) }),
        /newer Earshot|not an Earshot export|manifest/,
      ],
    ];
    it.each(cases)('fails with a reason for %s, and changes nothing', async (_, bytes, message) => {
      const { client, ...rest } = await newWorkspace(program);
      const workspace = { client, ...rest };
      const before = await seen(workspace);
      const failed = await ended(queued(formOf({ 'export.zip': await bytes() }), client), client);
      expect([failed.state, failed.undoneCounts]).toEqual(['failed', null]);
      expect(failed.error).toMatch(message);
      expect(actionsOf(rest.id)).toEqual(['workspace.import_started', 'workspace.import_failed']);
      expect(await importEvents(client)).toEqual([]);
      // The same file would fail again.
      expect([failed.fileNames, failed.expiresAt]).toEqual([[], null]);
      expect((await client.post(`/imports/${failed.id}/start`)).status).toBe(409);
      expect(await seen(workspace)).toEqual(before);
      expect(await noDirectories()).toEqual([]);
    });

    it('leaves nothing of an upload that the network cut off', async () => {
      const port = await program.listen();
      const files = await program.files();
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `POST /v1/imports HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${program.secrets.live}\r\n` +
          'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 150000\r\n\r\n' +
          '--b\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n' +
          'x'.repeat(100_000),
        () => socket.destroy(),
      );
      await new Promise((resolve) => socket.once('close', resolve));
      await expect.poll(() => program.files()).toEqual(files);
      const { imports } = (await program.live.get('/imports')).body.data as { imports: Shown[] };
      expect(imports.some(({ state }) => state === 'queued')).toBe(false);
    });
  });
});
