// The trash of files on the disk: `.trash/<time>/<key>` beside them, so that putting a file there is one rename.

import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Trash, TrashedFile } from '../../ports/files.ts';
import { assertFileKey, isFileKey, stampedAt, stampOf, trashFolder } from './key.ts';

export function diskTrash(
  root: string,
  shardOf: (key: string) => string,
  unlessAbsent: <T>(answer: Promise<T>) => Promise<T | undefined>,
): Trash {
  const trash = join(root, trashFolder);
  const placeOf = ({ key, trashedAt }: TrashedFile) => join(trash, stampOf(trashedAt), key);
  const moved = async (from: string, to: string): Promise<boolean> =>
    (await unlessAbsent(rename(from, to).then(() => true))) === true;
  /** An empty folder stays no longer than its last file. */
  const tidy = async ({ trashedAt }: TrashedFile): Promise<void> =>
    void (await Promise.allSettled([rmdir(join(trash, stampOf(trashedAt)))]));

  return {
    async put(key, at) {
      assertFileKey(key);
      const file = { key, trashedAt: at };
      await unlessAbsent(mkdir(join(trash, stampOf(at)), { recursive: true, mode: 0o700 }));
      const isThere = await moved(join(shardOf(key), key), placeOf(file));
      if (!isThere) await tidy(file);
      return isThere;
    },
    async *list() {
      for (const stamp of (await unlessAbsent(readdir(trash))) ?? []) {
        const trashedAt = stampedAt(stamp);
        if (trashedAt === undefined) continue;
        const keys = (await unlessAbsent(readdir(join(trash, stamp)))) ?? [];
        for (const key of keys) if (isFileKey(key)) yield { key, trashedAt };
      }
    },
    async restore(file) {
      assertFileKey(file.key);
      const shard = shardOf(file.key);
      await unlessAbsent(mkdir(shard, { recursive: true, mode: 0o700 }));
      await moved(placeOf(file), join(shard, file.key));
      await tidy(file);
    },
    async remove(file) {
      assertFileKey(file.key);
      await unlessAbsent(rm(placeOf(file), { force: true }));
      await tidy(file);
    },
  };
}
