// Backups in a bucket, each below its own name. The manifest is written last and removed first, so whatever has one is
// complete.

import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { manifestName } from '../../domain/backup.ts';
import { conflict } from '../../domain/failure.ts';
import type { BackupShelf } from '../../ports/backup-place.ts';
import { type ObjectLocation, objectsBelow, readObject, s3Files, storeObject } from './s3.ts';
import { connectS3, type S3Connection, type S3Settings } from './s3-connection.ts';

/** `folder`: empty, or a path without slashes at its ends. */
export function bucketShelf(settings: S3Settings, folder: string): BackupShelf {
  let connecting: Promise<S3Connection> | undefined;
  const connected = () => {
    connecting ??= connectS3(settings);
    return connecting;
  };
  const { bucket } = settings;
  const root = folder === '' ? '' : `${folder}/`;
  const locationOf = (name: string, part: string): ObjectLocation => ({
    Bucket: bucket,
    Key: `${root}${name}/${part}`,
  });
  const filesOf = (name: string) => s3Files(settings, `${root}${name}/files/`);
  const description = (name = '') => `s3://${bucket}/${root}${name}`;

  async function remove(name: string): Promise<void> {
    const { client, sdk } = await connected();
    const drop = (Key: string) => client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key }));
    await drop(locationOf(name, manifestName).Key);
    for await (const { Key } of objectsBelow(await connected(), bucket, `${root}${name}/`))
      if (Key !== undefined) await drop(Key);
  }

  return {
    description: description(),
    async draft(name) {
      for await (const _ of objectsBelow(await connected(), bucket, `${root}${name}/`))
        throw conflict(`"${description(name)}" exists already. A backup never overwrites anything.`);
      const write = async (part: string, bytes: Readable) =>
        storeObject(await connected(), locationOf(name, part), bytes);
      return {
        files: filesOf(name),
        link: undefined,
        pathOf: undefined,
        write,
        finish: (manifest) => write(manifestName, Readable.from([Buffer.from(manifest)])),
        discard: () => remove(name),
      };
    },
    open: (name) => ({
      description: description(name),
      files: filesOf(name),
      pathOf: undefined,
      read: (part) => readObject(connected, locationOf(name, part)),
    }),
    async list() {
      const { client, sdk } = await connected();
      const query = { Bucket: bucket, Prefix: root, Delimiter: '/' };
      const complete: string[] = [];
      for await (const page of sdk.paginateListObjectsV2({ client }, query)) {
        for (const { Prefix = '' } of page.CommonPrefixes ?? []) {
          const name = Prefix.slice(root.length, -1);
          const manifest = await readObject(connected, locationOf(name, manifestName));
          if (manifest !== undefined && (await text(manifest)) !== '') complete.push(name);
        }
      }
      return complete;
    },
    remove,
  };
}
