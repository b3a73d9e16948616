// Backups in a bucket, each below its own name. The manifest is written last and removed first, so whatever has one is
// complete.

import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { abandonedAfterMs, isScheduledName, manifestName } from '../../domain/files/backup.ts';
import { conflict } from '../../domain/kernel/failure.ts';
import type { BackupShelf } from '../../ports/files/backup-place.ts';
import { abortUploads, type ObjectLocation, objectsBelow, readObject, s3Files, storeObject } from './s3.ts';
import { connectS3, type S3Connection, type S3Settings, serverTimeOf } from './s3-connection.ts';

/** `folder`: empty, or a path without slashes at its ends. */
export function bucketShelf(
  settings: S3Settings,
  folder: string,
  forgottenAfterMs = abandonedAfterMs,
): BackupShelf {
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
    const connection = await connected();
    const { client, sdk } = connection;
    const drop = (Key: string) => client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key }));
    await drop(locationOf(name, manifestName).Key);
    for await (const { Key } of objectsBelow(connection, bucket, `${root}${name}/`))
      if (Key !== undefined) await drop(Key);
    // Not every key may list uploads, and a backup is gone without this, too.
    await abortUploads(connection, bucket, `${root}${name}/`).catch(() => undefined);
  }

  async function namesIn(): Promise<string[]> {
    const { client, sdk } = await connected();
    const query = { Bucket: bucket, Prefix: root, Delimiter: '/' };
    const names: string[] = [];
    for await (const page of sdk.paginateListObjectsV2({ client }, query))
      for (const { Prefix = '' } of page.CommonPrefixes ?? []) names.push(Prefix.slice(root.length, -1));
    return names;
  }

  async function isComplete(name: string): Promise<boolean> {
    const manifest = await readObject(connected, locationOf(name, manifestName));
    return manifest !== undefined && (await text(manifest)) !== '';
  }

  /** Removes what killed processes left of backups that a schedule made, or of their removal. */
  async function removeAbandoned(): Promise<void> {
    const connection = await connected();
    const { client, sdk } = connection;
    const now = await serverTimeOf(client, new sdk.HeadBucketCommand({ Bucket: bucket }));
    for (const name of (await namesIn()).filter(isScheduledName)) {
      if (await isComplete(name)) continue;
      let newest = 0;
      for await (const { LastModified } of objectsBelow(connection, bucket, `${root}${name}/`))
        newest = Math.max(newest, LastModified?.getTime() ?? 0);
      if (now !== undefined && now - newest > forgottenAfterMs) await remove(name);
    }
  }

  return {
    description: description(),
    async draft(name) {
      for await (const _ of objectsBelow(await connected(), bucket, `${root}${name}/`))
        throw conflict(`"${description(name)}" exists already. A backup never overwrites anything.`);
      // The backup that is about to be made matters more.
      await removeAbandoned().catch(() => undefined);
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
      const complete: string[] = [];
      for (const name of await namesIn()) if (await isComplete(name)) complete.push(name);
      return complete;
    },
    remove,
  };
}
