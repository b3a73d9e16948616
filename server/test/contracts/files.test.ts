import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discardFiles } from '../../src/engines/files/discard.ts';
import { diskFiles } from '../../src/engines/files/disk.ts';
import { filesContract, listed, refusedKeys } from './files.ts';

const filesUnder = async (directory: string): Promise<string[]> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
};

filesContract('disk', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-files-'));
  return {
    files: diskFiles(directory),
    held: () => filesUnder(directory),
    close: () => rm(directory, { recursive: true, force: true }),
  };
});

describe('files on disk, besides the contract', () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'earshot-files-'));
  });
  afterEach(async () => {
    await rm(parent, { recursive: true, force: true });
  });

  it('creates its directory with the first file, for its owner only', async () => {
    const directory = join(parent, 'not', 'yet');
    const files = diskFiles(directory);
    expect(await files.read('key')).toBeUndefined();
    await files.remove('key');
    expect(await readdir(parent)).toEqual([]);

    await files.write('abcdef', Readable.from([Buffer.from('x')]));
    const modes = ['', 'ab', 'ab/abcdef'].map(
      async (path) => (await stat(join(directory, path))).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o600]);
  });

  it('is unavailable when its directory cannot be used, and closes the source', async () => {
    const directory = join(parent, 'files');
    await writeFile(directory, 'not a directory');
    const files = diskFiles(directory);
    const away = { code: 'UNAVAILABLE', cause: expect.objectContaining({ syscall: expect.any(String) }) };
    const source = Readable.from([Buffer.from('x')]);
    await expect(files.write('key', source)).rejects.toMatchObject(away);
    expect(source.destroyed).toBe(true);
    await expect(files.read('key')).rejects.toMatchObject(away);
    await expect(files.sizeOf('key')).rejects.toMatchObject(away);
    await expect(files.read('key')).rejects.not.toThrow(parent);
  });

  it('lists partial files left by a crash, and removes them by key', async () => {
    const files = diskFiles(parent);
    await mkdir(join(parent, 'cr'));
    await writeFile(join(parent, 'cr', '.crashed.0123456789ab.part'), 'hal');
    await writeFile(join(parent, 'cr', '.crashedToo.0123456789ab.part'), 'hal');
    expect((await listed(files)).map(({ key }) => key).sort()).toEqual(['crashed', 'crashedToo']);
    expect(await files.read('crashed')).toBeUndefined();

    await files.remove('crashed');
    expect(await filesUnder(parent)).toEqual(['.crashedToo.0123456789ab.part']);
  });

  it('neither lists nor removes other files', async () => {
    const files = diskFiles(parent);
    await mkdir(join(parent, 'lo'));
    await writeFile(join(parent, 'README.txt'), '');
    await writeFile(join(parent, 'lo', 'lost+found.txt'), '');
    expect(await listed(files)).toEqual([]);
    await files.remove('lost');
    expect((await filesUnder(parent)).sort()).toEqual(['README.txt', 'lost+found.txt']);
  });
});

describe('files that are discarded', () => {
  it('reads the source to its end and stores nothing', async () => {
    const files = discardFiles();
    const source = Readable.from([Buffer.from('one'), Buffer.from('two')]);
    await files.write('key', source);
    expect(source.readableEnded).toBe(true);
    expect(await files.read('key')).toBeUndefined();
    expect(await files.sizeOf('key')).toBeUndefined();
    expect(await listed(files)).toEqual([]);
    await files.remove('key');
  });

  it("rethrows a failing source's error", async () => {
    const source = new Readable({ read() {} });
    const written = discardFiles().write('key', source);
    source.destroy(new Error('gone'));
    await expect(written).rejects.toThrow('gone');
  });

  it('rejects the keys that every engine rejects', async () => {
    for (const key of refusedKeys) {
      await expect(discardFiles().write(key, Readable.from([]))).rejects.toThrow('file key');
      await expect(discardFiles().read(key)).rejects.toThrow('file key');
      await expect(discardFiles().sizeOf(key)).rejects.toThrow('file key');
      await expect(discardFiles().remove(key)).rejects.toThrow('file key');
    }
  });
});
