// Reads a CSV file row by row, with commas, semicolons or tabs between the cells.

import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { badArchive } from '../../../domain/porting/manifest.ts';
import { textOf } from './decoding.ts';
import type { VendorFiles } from './vendor.ts';

export interface CsvRow {
  /** The line on which the row ends. */
  line: number;
  /** Cells by column, in lower case. */
  cells: Readonly<Record<string, string>>;
}

/** More than a description may have, so that a longer cell is reported by its line. */
const maxRowBytes = 8 * 1024 * 1024;

export async function* csvRows(files: VendorFiles, name: string): AsyncGenerator<CsvRow> {
  let columns: string[] | undefined;
  for await (const { line, cells } of csvTable(files, name)) {
    if (columns === undefined) {
      columns = cells.map((column) => column.trim().toLowerCase());
      continue;
    }
    // Without a prototype: a column may have any name.
    const row: Record<string, string> = Object.create(null);
    for (const [index, column] of columns.entries()) row[column] = cells[index] ?? '';
    yield { line, cells: row };
  }
}

/** The rows as they are; the first one has the names of the columns. */
export async function* csvTable(
  files: VendorFiles,
  name: string,
): AsyncGenerator<{ line: number; cells: string[] }> {
  const lines = withLineFeeds(textOf(files, name));
  const start = (await lines.next()).value ?? '';
  const text = Readable.from(joined(start, lines));
  const parser = text.pipe(
    parse({
      bom: true,
      delimiter: delimiterOf(start),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxRowBytes,
    }),
  );
  text.once('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>)
      yield { line: info.lines, cells: record };
  } catch (error) {
    throw badArchive(
      `"${name}" is not valid CSV: ${error instanceof Error ? error.message : String(error)}.`,
    );
  } finally {
    text.destroy();
  }
}

/** Spreadsheets of some countries write semicolons. The first line has names of columns only. */
function delimiterOf(text: string): string {
  const header = (text.split('\n', 1)[0] ?? '').replace(/"[^"]*"/g, '');
  const countOf = (delimiter: string): number => header.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, other) => (countOf(other) > countOf(best) ? other : best));
}

async function* joined(start: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield start;
  yield* rest;
}

/** The parser counts a line break of two characters within a cell as two lines. */
async function* withLineFeeds(text: AsyncIterable<string>): AsyncGenerator<string> {
  let left = '';
  for await (const chunk of text) {
    const whole = left + chunk;
    left = whole.endsWith('\r') ? '\r' : '';
    yield whole.slice(0, whole.length - left.length).replaceAll('\r\n', '\n');
  }
  if (left !== '') yield left;
}
