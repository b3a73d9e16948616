// How the files of a service are read: tables with fixed columns, and lists of JSON objects. An importer is a list of
// such readers.

import { badArchive } from '../../../domain/porting/manifest.ts';
import type { Resource } from '../../../domain/porting/records.ts';
import { Turn } from '../turns.ts';
import { csvRows } from './csv-rows.ts';
import { type Json, jsonItems } from './json-items.ts';
import {
  type Converted,
  type Part,
  RefusedRow,
  type Vendor,
  type VendorFiles,
  type VendorMapping,
} from './vendor.ts';

/** What a reader knows besides the object or row. */
export interface Context {
  mapping: VendorMapping;
  files: VendorFiles;
  wanted: Resource;
  /** The part of the file's name that the pattern captures. */
  captured: string;
  /** Whether the export has a file of this name. */
  has(name: string): boolean;
}

/** How the files of one name are read. */
export interface FileReader {
  name: RegExp;
  isTable: boolean;
  /** What it yields; for anything else, the file is not opened. */
  gives: readonly Resource[];
  read(name: string, context: Context): AsyncGenerator<Part & { line: number }>;
}

type Gives = readonly Resource[];

/** Named by many objects, so that none of them is about one. */
const named: ReadonlySet<Resource> = new Set(['postTypes', 'statuses', 'tags', 'users']);

/** What the objects of a file are. */
const mainOf = (gives: Gives): Resource => (gives.find((each) => !named.has(each)) ?? gives[0]) as Resource;

/** The parts of a row or object. If it is refused, that is an error of what it mainly is. */
export function* partsOf(main: Resource, parts: Iterable<Part>, refused?: string): Generator<Part> {
  try {
    if (refused !== undefined) throw new RefusedRow(refused);
    yield* parts;
  } catch (error) {
    if (!(error instanceof RefusedRow)) throw error;
    yield { resource: main, record: {}, refused: error.message };
  }
}

/** Files of JSON objects. `lists` are the names that the list can have in an answer. */
export const jsonFile = (
  name: RegExp,
  lists: readonly string[],
  gives: Gives,
  parts: (item: Json, context: Context) => Iterable<Part>,
): FileReader => ({
  name,
  isTable: false,
  gives,
  async *read(file, context) {
    for await (const { line, item, refused } of jsonItems(context.files, file, lists))
      for (const part of partsOf(mainOf(gives), parts(item, context), refused)) yield { ...part, line };
  },
});

/** Tables with columns of fixed names, in lower case. An absent column is empty. */
export const csvFile = (
  name: RegExp,
  gives: Gives,
  parts: (cell: (column: string) => string, context: Context) => Iterable<Part>,
): FileReader => ({
  name,
  isTable: true,
  gives,
  async *read(file, context) {
    let columnAt = new Map<string, number>();
    for await (const { line, columns, cells, flaw } of csvRows(context.files, file)) {
      if (columnAt.size === 0)
        columnAt = new Map(columns.map((column, index) => [column.toLowerCase(), index]));
      const cell = (column: string): string => (cells[columnAt.get(column) ?? -1] ?? '').trim();
      for (const part of partsOf(mainOf(gives), parts(cell, context), flaw)) yield { ...part, line };
    }
  },
});

/** What an importer yields of a resource. Many parts may come from one row, and most of them be of others. */
export async function* readParts(
  vendor: Vendor,
  files: VendorFiles,
  mapping: VendorMapping,
  wanted: Resource,
): AsyncGenerator<Converted> {
  const turn = new Turn();
  for await (const part of vendor.read(files, mapping, wanted)) {
    if (turn.isOver) await turn.end();
    if (part.resource === wanted) yield part;
  }
}

const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** An importer of several files. `needed` is the name of the one without which there is nothing to import. */
export function vendorOf(needed: string, readers: readonly FileReader[]): Vendor {
  const matching = (names: readonly string[], { name }: FileReader) =>
    names.flatMap((file) => {
      const match = name.exec(baseName(file));
      return match === null ? [] : [{ file, captured: match[1] ?? '' }];
    });
  return {
    resources: [...new Set(readers.flatMap(({ gives }) => gives))],
    tablesOf: (names) =>
      readers
        .filter(({ isTable }) => isTable)
        .flatMap((reader) => matching(names, reader).map(({ file }) => file)),
    async *read(files, mapping, wanted) {
      const present = new Set(files.names.map(baseName));
      if (!present.has(needed)) throw badArchive(`There is no ${needed} to import.`);
      const context = { mapping, files, wanted, has: (name: string) => present.has(name) };
      for (const reader of readers) {
        if (!reader.gives.includes(wanted)) continue;
        for (const { file, captured } of matching(files.names, reader))
          for await (const part of reader.read(file, { ...context, captured })) yield { ...part, file };
      }
    },
  };
}
