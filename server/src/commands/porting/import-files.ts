// The files that `earshot import` reads: an archive of our format, or those of another service, which are converted to
// one in a temporary directory first.

import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { csvFieldNames } from '../../app/porting/vendors/csv-columns.ts';
import type { VendorMapping } from '../../app/porting/vendors/vendor.ts';
import { type LocalFiles, reading, withConverted } from '../../compose/imports.ts';
import { badField } from '../../domain/kernel/failure.ts';
import type { ImportSource } from '../../domain/porting/import.ts';
import { badArchive } from '../../domain/porting/manifest.ts';
import type { ArchiveReader } from '../../ports/porting/archive.ts';

export async function withArchive<T>(
  path: string,
  source: ImportSource,
  mapping: VendorMapping,
  work: (archive: ArchiveReader) => Promise<T>,
): Promise<T> {
  return source === 'earshot'
    ? reading(path, work)
    : withConverted(source, await filesAt(path), mapping, work);
}

/** One file, or all files of a directory, always in the same order. */
export async function filesAt(path: string): Promise<LocalFiles> {
  const found = await stat(path).catch((error: Error) => {
    throw badArchive(`The file cannot be read: ${error.message}.`);
  });
  const folder = found.isDirectory() ? path : dirname(path);
  const names = found.isDirectory() ? await namesIn(path) : [basename(path)];
  const pathOf = (name: string) => join(folder, name);
  return { names, pathOf, open: (name) => createReadStream(pathOf(name)) };
}

async function namesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(directory, join(parentPath, name)).split(sep).join('/'))
    .sort();
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
    else if (csvFieldNames.some((known) => known === from.trim())) columns.set(from.trim(), to);
    else throw badField('map', `supports these fields: ${csvFieldNames.join(', ')}.`);
  }
  return { columns, statuses };
}
