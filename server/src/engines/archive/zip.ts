// An archive as a zip file, with zip64 where needed.

import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import yauzl, { type Entry, type ZipFile as ReadableZip } from 'yauzl';
import yazl from 'yazl';
import { badArchive } from '../../domain/porting/manifest.ts';
import type { ArchiveReader, ArchiveWriter } from '../../ports/archive.ts';
import { checkedEntryName, unfinishedName } from './entry-names.ts';

/** Deflate reaches about 1,000:1 on one repeated byte; exported text stays below 50:1. */
const maxRatio = 200;
/** An entry this small is no bomb, whatever its ratio. */
const smallBytes = 1024 * 1024;
const maxEntries = 1_000_000;

type CheckName = (name: string) => string;

const openFile = promisify<string, yauzl.Options, ReadableZip>(yauzl.open);

/** `checkName` refuses names that the archive must not have. */
export async function openZip(path: string, checkName = checkedEntryName): Promise<ArchiveReader> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true };
  const zip = await openFile(path, options).catch((error: unknown) => {
    throw notAZip(error);
  });
  const found = await readEntries(zip, checkName).catch((error: unknown) => {
    zip.close();
    throw notAZip(error);
  });
  return {
    entries: new Map([...found].map(([name, entry]) => [name, entry.uncompressedSize])),
    open: async (name) => {
      const entry = found.get(name);
      if (entry === undefined) throw badArchive(`The archive has no ${name}.`);
      return openEntry(zip, entry);
    },
    close: async () => zip.close(),
  };
}

function notAZip(error: unknown): unknown {
  if (!(error instanceof Error) || error.name === 'Failure' || 'code' in error) return error;
  return badArchive(`The archive is damaged, cut off, or not a zip file: ${error.message}.`);
}

function readEntries(zip: ReadableZip, checkName: CheckName): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      try {
        // Directories have no content of their own.
        if (!entry.fileName.endsWith('/')) checkEntry(checkName(entry.fileName), entry, entries);
        else if (entry.fileName !== 'files/') checkName(entry.fileName);
        zip.readEntry();
      } catch (error) {
        reject(error);
      }
    });
    zip.readEntry();
  });
}

function checkEntry(name: string, entry: Entry, entries: Map<string, Entry>): void {
  if (entries.has(name)) throw badArchive(`The archive contains ${name} twice.`);
  if (entries.size >= maxEntries) throw badArchive('The archive has too many entries.');
  if (entry.isEncrypted()) throw badArchive('The archive is encrypted.');
  if (entry.uncompressedSize > smallBytes && entry.uncompressedSize > maxRatio * entry.compressedSize)
    throw badArchive(`The archive's ${name} expands more than ${maxRatio} times: it may be a zip bomb.`);
  entries.set(name, entry);
}

/** The library fails if the entry turns out larger or smaller than it claims. */
const openEntry = (zip: ReadableZip, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(notAZip(error));
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
