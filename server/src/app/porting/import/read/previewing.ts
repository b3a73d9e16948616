// What a person sees before they import files of another service: the first rows of a table, and the statuses. Only the
// beginning of each file is read.

import { Readable } from 'node:stream';
import { ownSlugOfName } from '../../../../domain/catalog/ordered.ts';
import { Failure } from '../../../../domain/kernel/failure.ts';
import type { ImportPreview, ImportSource } from '../../../../domain/porting/import.ts';
import { csvTable } from '../../vendors/csv-rows.ts';
import { readParts } from '../../vendors/readers.ts';
import type { Vendor, VendorFiles, VendorMapping } from '../../vendors/vendor.ts';
import { vendors } from './converting.ts';

const maxRows = 5;
const maxCellLength = 200;
const maxColumns = 200;
const maxStatuses = 100;
const maxBytes = 16 * 1024 * 1024;
const lineFeed = 0x0a;

/** Null for an archive of our own, which needs no mapping. `slugs` are those of the workspace's statuses. */
export async function previewOf(
  source: ImportSource,
  files: VendorFiles,
  mapping: VendorMapping,
  slugs: ReadonlySet<string> = new Set(),
): Promise<ImportPreview | null> {
  if (source === 'earshot') return null;
  const vendor = vendors[source];
  const beginning = beginningOf(files);
  const [table] = vendor.tablesOf(files.names);
  const [columns, ...rows] = await rowsOf(beginning, table);
  // What a status becomes by itself, so that a person can drop what they chose for it.
  const unmapped = { ...mapping, statuses: new Map<string, string>() };
  const statuses = await statusesOf(vendor, beginning, unmapped, slugs);
  const fields = table && columns && vendor.fieldsOf?.(table, columns, mapping);
  return { columns: columns ?? null, fields: fields === undefined ? null : [...fields], rows, statuses };
}

async function rowsOf(files: Beginning, name: string | undefined): Promise<string[][]> {
  const rows: string[][] = [];
  if (name === undefined) return rows;
  await files.leniently(async () => {
    for await (const { cells } of csvTable(files, name)) {
      rows.push(cells.slice(0, maxColumns).map((cell) => cell.slice(0, maxCellLength)));
      if (rows.length > maxRows) break;
    }
  });
  return rows;
}

async function statusesOf(
  vendor: Vendor,
  files: Beginning,
  mapping: VendorMapping,
  slugs: ReadonlySet<string>,
): Promise<ImportPreview['statuses']> {
  const found = new Map<unknown, ImportPreview['statuses'][number]>();
  await files.leniently(async () => {
    for await (const { record } of readParts(vendor, files, mapping, 'statuses')) {
      if (found.has(record.id)) continue;
      const name = String(record.name);
      const slug = typeof record.slug === 'string' ? record.slug : ownSlugOfName(name);
      const isKnown = slug !== undefined && slugs.has(slug);
      found.set(record.id, { name: name.slice(0, maxCellLength), slug: isKnown ? slug : null });
      if (found.size === maxStatuses) break;
    }
  });
  return [...found.values()];
}

interface Beginning extends VendorFiles {
  /** Runs the work; what is wrong with a file that was cut off does not count. */
  leniently(work: () => Promise<void>): Promise<void>;
}

function beginningOf(files: VendorFiles): Beginning {
  let isCut = false;
  const start = async function* (name: string): AsyncGenerator<Buffer> {
    let left = maxBytes;
    for await (const chunk of files.open(name) as AsyncIterable<Buffer>) {
      if (chunk.length <= left) {
        left -= chunk.length;
        yield chunk;
        continue;
      }
      isCut = true;
      // At the end of a line, so that no character is cut.
      yield chunk.subarray(0, chunk.lastIndexOf(lineFeed, left) + 1);
      return;
    }
  };
  return {
    names: files.names,
    open: (name) => Readable.from(start(name), { objectMode: false }),
    async leniently(work) {
      try {
        await work();
      } catch (error) {
        if (!isCut || !(error instanceof Failure)) throw error;
      }
    },
  };
}
