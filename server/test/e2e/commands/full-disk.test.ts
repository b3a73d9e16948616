// Exports and imports while there is no room for their files. A limit of the process stands for a full disk.

import { execFileSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { findTool } from '../../../../scripts/tools.mjs';
import { dataOf, send } from '../../guards/sending.ts';
import { jpeg } from '../../http/pictures.ts';
import {
  chosenKeys,
  cleanUpAfterAll,
  cli,
  liveKey,
  newDirectory,
  runProgram,
  runToEnd,
  type Serving,
  serve,
} from '../processes.ts';
import { hasSmallDisks, onSmallDisk } from '../small-disk.ts';

const prlimit = findTool('prlimit') ?? '';
/** Enough for the database and for each file, but not for an archive of all. */
const roomForOne = 12_000_000;
const fileBytes = 9_000_000;
const full = "The server's disk is full.";

describe.skipIf(prlimit === '')('a full disk', () => {
  let [dataDir, temporary, out] = ['', '', ''];
  let environment: Record<string, string>;
  let serving: Serving;
  let archive: Buffer;
  cleanUpAfterAll();
  beforeAll(async () => {
    const directory = await newDirectory();
    [dataDir, temporary, out] = ['data', 'tmp', 'out'].map((name) => join(directory, name)) as [
      string,
      string,
      string,
    ];
    for (const path of [temporary, out]) await mkdir(path);
    environment = { ...chosenKeys, DATA_DIR: dataDir, TMPDIR: temporary, LOG_LEVEL: 'fatal' };
    serving = await serve(dataDir, environment);
    const form = new FormData();
    form.append('title', 'With files');
    for (const width of [1, 2, 3])
      form.append('attachments', new Blob([new Uint8Array(jpeg(width, 1, 0, fileBytes))]), `${width}.jpg`);
    await ask('POST', '/posts', form);
  });

  const ask = (method: string, path: string, form?: FormData) =>
    dataOf(serving.address, liveKey, { method, path, ...(form && { form }) });
  const limit = (bytes: number | 'unlimited') =>
    execFileSync(prlimit, ['--pid', String(serving.child.pid), `--fsize=${bytes}:unlimited`]);
  const ended = async (path: string) => {
    for (;;) {
      const shown = await ask('GET', path);
      if (!['queued', 'running', 'undoing'].includes(shown.state)) return shown;
    }
  };
  const stored = async () => {
    const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  const upload = (fields: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, text] of Object.entries(fields)) form.append(name, text);
    form.append('file', new Blob([new Uint8Array(archive)]), 'export.zip');
    return send(serving.address, liveKey, { method: 'POST', path: '/imports', form });
  };
  const limited = async (bytes: number, args: string[]) => {
    const started = runProgram(prlimit, [`--fsize=${bytes}`, process.execPath, cli, ...args], environment);
    return { code: (await started.exited).code, stdout: started.stdout(), stderr: started.stderr() };
  };

  it('fails an export job, which leaves nothing; with room, the next one succeeds', async () => {
    const before = await stored();
    expect(before).toHaveLength(3);
    limit(roomForOne);
    const { id } = await ask('POST', '/exports');
    expect(await ended(`/exports/${id}`)).toMatchObject({ state: 'failed', error: full });
    expect(await stored()).toEqual(before);
    expect((await ask('GET', '/posts')).posts).toHaveLength(1);

    limit('unlimited');
    const { id: next } = await ask('POST', '/exports');
    expect(await ended(`/exports/${next}`)).toMatchObject({ state: 'finished' });
    archive = (await send(serving.address, liveKey, { method: 'GET', path: `/exports/${next}/file` })).bytes;
    expect(archive.length).toBeGreaterThan(roomForOne);
    await ask('DELETE', `/exports/${next}`);
  });

  it('refuses an upload and fails an import job; with room, the import is started again', async () => {
    const [{ id: postId }] = (await ask('GET', '/posts')).posts;
    await ask('DELETE', `/posts/${postId}`);
    expect(await stored()).toEqual([]);
    limit(roomForOne);
    const refused = await upload();
    expect([refused.status, JSON.parse(refused.bytes.toString()).error.code]).toEqual([503, 'UNAVAILABLE']);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await stored()).toEqual([]);
    expect((await ask('GET', '/imports')).imports).toEqual([]);

    limit('unlimited');
    const { id } = JSON.parse((await upload({ dryRun: 'true' })).bytes.toString()).data;
    const path = `/imports/${id}`;
    expect(await ended(path)).toMatchObject({ state: 'finished', errorsCount: 0 });
    limit(roomForOne);
    await ask('POST', `${path}/start`);
    expect(await ended(path)).toMatchObject({ state: 'failed', error: full });
    expect(await readdir(temporary)).toEqual([]);
    expect((await ask('GET', '/posts')).posts).toEqual([]);

    limit(0);
    expect((await send(serving.address, liveKey, { method: 'POST', path: `${path}/start` })).status).toBe(
      503,
    );
    expect((await ask('GET', path)).state).toBe('failed');

    limit('unlimited');
    await ask('POST', `${path}/start`);
    expect(await ended(path)).toMatchObject({
      state: 'finished',
      counts: { posts: { created: 1 }, attachments: { created: 3, failed: 0 } },
    });
    expect((await ask('GET', '/posts')).posts).toHaveLength(1);
    expect(await stored()).toHaveLength(4);
  });

  it.each(['export.zip', 'export'])('ends the command that exports to %s in one line', async (name) => {
    const path = join(out, name);
    const { code, stderr } = await limited(name === 'export' ? fileBytes : roomForOne, ['export', path]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^The export to ".*" failed: .*\. Nothing of it was kept\.\n$/),
    ]);
    expect(await readdir(out)).toEqual([]);
  });

  it('ends the command that imports in one line; with room, the same command continues', async () => {
    const file = join(temporary, 'export.zip');
    await writeFile(file, archive);
    await ask('POST', `/imports/${(await ask('GET', '/imports')).imports[0].id}/undo`);
    await ended(`/imports/${(await ask('GET', '/imports')).imports[0].id}`);
    const before = await stored();
    const args = ['import', file];
    const { code, stderr } = await limited(fileBytes, args);
    // Only progress comes before it.
    expect([code, stderr.trimEnd().split('\n').at(-1)]).toEqual([
      1,
      expect.stringMatching(/^The disk is full\. Free some space/),
    ]);
    expect(await stored()).toEqual(before);
    const database = new DatabaseSync(join(dataDir, 'earshot.db'));
    database.exec('update imports set updated_at = updated_at - 61000');
    database.close();
    expect(await runToEnd(args, environment)).toMatchObject({ code: 0 });
    expect(await stored()).toHaveLength(before.length + 3);
    const [{ id, attachments }] = (await ask('GET', '/posts?include=attachments')).posts;
    expect([id, attachments.length]).toEqual([expect.any(String), 3]);
  });
});

describe.skipIf(!hasSmallDisks)('a full disk of the database', () => {
  cleanUpAfterAll();
  it('is what a running import says that it waits for', async () => {
    const at = await newDirectory();
    const started = onSmallDisk(
      { kilobytes: 4_000, at, script: `exec "${process.execPath}" "${cli}" serve` },
      [],
      { ...chosenKeys, DATA_DIR: join(at, 'data'), PORT: '0', RATE_LIMIT_READ: '0', LOG_LEVEL: 'fatal' },
    );
    const [, address = ''] = await started.printed(/listening on (http:\/\/\S+)\n/);
    const ask = (method: string, path: string, form?: FormData) =>
      dataOf(address, liveKey, { method, path, ...(form && { form }) });
    const rows = Array.from({ length: 3_000 }, (_, row) => `Row ${row},${`word${row} `.repeat(50)}`);
    const form = new FormData();
    form.append('source', 'csv');
    form.append('file', new Blob([['title,description', ...rows].join('\n')]), 'rows.csv');
    const { id } = await ask('POST', '/imports', form);
    await expect
      .poll(() => ask('GET', `/imports/${id}`))
      .toMatchObject({
        state: 'running',
        error: `${full} The import continues when there is room.`,
      });
    started.child.kill('SIGTERM');
    await started.exited;
  });
});
