// An archive as a zip file, with zip64 where needed.

import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import yauzl, { type Entry, type ZipFile as ReadableZip } from 'yauzl';
import yazl from 'yazl';
import { badArchive } from '../../domain/porting/manifest.ts';
import type { ArchiveReader, ArchiveWriter } from '../../ports/porting/archive.ts';
import { checkedEntryName, unfinishedName } from './entry-names.ts';

/** Deflate reaches about 1,000:1 on one repeated byte; exported text stays below 50:1. */
const maxRatio = 200;
/** An entry this small is no bomb, whatever its ratio. */
const smallBytes = 1024 * 1024;
const maxMessageLength = 300;

/** What a zip file may hold, and which names. `bytes` is the sum of the sizes that its entries claim. */
export interface ZipLimits {
  entries: number;
  bytes: number;
  checkName: (name: string) => string;
}

/** Enough for an archive with many attached files. Memory is taken only for those that it has. */
const ownLimits: ZipLimits = {
  entries: 1_000_000,
  bytes: Number.POSITIVE_INFINITY,
  checkName: checkedEntryName,
};

/** What is needed to read an entry. The library's own objects take about a kilobyte each. */
type Place = ReturnType<typeof placeOf>;

const openFile = promisify<string, yauzl.Options, ReadableZip>(yauzl.open);

export async function openZip(path: string, limits: Partial<ZipLimits> = {}): Promise<ArchiveReader> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true };
  const zip = await openFile(path, options).catch((error: unknown) => {
    throw notAZip(error);
  });
  const found = new Entries(zip.fileSize, { ...ownLimits, ...limits });
  await readEntries(zip, found).catch((error: unknown) => {
    zip.close();
    throw notAZip(error);
  });
  return {
    entries: found.sizes,
    open: async (name) => {
      const place = found.places.get(name);
      if (place === undefined) throw badArchive(`The archive has no ${name}.`);
      return openEntry(zip, name, Object.assign(new yauzl.Entry(), place));
    },
    close: async () => zip.close(),
  };
}

/** What is wrong with the file; errors of the disk stay as they are. */
function notAZip(error: unknown, what = 'The archive is damaged, cut off, or not a zip file'): unknown {
  if (!(error instanceof Error) || error.name === 'Failure' || 'syscall' in error) return error;
  // The library quotes names, which can have 64 KB.
  const reason = error.message.slice(0, maxMessageLength).replace(/\.$/, '');
  return badArchive(`${what}: ${reason}.`);
}

function readEntries(zip: ReadableZip, found: Entries): Promise<void> {
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => resolve());
    zip.on('entry', (entry: Entry) => {
      try {
        found.add(entry);
        zip.readEntry();
      } catch (error) {
        reject(error);
      }
    });
    zip.readEntry();
  });
}

class Entries {
  readonly sizes = new Map<string, number>();
  readonly places = new Map<string, Place>();
  readonly #limits: ZipLimits;
  readonly #fileSize: number;
  #count = 0;
  #bytes = 0;
  #compressedBytes = 0;

  constructor(fileSize: number, limits: ZipLimits) {
    this.#fileSize = fileSize;
    this.#limits = limits;
  }

  add(entry: Entry): void {
    this.#count += 1;
    if (this.#count > this.#limits.entries) throw badArchive('The archive has too many entries.');
    const { fileName } = entry;
    if (!fileName.endsWith('/')) this.#addFile(this.#limits.checkName(fileName), entry);
    // Directories have no content of their own.
    else if (fileName !== 'files/') this.#limits.checkName(fileName);
  }

  #addFile(name: string, entry: Entry): void {
    const { compressedSize, uncompressedSize } = entry;
    if (this.sizes.has(name)) throw badArchive(`The archive contains ${name} twice.`);
    if (entry.isEncrypted()) throw badArchive('The archive is encrypted.');
    if (uncompressedSize > smallBytes && uncompressedSize > maxRatio * compressedSize)
      throw badArchive(`The archive's ${name} expands more than ${maxRatio} times: it may be a zip bomb.`);
    this.#bytes += uncompressedSize;
    if (this.#bytes > this.#limits.bytes)
      throw badArchive('The archive expands to more than an import may have: it may be a zip bomb.');
    this.#compressedBytes += compressedSize;
    if (this.#compressedBytes > this.#fileSize)
      throw badArchive('Entries of the archive share their content: it may be a zip bomb.');
    this.sizes.set(name, uncompressedSize);
    this.places.set(name, placeOf(entry));
  }
}

const placeOf = (entry: Entry) => ({
  compressedSize: entry.compressedSize,
  uncompressedSize: entry.uncompressedSize,
  compressionMethod: entry.compressionMethod,
  generalPurposeBitFlag: entry.generalPurposeBitFlag,
  relativeOffsetOfLocalHeader: entry.relativeOffsetOfLocalHeader,
});

/** The library fails if the entry turns out larger or smaller than it claims. */
const openEntry = (zip: ReadableZip, name: string, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(notAZip(error, `The archive's ${name} is damaged`));
      else resolve(stream);
    }),
  );

/**
 * Writes a zip file as a stream. `store` keeps the whole stream or, if the stream fails, nothing; it must not end before
 * the stream does.
 */
export function zipInto(store: (bytes: Readable) => Promise<void>): ArchiveWriter {
  const zip = new yazl.ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  const stored = store(output);
  const broken = new Promise<never>((_, reject) => {
    zip.on('error', reject);
    stored.catch(reject);
  });
  broken.catch(() => undefined);
  return {
    async add(name: string, bytes: Readable) {
      // What is compressed already only takes time to compress again.
      const compress = !name.startsWith('files/');
      zip.addReadStream(bytes, checkedEntryName(name), { compress, mode: 0o100600 });
      await Promise.race([finished(bytes, { writable: false }), broken]).finally(() => bytes.destroy());
    },
    async finish() {
      zip.end();
      await Promise.race([stored, broken]);
    },
    async discard() {
      output.destroy(new Error('The archive was discarded.'));
      await stored.catch(() => undefined);
    },
  };
}

export async function createZip(path: string): Promise<ArchiveWriter> {
  const unfinished = unfinishedName(path);
  const zip = zipInto((bytes) =>
    pipeline(bytes, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })),
  );
  return {
    ...zip,
    async finish() {
      await zip.finish();
      await rename(unfinished, path);
    },
    async discard() {
      await zip.discard();
      await rm(unfinished, { force: true });
    },
  };
}
