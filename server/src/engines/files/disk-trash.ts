// Trash for files on disk: `.trash/<time>/<key>` in the same file system, so that trashing is one rename.

import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Trash, TrashedFile } from '../../ports/files/files.ts';
import { assertFileKey, isFileKey, stampedAt, stampOf, trashFolder } from './key.ts';

export function diskTrash(
  root: string,
  shardOf: (key: string) => string,
  ifPresent: <T>(operation: Promise<T>) => Promise<T | undefined>,
): Trash {
  const trash = join(root, trashFolder);
  const pathOf = ({ key, trashedAt }: TrashedFile) => join(trash, stampOf(trashedAt), key);
  const move = async (from: string, to: string): Promise<boolean> =>
    (await ifPresent(rename(from, to).then(() => true))) === true;
  /** Removes a trash folder once it is empty. */
  const tidy = async ({ trashedAt }: TrashedFile): Promise<void> =>
    void (await Promise.allSettled([rmdir(join(trash, stampOf(trashedAt)))]));

  return {
    async put(key, at) {
      assertFileKey(key);
      const file = { key, trashedAt: at };
      await ifPresent(mkdir(join(trash, stampOf(at)), { recursive: true, mode: 0o700 }));
      const exists = await move(join(shardOf(key), key), pathOf(file));
      if (!exists) await tidy(file);
      return exists;
    },
    async *list() {
      for (const stamp of (await ifPresent(readdir(trash))) ?? []) {
        const trashedAt = stampedAt(stamp);
        if (trashedAt === undefined) continue;
        const keys = (await ifPresent(readdir(join(trash, stamp)))) ?? [];
        for (const key of keys) if (isFileKey(key)) yield { key, trashedAt };
      }
    },
    async restore(file) {
      assertFileKey(file.key);
      const shard = shardOf(file.key);
      await ifPresent(mkdir(shard, { recursive: true, mode: 0o700 }));
      await move(pathOf(file), join(shard, file.key));
      await tidy(file);
    },
    async remove(file) {
      assertFileKey(file.key);
      await ifPresent(rm(pathOf(file), { force: true }));
      await tidy(file);
    },
  };
}
