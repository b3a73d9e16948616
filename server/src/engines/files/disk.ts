// Files in a directory: `<directory>/<first two characters of the key>/<key>`. A file is written as
// `.<key>.<random>.part` and then renamed; `list` reports leftover parts under their key, and `remove` deletes them
// too. `.trash` and `.note` live next to the shard folders.

import { randomBytes } from 'node:crypto';
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Files } from '../../ports/files/files.ts';
import { diskTrash } from './disk-trash.ts';
import { assertFileKey, isFileKey, noteName, tolerateEarlyError } from './key.ts';
import { damaged, unavailable } from './unavailable.ts';

/** Where `diskFiles` keeps a file. */
export const pathOfFile = (directory: string, key: string): string =>
  join(resolve(directory), key.slice(0, 2), key);

export function diskFiles(directory: string): Files {
  const root = resolve(directory);
  const shardOf = (key: string) => join(root, key.slice(0, 2));
  return {
    async write(key, bytes) {
      tolerateEarlyError(bytes);
      try {
        assertFileKey(key);
        await store(root, shardOf(key), key, bytes);
      } catch (error) {
        throw error === bytes.errored ? error : toFailure(error);
      } finally {
        bytes.destroy();
      }
    },
    async read(key, range, size) {
      assertFileKey(key);
      const file = await ifPresent(open(join(shardOf(key), key), 'r'));
      if (file === undefined) return undefined;
      try {
        if (size !== undefined) await checkSize(file, size);
      } catch (error) {
        await file.close();
        throw toFailure(error);
      }
      return file.createReadStream(range === undefined ? {} : { start: range.start, end: range.end });
    },
    async sizeOf(key) {
      assertFileKey(key);
      return (await ifPresent(stat(join(shardOf(key), key))))?.size;
    },
    async remove(key) {
      assertFileKey(key);
      const shard = shardOf(key);
      const names = (await ifPresent(readdir(shard))) ?? [];
      for (const name of names) if (keyOf(name) === key) await rm(join(shard, name), { force: true });
    },
    async *list() {
      for (const shard of (await ifPresent(readdir(root, { withFileTypes: true }))) ?? []) {
        if (shard.isDirectory() && isFileKey(shard.name)) yield* listShard(join(root, shard.name));
      }
    },
    // A network file system has its own clock: the only way to read it is to write a file.
    async now() {
      const probe = join(root, `.clock.${randomBytes(6).toString('hex')}`);
      try {
        await mkdir(root, { recursive: true, mode: 0o700 });
        await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
        return Math.trunc((await stat(probe)).mtimeMs);
      } catch (error) {
        throw toFailure(error);
      } finally {
        await rm(probe, { force: true });
      }
    },
    trash: diskTrash(root, shardOf, ifPresent),
    readNote: () => ifPresent(readFile(join(root, noteName), 'utf8')),
    async writeNote(text) {
      const part = join(root, `${noteName}.${randomBytes(6).toString('hex')}.part`);
      try {
        await mkdir(root, { recursive: true, mode: 0o700 });
        await writeFile(part, text, { flag: 'wx', mode: 0o600, flush: true });
        await rename(part, join(root, noteName));
      } catch (error) {
        await Promise.allSettled([rm(part, { force: true })]);
        throw toFailure(error);
      }
    },
  };
}

/** Larger than what a full file system may still accept for a small file. */
const probeBytes = Buffer.alloc(64 * 1024);

/** Checks that the directory is writable; creates it if missing. */
export async function probeDirectory(directory: string): Promise<void> {
  const path = join(directory, '.probe');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  try {
    const file = await open(path, 'w', 0o600);
    try {
      await file.writeFile(probeBytes);
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}

async function checkSize(file: FileHandle, expected: number): Promise<void> {
  const { size } = await file.stat();
  if (size !== expected) throw damaged(size, expected);
}

/** Free space on the directory's file system; undefined if unknown. */
export const freeBytes = (directory: string): Promise<number | undefined> =>
  statfs(directory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => undefined,
  );

async function store(root: string, shard: string, key: string, bytes: Readable): Promise<void> {
  const created = await mkdir(shard, { recursive: true, mode: 0o700 });
  const part = join(shard, `.${key}.${randomBytes(6).toString('hex')}.part`);
  const target = join(shard, key);
  let placed = false;
  try {
    await fill(part, bytes);
    await rename(part, target);
    placed = true;
    // Always sync up to the root: another writer may have created this shard without having synced it yet.
    await syncUpwards(shard, created === undefined ? root : dirname(created));
  } catch (error) {
    // Report the first error. The sweeper removes leftovers, which stay in `list`.
    await Promise.allSettled([rm(part, { force: true }), ...(placed ? [rm(target, { force: true })] : [])]);
    throw error;
  }
}

async function fill(path: string, bytes: Readable): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await writeFile(file, bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A new name survives a power loss only after its directory is synced. */
async function syncUpwards(from: string, to: string): Promise<void> {
  for (let path = from; ; path = dirname(path)) {
    await syncDirectory(path);
    if (path === to) return;
  }
}

export async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open directories; NTFS journals their names.
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function* listShard(shard: string) {
  for (const name of (await ifPresent(readdir(shard))) ?? []) {
    const key = keyOf(name);
    const info = key === undefined ? undefined : await ifPresent(stat(join(shard, name)));
    if (key === undefined || info === undefined) continue;
    yield { key, writtenAt: Math.trunc(info.mtimeMs), isWhole: name === key };
  }
}

const partShape = /^\.([A-Za-z0-9_-]{1,128})\.[0-9a-f]{12}\.part$/;

/** The key of a complete or partial file; undefined for files that are not ours. */
const keyOf = (name: string): string | undefined => (isFileKey(name) ? name : partShape.exec(name)?.[1]);

async function ifPresent<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw toFailure(error);
  }
}

/** Disk errors become UNAVAILABLE; bugs in this program stay plain errors. */
const toFailure = (error: unknown): unknown =>
  error instanceof Error && 'syscall' in error ? unavailable(error) : error;
