// Names the columns of a table that no field is taken from, so that nothing is left out in silence.

import type { Manifest } from '../../../domain/porting/manifest.ts';
import { csvTable } from './csv-rows.ts';
import type { Vendor, VendorFiles, VendorMapping } from './vendor.ts';

const maxTables = 100;
const maxNamed = 20;
const maxNameLength = 100;

/** One note for each table that has such columns. */
export async function unusedColumns(
  vendor: Vendor,
  files: VendorFiles,
  mapping: VendorMapping,
): Promise<NonNullable<Manifest['notes']>> {
  const notes: NonNullable<Manifest['notes']> = [];
  if (vendor.fieldsOf === undefined) return notes;
  for (const part of vendor.tablesOf(files.names).slice(0, maxTables)) {
    const columns = await headerOf(files, part);
    const fields = vendor.fieldsOf(part, columns, mapping);
    const unused = columns.filter((column, index) => fields[index] === null && column.trim() !== '');
    if (unused.length === 0) continue;
    const named = unused.slice(0, maxNamed).map((column) => `"${column.trim().slice(0, maxNameLength)}"`);
    if (unused.length > maxNamed) named.push(`${unused.length - maxNamed} more`);
    notes.push({ part, line: 1, message: `Columns that are not used: ${named.join(', ')}.` });
  }
  return notes;
}

async function headerOf(files: VendorFiles, name: string): Promise<string[]> {
  for await (const { cells } of csvTable(files, name)) return cells;
  return [];
}
