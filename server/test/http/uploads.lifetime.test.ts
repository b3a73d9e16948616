// Which files of an upload stay, and which are removed: after commits, rollbacks and failures.

import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { uploads } from '../../src/app/files/uploads.ts';
import { diskFiles } from '../../src/engines/files/disk.ts';
import type { Files } from '../../src/ports/files/files.ts';
import { png, pngOf } from './pictures.ts';
import { defaults, uploadFixture } from './uploading.ts';

const { directory, onDisk } = uploadFixture();

describe('an upload', () => {
  const disk = () => diskFiles(directory());
  const picture = () => ({ fileName: 'a.png', declaredType: '', bytes: Readable.from([png(1, 1)]) });

  it('removes uncommitted files and keeps committed ones', async () => {
    const kept = uploads({ files: disk(), limits: defaults }).start();
    await kept.receive(picture());
    kept.markCommitted();
    const left = uploads({ files: disk(), limits: defaults }).start();
    await left.receive(picture());
    await left.receive(picture());
    for (const upload of [kept, left, left]) await upload.discard();
    expect(await onDisk()).toEqual(kept.files.map(({ fileKey }) => fileKey));
  });

  it('tries to remove every file, reports all failures, and retries those', async () => {
    const files = disk();
    let faults = 2;
    const remove: Files['remove'] = async (key) => {
      faults -= 1;
      if (faults >= 0) throw new Error('cannot remove');
      await files.remove(key);
    };
    const upload = uploads({ files: { ...files, remove }, limits: defaults }).start();
    for (let count = 0; count < 3; count += 1) await upload.receive(picture());
    await expect(upload.discard()).rejects.toMatchObject({
      errors: [{ message: 'cannot remove' }, { message: 'cannot remove' }],
    });
    expect(await onDisk()).toHaveLength(2);
    await upload.discard();
    expect(await onDisk()).toEqual([]);
  });

  it('reports the error of an engine that fails midway, not the abort that follows', async () => {
    const full = new Error('disk full');
    const write: Files['write'] = async (_key, bytes) => {
      for await (const piece of bytes) if (piece.length > 0) throw full;
    };
    const upload = uploads({ files: { ...disk(), write }, limits: defaults }).start();
    const bytes = Readable.from([png(2, 2), Buffer.alloc(200_000), Buffer.alloc(200_000)]);
    await expect(upload.receive({ fileName: 'a.png', declaredType: 'image/png', bytes })).rejects.toBe(full);
  });

  it('rethrows errors of the engine and the source unchanged, and closes the source', async () => {
    const full = new Error('disk full');
    const broken = uploads({
      files: { ...disk(), write: () => Promise.reject(full) },
      limits: defaults,
    }).start();
    const file = picture();
    await expect(broken.receive(file)).rejects.toBe(full);
    expect(file.bytes.destroyed).toBe(true);

    const gone = new Error('gone');
    const bytes = new Readable({ read() {} });
    bytes.push(pngOf(100_000));
    const received = uploads({ files: disk(), limits: defaults })
      .start()
      .receive({ ...picture(), bytes });
    bytes.destroy(gone);
    await expect(received).rejects.toBe(gone);
    await expect(broken.receive({ ...picture(), bytes })).rejects.toBe(gone);
    expect(await onDisk()).toEqual([]);
  });

  it('rejects a source that closes early without an error', async () => {
    const bytes = new Readable({ read() {} });
    const received = uploads({ files: disk(), limits: defaults })
      .start()
      .receive({ ...picture(), bytes });
    bytes.destroy();
    await expect(received).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await onDisk()).toEqual([]);
  });
});

describe('an upload', () => {
  const staged = async () => {
    const upload = uploads({ files: diskFiles(directory()), limits: defaults }).start();
    await upload.receive({ fileName: 'a.png', declaredType: 'image/png', bytes: Readable.from([png(3, 2)]) });
    return upload;
  };
  const kept = async () =>
    (await readdir(directory(), { recursive: true })).filter((name) => name.includes('/'));

  it('that is discarded during a transaction waits for its outcome', async () => {
    const upload = await staged();
    upload.markPending();
    await upload.discard();
    expect(await kept()).toHaveLength(1);
    await upload.markRolledBack();
    expect(await kept()).toEqual([]);
  });

  it('that was committed stays, whatever happens afterward', async () => {
    const upload = await staged();
    upload.markPending();
    upload.markCommitted();
    await upload.discard();
    expect(await kept()).toHaveLength(1);
  });

  it('that was rolled back can be used by the next transaction', async () => {
    const upload = await staged();
    upload.markPending();
    await upload.markRolledBack();
    expect(await kept()).toHaveLength(1);
    upload.markPending();
    upload.markCommitted();
    await upload.discard();
    expect(await kept()).toHaveLength(1);
  });

  it('that is discarded while a file arrives does not keep that file', async () => {
    const upload = uploads({ files: diskFiles(directory()), limits: defaults }).start();
    const bytes = new Readable({ read() {} });
    const receiving = upload.receive({ fileName: 'a.png', declaredType: 'image/png', bytes });
    await upload.discard();
    bytes.push(png(3, 2));
    bytes.push(null);
    await receiving;
    expect(await kept()).toEqual([]);
  });
});
