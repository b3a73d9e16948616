// Files in a bucket of S3 or a compatible store, under `files/<key>` unless told otherwise. Large files are multipart uploads, one part
// at a time; `list` reports unfinished uploads under their key, and `remove` aborts them.

import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Failure } from '../../domain/kernel/failure.ts';
import type { ByteRange, Files } from '../../ports/files/files.ts';
import { assertFileKey, isFileKey, noteName, tolerateEarlyError } from './key.ts';
import {
  connectS3,
  isNotFound,
  isUnsupported,
  requireETag,
  type S3Connection,
  type S3Settings,
  serverTimeOf,
  undefinedIf,
} from './s3-connection.ts';
import { s3Trash } from './s3-trash.ts';
import { damaged, unavailable } from './unavailable.ts';

const filesPrefix = 'files/';
/** The protocol's minimum. A write buffers two parts, whatever the file size. */
const partBytes = 5 * 1024 * 1024;
/** From request to first byte, so that the client gets its error in time. */
const firstByteTimeoutMs = 4_500;
/** Between bytes, after the first. */
const nextByteTimeoutMs = 10_000;

export interface ObjectLocation {
  Bucket: string;
  Key: string;
}

/** `prefix`: where the files are in the bucket; ends with a slash. */
export function s3Files(settings: S3Settings, prefix = filesPrefix): Files {
  let connecting: Promise<S3Connection> | undefined;
  const connected = () => {
    connecting ??= connectS3(settings);
    return connecting;
  };
  const locationOf = (key: string): ObjectLocation => ({ Bucket: settings.bucket, Key: prefix + key });
  return {
    async write(key, bytes) {
      tolerateEarlyError(bytes);
      try {
        assertFileKey(key);
        await storeObject(await connected(), locationOf(key), bytes);
      } catch (error) {
        throw bytes.errored ?? error;
      } finally {
        bytes.destroy();
      }
    },

    async read(key, range, size) {
      assertFileKey(key);
      return readObject(connected, locationOf(key), range, size);
    },

    async sizeOf(key) {
      assertFileKey(key);
      const { client, sdk } = await connected();
      const response = await undefinedIf(isNotFound, client.send(new sdk.HeadObjectCommand(locationOf(key))));
      return response?.ContentLength;
    },

    async remove(key) {
      assertFileKey(key);
      const connection = await connected();
      const { client, sdk } = connection;
      const location = locationOf(key);
      await client.send(new sdk.DeleteObjectCommand(location));
      await abortUploads(connection, location.Bucket, location.Key, (found) => found === location.Key);
    },

    async *list() {
      const connection = await connected();
      const { bucket } = settings;
      for await (const { Key, LastModified } of objectsBelow(connection, bucket, prefix))
        yield* entry(Key?.slice(prefix.length), LastModified, true);
      for await (const { Key, Initiated } of unfinishedUploads(connection, bucket, prefix))
        yield* entry(Key?.slice(prefix.length), Initiated, false);
    },

    async now() {
      const { client, sdk } = await connected();
      return serverTimeOf(client, new sdk.HeadBucketCommand({ Bucket: settings.bucket }));
    },

    trash: s3Trash(settings.bucket, prefix, connected),

    async readNote() {
      const { client, sdk } = await connected();
      const response = await undefinedIf(
        isNotFound,
        client.send(new sdk.GetObjectCommand(locationOf(noteName))),
      );
      return response?.Body?.transformToString();
    },

    async writeNote(text) {
      const { client, sdk } = await connected();
      await client.send(new sdk.PutObjectCommand({ ...locationOf(noteName), Body: text }));
    },
  };
}

/** Streams an object; undefined if there is none. */
export async function readObject(
  connected: () => Promise<S3Connection>,
  location: ObjectLocation,
  range?: ByteRange,
  size?: number,
): Promise<Readable | undefined> {
  const startedAt = performance.now();
  const { client, sdk } = await connected();
  const part = range && { Range: `bytes=${range.start}-${range.end}` };
  const command = new sdk.GetObjectCommand({ ...location, ...part });
  const response = await undefinedIf(isNotFound, client.send(command));
  if (response === undefined) return undefined;
  if (!(response.Body instanceof IncomingMessage)) throw new Error('S3 sent no stream.');
  // From here on, a pause may be the reader's: not a reason to disconnect.
  response.Body.setTimeout(0);
  const total = totalOf(response);
  if (size !== undefined && total !== undefined && total !== size) {
    response.Body.destroy();
    throw damaged(total, size);
  }
  const bytes = failIfStalled(response.Body, firstByteTimeoutMs - (performance.now() - startedAt));
  // Stores without range support send the whole file.
  return range === undefined || response.ContentRange !== undefined ? bytes : sliceOf(bytes, range);
}

/**
 * Stores a stream as an object, in parts. If it fails, nothing is left. A success must look like one of a store: a proxy
 * or a wrong endpoint may answer 200 to anything.
 */
export async function storeObject(
  { client, sdk, Upload }: S3Connection,
  location: ObjectLocation,
  bytes: Readable,
): Promise<void> {
  let size = 0;
  const count = (chunk: Buffer) => {
    size += chunk.length;
  };
  const upload = new Upload({
    client,
    params: { ...location, Body: Readable.from(copyChunks(bytes, count)) },
    partSize: partBytes,
    queueSize: 1,
    // By default it leaves parts behind when the last step fails, and reports its cleanup error instead of the
    // first.
    leavePartsOnError: true,
  });
  try {
    requireETag(await upload.done());
    const { ContentLength } = await client.send(new sdk.HeadObjectCommand(location));
    if (ContentLength !== size) throw damaged(ContentLength, size);
  } catch (error) {
    if (upload.uploadId !== undefined) {
      const abort = new sdk.AbortMultipartUploadCommand({ ...location, UploadId: upload.uploadId });
      // Report the first error. The sweeper removes leftovers, which stay in `list`.
      await Promise.allSettled([client.send(abort)]);
    }
    if (error instanceof Failure || !(error instanceof Error)) throw error;
    throw bytes.errored ?? unavailable(error);
  }
}

/**
 * Chunks are buffered until they fill a part, and the source may reuse their memory, so copy them. Do not destroy
 * the source on an early return: that would look like an error of the source.
 */
async function* copyChunks(bytes: Readable, count: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of bytes.iterator({ destroyOnReturn: false })) {
    count(chunk);
    yield Buffer.from(chunk);
  }
}

/** Size of the whole file, even for a range; undefined if the store does not report it. */
function totalOf({
  ContentRange,
  ContentLength,
}: {
  ContentRange?: string | undefined;
  ContentLength?: number | undefined;
}): number | undefined {
  if (ContentRange === undefined) return ContentLength;
  const [, total] = /\/(\d+)$/.exec(ContentRange) ?? [];
  return total === undefined ? undefined : Number(total);
}

function sliceOf(whole: Readable, { start, end }: ByteRange): Readable {
  const slice = Readable.from(chunksBetween(whole, start, end + 1), { objectMode: false });
  slice.once('close', () => whole.destroy());
  return slice;
}

async function* chunksBetween(whole: Readable, from: number, to: number): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const chunk of whole.iterator({ destroyOnReturn: false })) {
    const wanted = chunk.subarray(Math.max(0, from - at), Math.max(0, to - at));
    if (wanted.length > 0) yield wanted;
    at += chunk.length;
    if (at >= to) return;
  }
}

/** Counts only the time spent waiting for the source: slow readers do not trigger the timeout. */
function failIfStalled(source: Readable, firstMs: number): Readable {
  const watched = Readable.from(chunksOf(source, firstMs), { objectMode: false });
  // A generator that awaits the source does not notice that the reader is gone.
  watched.once('close', () => source.destroy());
  return watched;
}

async function* chunksOf(source: Readable, firstMs: number): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  for (let timeoutMs = firstMs; ; timeoutMs = nextByteTimeoutMs) {
    const abort = () => source.destroy(new Error(`S3 sent no data for ${Math.round(timeoutMs)} ms.`));
    const timer = setTimeout(abort, timeoutMs);
    const step = await chunks
      .next()
      .catch((error: Error) => {
        throw unavailable(error);
      })
      .finally(() => clearTimeout(timer));
    if (step.done === true) return;
    yield step.value;
  }
}

export async function* objectsBelow({ sdk, client }: S3Connection, Bucket: string, Prefix: string) {
  for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix })) {
    yield* page.Contents ?? [];
  }
}

/** Removes the parts of uploads that never finished. */
export async function abortUploads(
  connection: S3Connection,
  Bucket: string,
  prefix: string,
  isMeant: (key: string) => boolean = () => true,
): Promise<void> {
  const { client, sdk } = connection;
  for await (const { Key = '', UploadId } of unfinishedUploads(connection, Bucket, prefix)) {
    if (!isMeant(Key)) continue;
    const abort = new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId });
    await undefinedIf(isNotFound, client.send(abort));
  }
}

/** Multipart uploads neither completed nor aborted; none if the store cannot list them. */
async function* unfinishedUploads({ sdk, client }: S3Connection, Bucket: string, Prefix: string) {
  let from = {};
  for (;;) {
    const command = new sdk.ListMultipartUploadsCommand({ Bucket, Prefix, ...from });
    const page = await undefinedIf(isUnsupported, client.send(command));
    yield* page?.Uploads ?? [];
    if (page?.IsTruncated !== true) return;
    from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}

function* entry(key = '', at: Date | undefined, isWhole: boolean) {
  if (isFileKey(key) && at !== undefined) yield { key, writtenAt: at.getTime(), isWhole };
}
