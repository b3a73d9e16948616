// Copies the bytes of attachments from one place to another. What is there already is passed over, so that a copy
// that ended anywhere goes on; what does not have the digest that its attachment remembers is not kept.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Files } from '../../ports/files.ts';

export interface WantedFile {
  fileKey: string;
  size: number;
  sha256: string;
}

export interface MovedFiles {
  /** How many files the target has now, of those that are wanted. */
  present: number;
  /** Keys of files that the source lacks, or has with other bytes than were uploaded. */
  lost: string[];
}

export interface FilesMove {
  from: Files;
  to: Files;
  /** Asked for twice: to copy, and to look whether everything is there. */
  wanted(): AsyncIterable<WantedFile>;
  onProgress(done: number): void;
}

/** Each may hold two parts of an upload in memory. */
const atOnce = 4;

class DamagedFile extends Error {}

export async function moveFiles({ from, to, wanted, onProgress }: FilesMove): Promise<MovedFiles> {
  const lost: string[] = [];
  let done = 0;
  await severalAtOnce(wanted(), async (file) => {
    if ((await to.sizeOf(file.fileKey)) !== file.size && !(await copyFile(from, to, file)))
      lost.push(file.fileKey);
    done += 1;
    onProgress(done);
  });
  let present = 0;
  await severalAtOnce(wanted(), async ({ fileKey, size }) => {
    if ((await to.sizeOf(fileKey)) === size) present += 1;
  });
  return { present, lost: lost.sort() };
}

/** False when the source does not have what was uploaded. */
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

/** Fails in place of the end: what is written is kept whole or not at all. */
async function* verified(bytes: Readable, { sha256 }: WantedFile): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  for await (const piece of bytes) {
    digest.update(piece);
    yield piece;
  }
  if (digest.digest('hex') !== sha256) throw new DamagedFile();
}

/** All workers ask the same iterator, so that each item is taken once; the first error ends them all. */
async function severalAtOnce<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  let isOver = false;
  const worker = async (): Promise<void> => {
    while (!isOver) {
      const { done, value } = await iterator.next();
      if (done === true) return;
      await work(value);
    }
  };
  const running = Array.from({ length: atOnce }, () =>
    worker().catch((error: unknown) => {
      isOver = true;
      throw error;
    }),
  );
  const failed = (await Promise.allSettled(running)).find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
