// Backups in a directory. A draft is a hidden directory beside its final name: the rename at the end makes it a backup,
// so one that was interrupted is never taken for a good one.

import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, link, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { abandonedAfterMs, manifestName } from '../../domain/files/backup.ts';
import { conflict } from '../../domain/kernel/failure.ts';
import type { BackupDraft, BackupShelf, StoredBackup } from '../../ports/files/backup-place.ts';
import { diskFiles, syncDirectory } from './disk.ts';

const filesFolder = 'files';
const draftShape = /^\.(.+)\.[0-9a-f]{12}\.part$/;

export function directoryShelf(directory: string): BackupShelf {
  const root = resolve(directory);
  return {
    description: root,
    async draft(name) {
      const target = join(root, name);
      if (await exists(target))
        throw conflict(`"${target}" exists already. A backup never overwrites anything.`);
      await mkdir(root, { recursive: true, mode: 0o700 });
      await removeAbandoned(root, name);
      return newDraft(root, name);
    },
    open: (name) => directoryBackup(join(root, name)),
    async list() {
      const names = await readdir(root).catch(() => []);
      const checked = names.map(async (name) => {
        const isComplete = !name.startsWith('.') && (await exists(join(root, name, manifestName)));
        return isComplete ? [name] : [];
      });
      return (await Promise.all(checked)).flat();
    },
    async remove(name) {
      // Without its name first: what is half removed must not look complete.
      const doomed = join(root, draftName(name));
      await rename(join(root, name), doomed);
      await rm(doomed, { recursive: true, force: true });
    },
  };
}

export const directoryBackup = (path: string): StoredBackup => ({
  description: path,
  files: diskFiles(join(path, filesFolder)),
  pathOf: (part) => join(path, part),
  async read(part) {
    const file = join(path, part);
    return (await exists(file)) ? createReadStream(file) : undefined;
  },
});

const draftName = (name: string): string => `.${name}.${randomBytes(6).toString('hex')}.part`;

async function newDraft(root: string, name: string): Promise<BackupDraft> {
  const path = join(root, draftName(name));
  await mkdir(path, { mode: 0o700 });
  const write = (part: string, bytes: Readable | string) =>
    writeFile(join(path, part), bytes, { flag: 'wx', mode: 0o600, flush: true });
  return {
    files: diskFiles(join(path, filesFolder)),
    async link(fileKey, from) {
      const shard = join(path, filesFolder, fileKey.slice(0, 2));
      await mkdir(shard, { recursive: true, mode: 0o700 });
      return link(from, join(shard, fileKey)).then(
        () => true,
        // Another file system, or one without hard links: the file is copied instead.
        () => false,
      );
    },
    pathOf: (part) => join(path, part),
    write,
    async finish(manifest) {
      await write(manifestName, manifest);
      await syncTree(path);
      const target = join(root, name);
      // Renaming onto an empty directory would succeed.
      if (await exists(target)) throw conflict(`"${target}" was made by someone else meanwhile.`);
      await rename(path, target);
      await syncDirectory(root);
    },
    discard: () => rm(path, { recursive: true, force: true }),
  };
}

/** Removes what a killed process left of a backup of this name. */
async function removeAbandoned(root: string, name: string): Promise<void> {
  for (const entry of await readdir(root)) {
    const draftOf = draftShape.exec(entry)?.[1];
    if (draftOf === undefined || (draftOf !== name && !draftOf.startsWith('earshot-'))) continue;
    const newest = await newestChange(join(root, entry));
    const now = await clockOf(root);
    if (now - newest > abandonedAfterMs) await rm(join(root, entry), { recursive: true, force: true });
  }
}

async function newestChange(path: string): Promise<number> {
  const names = await readdir(path);
  const times = await Promise.all(['.', ...names].map((name) => stat(join(path, name))));
  return Math.max(...times.map(({ mtimeMs }) => mtimeMs));
}

/** The file system's clock, which all modification times are by. */
async function clockOf(root: string): Promise<number> {
  return (await diskFiles(root).now()) ?? 0;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
      throw error;
    },
  );
}

/** The names of linked files are in no synced directory yet. */
async function syncTree(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true }))
    if (entry.isDirectory()) await syncTree(join(path, entry.name));
  await syncDirectory(path);
}
