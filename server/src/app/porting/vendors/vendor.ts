// What an importer of another service is: it turns that service's files into records of our format. Everything else
// (checks, IDs, steps, the report) is the import of our own format.

import type { Readable } from 'node:stream';
import type { Resource } from '../../../domain/porting/records.ts';

/** The files of an export, by name: one file, or those of a directory. */
export interface VendorFiles {
  names: readonly string[];
  open(name: string): Readable;
}

/** Choices of the person who imports. */
export interface VendorMapping {
  /** Column of each field of ours, for CSV. An empty one: the field is left out. */
  columns: ReadonlyMap<string, string>;
  /** Slug of our status for each status of the source, in lower case. */
  statuses: ReadonlyMap<string, string>;
}

export interface Part {
  resource: Resource;
  /** Fields of a record; absent ones have their default. It is checked when it is imported. */
  record: Record<string, unknown>;
  /** What the source calls a field, for warnings and errors; absent if it is called the same. */
  called?: Readonly<Record<string, string>>;
  /** The file of an attachment, if it is one of the files of the export. */
  content?: string;
  /** Why it can't be imported, for the report. */
  refused?: string;
}

/** A row or object that can't be imported at all. The message is for the report. */
export class RefusedRow extends Error {}

export interface Converted extends Part {
  /** Where it comes from, for the report. */
  file: string;
  line: number;
}

export interface Vendor {
  /** What it yields. The files are read once for each of them, so that nothing is kept in memory. */
  resources: readonly Resource[];
  /** The CSV files that it reads, the one with posts first. */
  tablesOf(names: readonly string[]): readonly string[];
  /** The field that each column of a table is, null for one that is not used; absent if columns can't be mapped. */
  fieldsOf?(file: string, columns: readonly string[], mapping: VendorMapping): readonly (string | null)[];
  /** Files without anything of the wanted resource may be left out. */
  read(files: VendorFiles, mapping: VendorMapping, wanted: Resource): AsyncIterable<Converted>;
}
