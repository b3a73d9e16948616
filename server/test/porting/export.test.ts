// Exports as files: what they hold, what they leave behind when they fail, and CSV.

import { readdir, readFile, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportTables } from '../../src/app/porting/export/csv-exporting.ts';
import { exportWorkspace } from '../../src/app/porting/export/exporting.ts';
import { createArchive } from '../../src/compose/archives.ts';
import { pdf } from '../http/pictures.ts';
import type { TestProgram } from '../support/program.ts';
import { furnish, furnishedFixture } from './furnished.ts';
import { exported, imported } from './ported.ts';
import { newWorkspace, seen, type TestWorkspace } from './world.ts';

describe('an export', () => {
  const { place, started } = furnishedFixture();
  let directory: string;
  let program: TestProgram;
  let original: TestWorkspace;
  beforeAll(() => {
    ({ program, directory, original } = started());
  });

  it('does not replace a file, and leaves none behind if it fails', async () => {
    const path = place('.zip');
    await exported(original, path);
    await expect(exported(original, path)).rejects.toThrow('exists already');
    await expect(exported(original, join(path, 'in', 'nowhere.zip'))).rejects.toThrow('cannot be written');
    const other = place('.zip');
    const failing = exported(original, other, {
      onProgress: () => {
        throw new Error('disk full');
      },
    });
    await expect(failing).rejects.toThrow('disk full');
    const left = (await readdir(directory)).filter((name) => name.startsWith(basename(other)));
    expect(left).toEqual([]);
  });

  it.each(['', '.zip'])('keeps clear of what a killed one has left behind (%s)', async (ending) => {
    const path = place(ending);
    await symlink(directory, `${path}.part`);
    await exported(original, path);
    const copy = await newWorkspace(program);
    await imported(copy, path);
    expect(await seen(copy)).toEqual(await seen(original));
  });

  it('leaves out a damaged file only if asked to', async () => {
    const files = { ...program.engines.files, read: async () => Readable.from([Buffer.from('damaged')]) };
    const deps = { ...program.engines, files, clock: program.clock, version: '0.0.0-test' };
    const order = { workspaceId: original.id, withLedger: false };
    const exportTo = async (path: string, leaveLostFiles: boolean) =>
      exportWorkspace(deps, { ...order, leaveLostFiles }, await createArchive(path));
    await expect(exportTo(place(), false)).rejects.toThrow('is damaged');
    const path = place();
    const { manifest, lostFiles } = await exportTo(path, true);
    expect([manifest.files.count, lostFiles.length]).toEqual([0, 1]);
    const { report } = await imported(await newWorkspace(program), path);
    expect(report.counts).toMatchObject({ posts: { created: 4 }, attachments: { created: 0, failed: 1 } });
  });

  it('takes the other copy of a file that is missing', async () => {
    const source = await newWorkspace(program);
    await furnish(source);
    const form = new FormData();
    form.append('title', 'With the same file');
    form.append('attachments', new Blob([new Uint8Array(pdf())]), 'copy.pdf');
    await source.client.call('POST', '/posts', { form });
    let reads = 0;
    const files = {
      ...program.engines.files,
      read: async (key: string) => {
        reads += 1;
        return reads === 1 ? undefined : program.engines.files.read(key);
      },
    };
    const deps = { ...program.engines, files, clock: program.clock, version: '0.0.0-test' };
    const order = { workspaceId: source.id, withLedger: false, leaveLostFiles: false };
    const { manifest, lostFiles } = await exportWorkspace(deps, order, await createArchive(place()));
    expect([manifest.files.count, lostFiles]).toEqual([1, []]);
  });

  it('shows one moment, whatever is written meanwhile', async () => {
    const source = await newWorkspace(program);
    await furnish(source);
    const before = await seen(source);
    const path = place();
    let isChanged = false;
    await program.engines.store.snapshot(async (snapshot) => {
      await source.client.post('/posts', { title: 'Too late' });
      const rows = await snapshot.rowsAfter(source.id, 'posts', undefined, 100);
      expect(rows).toHaveLength(4);
      isChanged = true;
    });
    expect(isChanged).toBe(true);
    await exported(source, path);
    expect((await readFile(join(path, 'posts.ndjson'), 'utf8')).split('\n')).toHaveLength(6);
    expect((before.posts as unknown[]).length).toBe(4);
  });

  it('can include the ledger, which an import ignores', async () => {
    const path = place();
    const { manifest } = await exported(original, path, { withLedger: true });
    expect(manifest.parts.find(({ name }) => name === 'ledger.ndjson')?.records).toBeGreaterThan(8);
    const copy = await newWorkspace(program);
    await imported(copy, path);
    expect(await seen(copy)).toEqual(await seen(original));
  });

  it('as CSV quotes as in RFC 4180, and disarms formulas', async () => {
    const path = place();
    const deps = { ...program.engines, clock: program.clock, version: 'test' };
    await exportTables(deps, { workspaceId: original.id }, await createArchive(path));
    const posts = await readFile(join(path, 'posts.csv'), 'utf8');
    expect(posts.startsWith('\ufeffid,title,description,status,')).toBe(true);
    expect(posts).toContain(`"'=HYPERLINK(""x"")"`);
    expect(posts).toContain('"Three, ""quoted""\nline"');
    expect(posts).toContain(`'+1 Name`);
    expect(posts.split('\r\n')).toHaveLength(6);
    expect((await readFile(join(path, 'votes.csv'), 'utf8')).split('\r\n').length).toBeGreaterThan(4);
    expect(await readFile(join(path, 'users.csv'), 'utf8')).toContain('0@example.com');
  });
});
