// The files that `earshot import` reads: an archive of our format, or those of another service, which are converted to
// one in a temporary directory first.

import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { convert, vendors } from '../app/porting/converting.ts';
import { csvFields } from '../app/porting/vendors/csv.ts';
import type { VendorFiles, VendorMapping } from '../app/porting/vendors/vendor.ts';
import { createArchive, openArchive } from '../compose.ts';
import { badField } from '../domain/failure.ts';
import type { ImportSource } from '../domain/import.ts';
import { badArchive } from '../domain/porting/manifest.ts';
import type { ArchiveReader } from '../ports/archive.ts';

export async function withArchive<T>(
  path: string,
  source: ImportSource,
  mapping: VendorMapping,
  work: (archive: ArchiveReader) => Promise<T>,
): Promise<T> {
  if (source === 'earshot') return reading(path, work);
  const directory = await mkdtemp(join(tmpdir(), 'earshot-import-'));
  try {
    const converted = join(directory, 'archive');
    await convert(vendors[source], await filesAt(path), mapping, await createArchive(converted));
    return await reading(converted, work);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function reading<T>(path: string, work: (archive: ArchiveReader) => Promise<T>): Promise<T> {
  const archive = await openArchive(path);
  try {
    return await work(archive);
  } finally {
    await archive.close();
  }
}

/** One file, or all files of a directory. */
export async function filesAt(path: string): Promise<VendorFiles> {
  const found = await stat(path).catch((error: Error) => {
    throw badArchive(`The file cannot be read: ${error.message}.`);
  });
  const folder = found.isDirectory() ? path : dirname(path);
  const names = found.isDirectory() ? (await readdir(path)).sort() : [basename(path)];
  return { names, open: (name) => createReadStream(join(folder, name)) };
}

/** Reads `title=Subject` (field and column) and `status:Started=in-progress` (status there and slug here). */
export function readMapping(texts: readonly string[]): VendorMapping {
  const columns = new Map<string, string>();
  const statuses = new Map<string, string>();
  for (const text of texts) {
    const [, isStatus, from, to] = /^(status:)?([^=]+)=(.+)$/.exec(text) ?? [];
    if (from === undefined || to === undefined)
      throw badField('map', 'must be FIELD=COLUMN, or status:NAME=SLUG.');
    if (isStatus !== undefined) statuses.set(from.trim().toLowerCase(), to.trim());
    else if (from.trim() in csvFields) columns.set(from.trim(), to);
    else throw badField('map', `knows these fields: ${Object.keys(csvFields).join(', ')}.`);
  }
  return { columns, statuses };
}
