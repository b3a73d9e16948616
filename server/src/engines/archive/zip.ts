// An archive as a zip file, with zip64 where needed. Written under a temporary name, and renamed when it is complete.

import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
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

const openFile = promisify<string, yauzl.Options, ReadableZip>(yauzl.open);

export async function openZip(path: string): Promise<ArchiveReader> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true };
  const zip = await openFile(path, options).catch((error: unknown) => {
    throw notAZip(error);
  });
  const found = await readEntries(zip).catch((error: unknown) => {
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

function readEntries(zip: ReadableZip): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      try {
        // Directories have no content of their own.
        if (entry.fileName !== 'files/') checkEntry(entry, entries);
        zip.readEntry();
      } catch (error) {
        reject(error);
      }
    });
    zip.readEntry();
  });
}

function checkEntry(entry: Entry, entries: Map<string, Entry>): void {
  const name = checkedEntryName(entry.fileName);
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

export async function createZip(path: string): Promise<ArchiveWriter> {
  const unfinished = unfinishedName(path);
  const zip = new yazl.ZipFile();
  const output = createWriteStream(unfinished, { flags: 'wx', mode: 0o600 });
  let failure: Error | undefined;
  const written = finished(zip.outputStream.pipe(output)).catch((error: Error) => {
    failure = error;
  });
  const broken = new Promise<never>((_, reject) => {
    zip.outputStream.on('error', reject);
    output.on('error', reject);
    zip.on('error', reject);
  });
  broken.catch(() => undefined);
  return {
    add(name: string, bytes: Readable) {
      // What is compressed already only takes time to compress again.
      const compress = !name.startsWith('files/');
      zip.addReadStream(bytes, checkedEntryName(name), { compress, mode: 0o100600 });
      return Promise.race([finished(bytes, { writable: false }), broken]);
    },
    async finish() {
      zip.end();
      await Promise.race([written, broken]);
      if (failure !== undefined) throw failure;
      const file = await open(unfinished, 'r+');
      await file.sync().finally(() => file.close());
      await rename(unfinished, path);
    },
    async discard() {
      output.destroy();
      await written;
      await rm(unfinished, { force: true });
    },
  };
}
