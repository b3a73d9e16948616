import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskFiles, pathOfFile } from '../../engines/files/disk.ts';
import { moveFiles } from './moving-files.ts';

const good = Buffer.from('the right bytes');
const bad = Buffer.from('the wrong bytes');
const file = {
  fileKey: 'aakey',
  size: good.length,
  sha256: createHash('sha256').update(good).digest('hex'),
};

describe('moving files', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'earshot-moving-'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const put = (name: string, bytes: Buffer) =>
    diskFiles(join(root, name)).write(file.fileKey, Readable.from([bytes]));
  const order = () => ({
    from: diskFiles(join(root, 'from')),
    to: diskFiles(join(root, 'to')),
    wanted: async function* () {
      yield file;
    },
    onProgress: () => undefined,
  });
  const moved = () => readFile(pathOfFile(join(root, 'to'), file.fileKey));

  it('replaces a file of the right size with other bytes if asked to', async () => {
    await put('from', good);
    await put('to', bad);
    await moveFiles(order());
    expect(await moved()).toEqual(bad);
    expect(await moveFiles({ ...order(), comparesBytes: true })).toEqual({ present: 1, lost: [] });
    expect(await moved()).toEqual(good);
  });

  it('does not link a damaged file', async () => {
    await put('from', bad);
    let links = 0;
    const link = async () => {
      links += 1;
      return true;
    };
    expect(await moveFiles({ ...order(), link })).toEqual({ present: 0, lost: [file.fileKey] });
    expect(links).toBe(0);
    await put('from', good);
    expect((await moveFiles({ ...order(), link })).lost).toEqual([]);
    expect(links).toBe(1);
  });
});
