// Trash for files in S3: `files/.trash/<time>/<key>`. S3 has no rename, so a file is copied and then deleted. If
// that is interrupted, the file exists in both places and either copy can be deleted.

import type { Trash, TrashedFile } from '../../ports/files/files.ts';
import { assertFileKey, isFileKey, stampedAt, stampOf, trashFolder } from './key.ts';
import { isNotFound, requireETag, type S3Connection, undefinedIf } from './s3-connection.ts';

export function s3Trash(bucket: string, prefix: string, connected: () => Promise<S3Connection>): Trash {
  const trash = `${prefix}${trashFolder}/`;
  const objectKeyOf = ({ key, trashedAt }: TrashedFile) => `${trash}${stampOf(trashedAt)}/${key}`;

  const deleteObject = async (Key: string): Promise<void> => {
    const { client, sdk } = await connected();
    await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key }));
  };
  const move = async (from: string, to: string): Promise<boolean> => {
    const { client, sdk } = await connected();
    const copy = new sdk.CopyObjectCommand({ Bucket: bucket, CopySource: `${bucket}/${from}`, Key: to });
    const copied = await undefinedIf(isNotFound, client.send(copy));
    if (copied === undefined) return false;
    requireETag(copied.CopyObjectResult);
    await deleteObject(from);
    return true;
  };

  return {
    async put(key, at) {
      assertFileKey(key);
      return move(prefix + key, objectKeyOf({ key, trashedAt: at }));
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
      await move(objectKeyOf(file), prefix + file.key);
    },
    async remove(file) {
      assertFileKey(file.key);
      await deleteObject(objectKeyOf(file));
    },
  };
}
