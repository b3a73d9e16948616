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
  /** Column of each field of ours, for CSV. */
  columns: ReadonlyMap<string, string>;
  /** Slug of our status for each status of the source, in lower case. */
  statuses: ReadonlyMap<string, string>;
}

export interface Converted {
  resource: Resource;
  /** Fields of a record; absent ones have their default. It is checked when it is imported. */
  record: Record<string, unknown>;
  /** Where it comes from, for the report. */
  file: string;
  line: number;
}

export interface Vendor {
  /** What it yields. The files are read once for each of them, so that nothing is kept in memory. */
  resources: readonly Resource[];
  /** The CSV files that it reads, the one with posts first. */
  tablesOf(names: readonly string[]): readonly string[];
  /** Files without anything of the wanted resource may be left out. */
  read(files: VendorFiles, mapping: VendorMapping, wanted: Resource): AsyncIterable<Converted>;
}

/** The time as ISO 8601 if it can be read; otherwise the text itself, which the import refuses by name. */
export function timeOf(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '') return null;
  const text = value.trim();
  if (/^\d{4}-\d{2}-\d{2}(?:$|T.*(?:Z|[+-]\d{2}:\d{2})$)/.test(text)) return text;
  // Without a zone, a time is taken as UTC.
  const parsed = Date.parse(
    /^\d{4}-\d{2}-\d{2} \d/.test(text) && !/[zZ]|[+-]\d{2}:?\d{2}$/.test(text)
      ? `${text.replace(' ', 'T')}Z`
      : text,
  );
  return Number.isNaN(parsed) ? text : new Date(parsed).toISOString();
}

/** A status of the source: mapped to one of ours, or one with the same name, or a new one. */
export const statusRecord = (
  name: string,
  { statuses }: VendorMapping,
  usual: ReadonlyMap<string, string> = new Map(),
): Record<string, unknown> => {
  const key = name.trim().toLowerCase();
  const slug = statuses.get(key) ?? usual.get(key);
  return {
    id: key,
    name: `${name.trim().slice(0, 1).toUpperCase()}${name.trim().slice(1)}`,
    ...(slug && { slug }),
  };
};
