// S3 for tests: s3rver on a free port in its own directory, plus the two operations that it lacks (abort and list
// multipart uploads) and a fix for a range that it misreads. A bucket is a folder there, so tests can create one
// and look inside.

import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ensureToolPackages, requireTool } from '../../../../scripts/tool-packages.mjs';
import type { S3Settings } from '../../../src/engines/files/s3-connection.ts';
import type { S3rverClass } from './s3rver.ts';

/** The credentials of s3rver. */
export const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const firstBucket = 'earshot-files';

/** A store's location, also for processes that did not start it. */
export interface S3Place {
  endpoint: string;
  directory: string;
}

export interface Bucket {
  settings: S3Settings;
  /** Environment variables for it. */
  environment: Record<string, string>;
  /** Everything in it: complete objects and unfinished uploads. */
  held(): Promise<string[]>;
  /** Path of an object. */
  pathOf(key: string): string;
}

/** With an initial bucket. */
export interface S3Server extends Bucket {
  port: number;
  place: S3Place;
  /** Stores an object, bypassing the engine. */
  put(key: string, text: string): Promise<void>;
  /** If set, called first; returns true if it has responded. */
  interfere: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  close(): Promise<void>;
}

export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-s3-'));
  await ensureToolPackages();
  const S3rver = requireTool('s3rver') as S3rverClass;
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [],
  });
  server.middleware.unshift(async (context, next) => {
    if (started.interfere?.(context.req, context.res) === true) {
      context.respond = false;
      return;
    }
    const { pathname, searchParams } = new URL(context.url, 'http://s3');
    const uploads = uploadsIn(directory, pathname.split('/')[1] ?? '');
    const uploadId = searchParams.get('uploadId');
    if (context.method === 'DELETE' && uploadId !== null) {
      await rm(join(uploads, uploadId), { recursive: true, force: true });
      context.status = 204;
    } else if (context.method === 'GET' && searchParams.has('uploads')) {
      context.type = 'application/xml';
      context.body = await unfinishedIn(uploads, searchParams.get('prefix') ?? '');
    } else {
      await next();
      if (context.req.headers.range === 'bytes=0-0' && context.body instanceof Readable) {
        context.body = await firstByteOf(context.body);
      }
    }
  });
  const { port } = await server.run();
  const place = { endpoint: `http://127.0.0.1:${port}`, directory };
  const bucket = await makeBucket(place, firstBucket);
  const started: S3Server = {
    ...bucket,
    port,
    place,
    interfere: undefined,
    put: (key, text) =>
      server.store.putObject({ bucket: firstBucket, key, content: Buffer.from(text), metadata: {} }),
    async close() {
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
  return started;
}

export async function makeBucket({ endpoint, directory }: S3Place, bucket: string): Promise<Bucket> {
  const folder = join(directory, bucket);
  await mkdir(folder);
  return {
    settings: { bucket, endpoint, region: 'us-east-1', forcePathStyle: true, credentials },
    environment: environmentOf(endpoint, bucket),
    pathOf: (key) => join(folder, `${key}._S3rver_object`),
    async held() {
      const entries = await readdir(folder, { recursive: true });
      const whole = entries.filter((name) => name.endsWith('._S3rver_object'));
      return [...whole, ...(await readdirIfThere(uploadsIn(directory, bucket)))].sort();
    },
  };
}

const uploadsIn = (directory: string, bucket: string) => join(directory, bucket, '._S3rver_uploads');

export const environmentOf = (endpoint: string, bucket = firstBucket): Record<string, string> => ({
  S3_BUCKET: bucket,
  S3_ENDPOINT: endpoint,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
});

async function firstByteOf(body: Readable): Promise<Buffer> {
  for await (const piece of body) return piece.subarray(0, 1);
  return Buffer.alloc(0);
}

const readdirIfThere = async (path: string): Promise<string[]> => (existsSync(path) ? readdir(path) : []);

async function unfinishedIn(uploads: string, prefix: string): Promise<string> {
  const entries = await Promise.all(
    (await readdirIfThere(uploads)).map(async (id) => {
      const key = await readFile(join(uploads, id, 'key'), 'utf8');
      const { birthtime } = await stat(join(uploads, id));
      if (!key.startsWith(prefix)) return '';
      return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${birthtime.toISOString()}</Initiated></Upload>`;
    }),
  );
  return `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${entries.join('')}</ListMultipartUploadsResult>`;
}
