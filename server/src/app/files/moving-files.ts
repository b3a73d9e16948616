// Copies attachments from one file store to another. Skips files already copied, so an interrupted copy can resume;
// never keeps a file with the wrong digest.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Files } from '../../ports/files/files.ts';

export interface WantedFile {
  fileKey: string;
  size: number;
  sha256: string;
}

export interface MovedFiles {
  /** Wanted files present in the target. */
  present: number;
  /** Keys of files that are missing or corrupt in the source. */
  lost: string[];
}

export interface FilesMove {
  from: Files;
  to: Files;
  /** Called twice: to copy, and to verify. */
  wanted(): AsyncIterable<WantedFile>;
  onProgress(done: number): void;
  /** Puts a file into the target without copying its bytes; false if that is not possible. */
  link?: ((file: WantedFile) => Promise<boolean>) | undefined;
  /** Also reads files that the target has already, and replaces those with the wrong digest. */
  comparesBytes?: boolean;
}

/** Each copy may hold two upload parts in memory. */
const concurrency = 4;

class DamagedFile extends Error {}

export async function moveFiles({
  from,
  to,
  wanted,
  onProgress,
  link,
  comparesBytes = false,
}: FilesMove): Promise<MovedFiles> {
  const isCopied = comparesBytes ? isSound : isPresent;
  const lost: string[] = [];
  let done = 0;
  await inParallel(wanted(), async (file) => {
    if (
      !(await isCopied(to, file)) &&
      !(await linkFile(from, file, link)) &&
      !(await copyFile(from, to, file))
    )
      lost.push(file.fileKey);
    done += 1;
    onProgress(done);
  });
  let present = 0;
  await inParallel(wanted(), async (file) => {
    if (await isPresent(to, file)) present += 1;
  });
  return { present, lost: lost.sort() };
}

const isPresent = async (files: Files, { fileKey, size }: WantedFile): Promise<boolean> =>
  (await files.sizeOf(fileKey)) === size;

/** Whether the file is there with the right bytes. */
async function isSound(files: Files, file: WantedFile): Promise<boolean> {
  if (!(await isPresent(files, file))) return false;
  const bytes = await files.read(file.fileKey);
  if (bytes === undefined) return false;
  const digest = createHash('sha256');
  for await (const chunk of bytes) digest.update(chunk);
  return digest.digest('hex') === file.sha256;
}

/** A damaged file is not linked. */
const linkFile = async (from: Files, file: WantedFile, link: FilesMove['link']): Promise<boolean> =>
  link !== undefined && (await isSound(from, file)) && link(file);

/** False if the file is missing or corrupt in the source. */
async function copyFile(from: Files, to: Files, file: WantedFile): Promise<boolean> {
  const bytes = await from.read(file.fileKey);
  if (bytes === undefined) return false;
  try {
    await to.write(file.fileKey, Readable.from(verified(bytes, file), { objectMode: false }));
    return true;
  } catch (error) {
    if (error instanceof DamagedFile) return false;
    throw error;
  } finally {
    bytes.destroy();
  }
}

/** Fails instead of ending, so a corrupt file is never completed. */
async function* verified(bytes: Readable, { sha256 }: WantedFile): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  for await (const chunk of bytes) {
    digest.update(chunk);
    yield chunk;
  }
  if (digest.digest('hex') !== sha256) throw new DamagedFile();
}

/** Workers share one iterator, so each item is processed once; the first error stops all of them. */
async function inParallel<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  let isStopped = false;
  const worker = async (): Promise<void> => {
    while (!isStopped) {
      const { done, value } = await iterator.next();
      if (done === true) return;
      await work(value);
    }
  };
  const running = Array.from({ length: concurrency }, () =>
    worker().catch((error: unknown) => {
      isStopped = true;
      throw error;
    }),
  );
  const failed = (await Promise.allSettled(running)).find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
