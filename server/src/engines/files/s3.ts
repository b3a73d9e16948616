// Files in a bucket of S3, or of a store that speaks its language, under `files/<key>`. A large file goes up in
// parts, one at a time; parts that were left behind are listed under their key, and `remove` takes them away.

import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ByteRange, Files } from '../../ports/files.ts';
import { assertFileKey, isFileKey, noteName, tolerateEarlyError } from './key.ts';
import {
  connectS3,
  isAbsence,
  isUnknownOperation,
  type S3Connection,
  type S3Settings,
  timeOfAnswer,
  unless,
} from './s3-connection.ts';
import { s3Trash } from './s3-trash.ts';
import { damaged, unavailable } from './unavailable.ts';

const prefix = 'files/';
/** The smallest that the protocol allows: a write holds two of these, whatever the size of its file. */
const partBytes = 5 * 1024 * 1024;
/** From the question to the first byte, so that whoever asked can be told in time that there is none. */
const firstByteWithinMs = 4_500;
/** Between bytes, once they flow. */
const nextByteWithinMs = 10_000;

interface Place {
  Bucket: string;
  Key: string;
}

export function s3Files(settings: S3Settings): Files {
  let connecting: Promise<S3Connection> | undefined;
  const connected = () => {
    connecting ??= connectS3(settings);
    return connecting;
  };
  const placeOf = (key: string): Place => ({ Bucket: settings.bucket, Key: prefix + key });
  return {
    async write(key, bytes) {
      tolerateEarlyError(bytes);
      try {
        assertFileKey(key);
        await keep(await connected(), placeOf(key), bytes);
      } catch (error) {
        throw bytes.errored ?? error;
      } finally {
        bytes.destroy();
      }
    },

    async read(key, range, size) {
      assertFileKey(key);
      const askedAt = performance.now();
      const { client, sdk } = await connected();
      const part = range && { Range: `bytes=${range.start}-${range.end}` };
      const question = new sdk.GetObjectCommand({ ...placeOf(key), ...part });
      const answer = await unless(isAbsence, client.send(question));
      if (answer === undefined) return undefined;
      if (!(answer.Body instanceof IncomingMessage)) throw new Error('S3 answered without a stream.');
      // From here on a pause may be the reader's, and is no reason to break off.
      answer.Body.setTimeout(0);
      const total = totalOf(answer);
      if (size !== undefined && total !== undefined && total !== size) {
        answer.Body.destroy();
        throw damaged(total, size);
      }
      const bytes = unlessStalled(answer.Body, firstByteWithinMs - (performance.now() - askedAt));
      // Not every store heeds a range: what it sends in place of it is the whole file.
      return range === undefined || answer.ContentRange !== undefined ? bytes : sliceOf(bytes, range);
    },

    async sizeOf(key) {
      assertFileKey(key);
      const { client, sdk } = await connected();
      const answer = await unless(isAbsence, client.send(new sdk.HeadObjectCommand(placeOf(key))));
      return answer?.ContentLength;
    },

    async remove(key) {
      assertFileKey(key);
      const connection = await connected();
      const { client, sdk } = connection;
      const place = placeOf(key);
      await client.send(new sdk.DeleteObjectCommand(place));
      for await (const { Key, UploadId } of unfinished(connection, place.Bucket, place.Key)) {
        if (Key === place.Key) {
          const abandoning = new sdk.AbortMultipartUploadCommand({ ...place, UploadId });
          await unless(isAbsence, client.send(abandoning));
        }
      }
    },

    async *list() {
      const connection = await connected();
      const { bucket } = settings;
      for await (const { Key, LastModified } of objects(connection, bucket))
        yield* entry(Key, LastModified, true);
      for await (const { Key, Initiated } of unfinished(connection, bucket, prefix))
        yield* entry(Key, Initiated, false);
    },

    async now() {
      const { client, sdk } = await connected();
      return timeOfAnswer(client, new sdk.HeadBucketCommand({ Bucket: settings.bucket }));
    },

    trash: s3Trash(settings.bucket, prefix, connected),

    async readNote() {
      const { client, sdk } = await connected();
      const answer = await unless(isAbsence, client.send(new sdk.GetObjectCommand(placeOf(noteName))));
      return answer?.Body?.transformToString();
    },

    async writeNote(text) {
      const { client, sdk } = await connected();
      await client.send(new sdk.PutObjectCommand({ ...placeOf(noteName), Body: text }));
    },
  };
}

async function keep({ client, sdk, Upload }: S3Connection, place: Place, bytes: Readable): Promise<void> {
  const upload = new Upload({
    client,
    params: { ...place, Body: Readable.from(copiesOf(bytes)) },
    partSize: partBytes,
    queueSize: 1,
    // Left to itself it keeps them when the last step fails, and tells its own trouble in place of the first.
    leavePartsOnError: true,
  });
  try {
    await upload.done();
  } catch (error) {
    if (upload.uploadId !== undefined) {
      const abandoning = new sdk.AbortMultipartUploadCommand({ ...place, UploadId: upload.uploadId });
      // The first error is the one to tell. What cannot be taken away now stays in `list` for the sweeper.
      await Promise.allSettled([client.send(abandoning)]);
    }
    throw error;
  }
}

/**
 * Pieces are held until they make a part; the source may use their memory again at once. A source that is left
 * early is not destroyed here: it would look as if it had failed by itself.
 */
async function* copiesOf(bytes: Readable): AsyncGenerator<Buffer> {
  for await (const piece of bytes.iterator({ destroyOnReturn: false })) yield Buffer.from(piece);
}

/** How long the whole file is, whether or not all of it is sent; undefined when the store does not say. */
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
  const slice = Readable.from(piecesBetween(whole, start, end + 1), { objectMode: false });
  slice.once('close', () => whole.destroy());
  return slice;
}

async function* piecesBetween(whole: Readable, from: number, to: number): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const piece of whole.iterator({ destroyOnReturn: false })) {
    const wanted = piece.subarray(Math.max(0, from - at), Math.max(0, to - at));
    if (wanted.length > 0) yield wanted;
    at += piece.length;
    if (at >= to) return;
  }
}

/** Only time spent waiting for bytes counts: a reader who takes his time is not held against the source. */
function unlessStalled(source: Readable, firstMs: number): Readable {
  const watched = Readable.from(piecesOf(source, firstMs), { objectMode: false });
  // While it waits for the source, the generator would not hear of a reader who left.
  watched.once('close', () => source.destroy());
  return watched;
}

async function* piecesOf(source: Readable, firstMs: number): AsyncGenerator<Buffer> {
  const pieces = source[Symbol.asyncIterator]();
  for (let patienceMs = firstMs; ; patienceMs = nextByteWithinMs) {
    const giveUp = () => source.destroy(new Error(`S3: no byte for ${Math.round(patienceMs)} ms.`));
    const impatience = setTimeout(giveUp, patienceMs);
    const step = await pieces
      .next()
      .catch((error: Error) => {
        throw unavailable(error);
      })
      .finally(() => clearTimeout(impatience));
    if (step.done === true) return;
    yield step.value;
  }
}

async function* objects({ sdk, client }: S3Connection, Bucket: string) {
  for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
    yield* page.Contents ?? [];
  }
}

/** Uploads that were begun and neither finished nor abandoned; none where a store cannot tell. */
async function* unfinished({ sdk, client }: S3Connection, Bucket: string, Prefix: string) {
  let from = {};
  for (;;) {
    const question = new sdk.ListMultipartUploadsCommand({ Bucket, Prefix, ...from });
    const page = await unless(isUnknownOperation, client.send(question));
    yield* page?.Uploads ?? [];
    if (page?.IsTruncated !== true) return;
    from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}

function* entry(name: string | undefined, at: Date | undefined, isWhole: boolean) {
  const key = name?.slice(prefix.length) ?? '';
  if (isFileKey(key) && at !== undefined) yield { key, writtenAt: at.getTime(), isWhole };
}
