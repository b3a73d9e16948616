// Files in a directory: `<directory>/<first two characters of the key>/<key>`. While a file is written it is
// called `.<key>.<random>.part` beside its later name: `list` gives such a leftover under its key, and `remove`
// takes it away with the rest. Beside the folders of files lie `.trash` and `.note`. Knows nothing of what the bytes
// mean.

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
import type { Files } from '../../ports/files.ts';
import { diskTrash } from './disk-trash.ts';
import { assertFileKey, isFileKey, noteName, tolerateEarlyError } from './key.ts';
import { damaged, unavailable } from './unavailable.ts';

export function diskFiles(directory: string): Files {
  const root = resolve(directory);
  const shardOf = (key: string) => join(root, key.slice(0, 2));
  return {
    async write(key, bytes) {
      tolerateEarlyError(bytes);
      try {
        assertFileKey(key);
        await keep(root, shardOf(key), key, bytes);
      } catch (error) {
        throw error === bytes.errored ? error : toFailure(error);
      } finally {
        bytes.destroy();
      }
    },
    async read(key, range, size) {
      assertFileKey(key);
      const file = await unlessAbsent(open(join(shardOf(key), key), 'r'));
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
      return (await unlessAbsent(stat(join(shardOf(key), key))))?.size;
    },
    async remove(key) {
      assertFileKey(key);
      const shard = shardOf(key);
      const names = (await unlessAbsent(readdir(shard))) ?? [];
      for (const name of names) if (keyOf(name) === key) await rm(join(shard, name), { force: true });
    },
    async *list() {
      for (const shard of (await unlessAbsent(readdir(root, { withFileTypes: true }))) ?? []) {
        if (shard.isDirectory() && isFileKey(shard.name)) yield* listShard(join(root, shard.name));
      }
    },
    // The file system may be another machine's: only a file that is written now tells the time there.
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
    trash: diskTrash(root, shardOf, unlessAbsent),
    readNote: () => unlessAbsent(readFile(join(root, noteName), 'utf8')),
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

/** More than what a file system may still have for a small file when it is full. */
const probeBytes = Buffer.alloc(64 * 1024);

/** Resolves when the directory takes a small file; makes the directory when there is none. */
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

/** Room left for this process on the file system of the directory; undefined when that cannot be told. */
export const freeBytes = (directory: string): Promise<number | undefined> =>
  statfs(directory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => undefined,
  );

async function keep(root: string, shard: string, key: string, bytes: Readable): Promise<void> {
  const made = await mkdir(shard, { recursive: true, mode: 0o700 });
  const part = join(shard, `.${key}.${randomBytes(6).toString('hex')}.part`);
  const target = join(shard, key);
  let placed = false;
  try {
    await fill(part, bytes);
    await rename(part, target);
    placed = true;
    // The root is synced every time: another writer may have made this shard and not have come to its own sync.
    await syncUpwards(shard, made === undefined ? root : dirname(made));
  } catch (error) {
    // The first error is the one to tell. What cannot be removed now stays in `list` for the sweeper.
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

/** A new name survives a power cut only once the directory that holds it is synced too. */
async function syncUpwards(from: string, to: string): Promise<void> {
  // Windows cannot open a directory, and keeps its names in a journal.
  if (process.platform === 'win32') return;
  for (let path = from; ; path = dirname(path)) {
    const directory = await open(path, 'r');
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
    if (path === to) return;
  }
}

async function* listShard(shard: string) {
  for (const name of (await unlessAbsent(readdir(shard))) ?? []) {
    const key = keyOf(name);
    const facts = key === undefined ? undefined : await unlessAbsent(stat(join(shard, name)));
    if (key === undefined || facts === undefined) continue;
    yield { key, writtenAt: Math.trunc(facts.mtimeMs), isWhole: name === key };
  }
}

const partShape = /^\.([A-Za-z0-9_-]{1,128})\.[0-9a-f]{12}\.part$/;

/** The key that a file belongs to, whole or half-written; undefined for what is not ours. */
const keyOf = (name: string): string | undefined => (isFileKey(name) ? name : partShape.exec(name)?.[1]);

async function unlessAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw toFailure(error);
  }
}

/** A disk that is full, broken or not ours is none of the caller's fault; a mistake of this program stays one. */
const toFailure = (error: unknown): unknown =>
  error instanceof Error && 'syscall' in error ? unavailable(error) : error;
