// The trash of files in S3: `files/.trash/<time>/<key>`. There is no rename: a file is copied within the store, then
// removed. Should that end in between, the file is in both places, and either can be removed again.

import type { Trash, TrashedFile } from '../../ports/files.ts';
import { assertFileKey, isFileKey, stampedAt, stampOf, trashFolder } from './key.ts';
import { isAbsence, type S3Connection, unless } from './s3-connection.ts';

export function s3Trash(bucket: string, prefix: string, connected: () => Promise<S3Connection>): Trash {
  const trash = `${prefix}${trashFolder}/`;
  const placeOf = ({ key, trashedAt }: TrashedFile) => `${trash}${stampOf(trashedAt)}/${key}`;

  const removed = async (Key: string): Promise<void> => {
    const { client, sdk } = await connected();
    await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key }));
  };
  const moved = async (from: string, to: string): Promise<boolean> => {
    const { client, sdk } = await connected();
    const copying = new sdk.CopyObjectCommand({ Bucket: bucket, CopySource: `${bucket}/${from}`, Key: to });
    if ((await unless(isAbsence, client.send(copying))) === undefined) return false;
    await removed(from);
    return true;
  };

  return {
    async put(key, at) {
      assertFileKey(key);
      return moved(prefix + key, placeOf({ key, trashedAt: at }));
    },
    async *list() {
      const { client, sdk } = await connected();
      for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: trash })) {
        for (const { Key = '' } of page.Contents ?? []) {
          const [stamp = '', key = ''] = Key.slice(trash.length).split('/');
          const trashedAt = stampedAt(stamp);
          if (trashedAt !== undefined && isFileKey(key)) yield { key, trashedAt };
        }
      }
    },
    async restore(file) {
      assertFileKey(file.key);
      await moved(placeOf(file), prefix + file.key);
    },
    async remove(file) {
      assertFileKey(file.key);
      await removed(placeOf(file));
    },
  };
}
