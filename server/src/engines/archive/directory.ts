// An archive as a directory. Written under a temporary name, and renamed when it is complete.

import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { badArchive } from '../../domain/porting/manifest.ts';
import type { ArchiveReader, ArchiveWriter } from '../../ports/porting/archive.ts';
import { checkedEntryName, unfinishedName } from './entry-names.ts';

export async function openDirectory(path: string): Promise<ArchiveReader> {
  const entries = new Map<string, number>();
  const list = async (folder: string, prefix: string): Promise<void> => {
    for (const name of await readdir(folder)) {
      // Not `stat`: a link could lead out of the directory.
      const found = await lstat(join(folder, name));
      if (found.isDirectory() && prefix === '' && name === 'files') await list(join(folder, name), 'files/');
      else if (found.isFile()) entries.set(checkedEntryName(`${prefix}${name}`), found.size);
      else checkedEntryName(`${prefix}${name}/`);
    }
  };
  await list(path, '');
  return {
    entries,
    open: async (name) => {
      if (!entries.has(name)) throw badArchive(`The archive has no ${name}.`);
      return createReadStream(join(path, name));
    },
    close: async () => undefined,
  };
}

export async function createDirectory(path: string): Promise<ArchiveWriter> {
  const unfinished = unfinishedName(path);
  await mkdir(unfinished, { mode: 0o700 });
  await mkdir(join(unfinished, 'files'), { mode: 0o700 });
  return {
    add: (name: string, bytes: Readable) =>
      pipeline(
        bytes,
        createWriteStream(join(unfinished, checkedEntryName(name)), {
          flags: 'wx',
          mode: 0o600,
          flush: true,
        }),
      ),
    finish: () => rename(unfinished, path),
    discard: () => rm(unfinished, { recursive: true, force: true }),
  };
}
