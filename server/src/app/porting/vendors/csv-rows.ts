// Reads a CSV file row by row, in whatever encoding spreadsheets write: UTF-8 or UTF-16 with a byte order mark, UTF-8
// without one, or Windows-1252.

import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { badArchive } from '../../../domain/porting/manifest.ts';
import type { VendorFiles } from './vendor.ts';

export interface CsvRow {
  /** The line on which the row ends. */
  line: number;
  /** Cells by column, in lower case. */
  cells: Record<string, string>;
}

/** More than a description may have, so that a longer cell is reported by its line. */
const maxRowBytes = 8 * 1024 * 1024;

export async function* csvRows(files: VendorFiles, name: string): AsyncGenerator<CsvRow> {
  const encoding = await encodingOf(files, name);
  const text = Readable.from(decoded(files.open(name), encoding));
  const parser = text.pipe(
    parse({
      bom: true,
      columns: (header: string[]) => header.map((column) => column.trim().toLowerCase()),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxRowBytes,
    }),
  );
  text.once('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: Record<string, string>;
      info: { lines: number };
    }>)
      yield { line: info.lines, cells: record };
  } catch (error) {
    throw badArchive(
      `"${name}" is not valid CSV: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

async function encodingOf(files: VendorFiles, name: string): Promise<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isStart = true;
  try {
    for await (const chunk of files.open(name) as AsyncIterable<Buffer>) {
      if (isStart && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
      if (isStart && chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
      isStart = false;
      utf8.decode(chunk, { stream: true });
    }
    utf8.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}

/** With line feeds only: the parser counts a line break of two characters within a cell as two lines. */
async function* decoded(bytes: Readable, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let left = '';
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    const text = left + decoder.decode(chunk, { stream: true });
    left = text.endsWith('\r') ? '\r' : '';
    yield text.slice(0, text.length - left.length).replaceAll('\r\n', '\n');
  }
  yield left + decoder.decode();
}
