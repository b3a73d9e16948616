// Reads a CSV file row by row, with commas, semicolons or tabs between the cells.

import { Readable, type TransformOptions } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, type Options, parse } from 'csv-parse';
import { counted } from '../../../domain/kernel/count.ts';
import { Failure } from '../../../domain/kernel/failure.ts';
import { badArchive } from '../../../domain/porting/manifest.ts';
import { textOf } from './decoding.ts';
import type { VendorFiles } from './vendor.ts';

export interface CsvRow {
  /** The line on which the row ends. */
  line: number;
  /** The same for all rows of the file. */
  columns: readonly string[];
  cells: readonly string[];
  /** Why the row can't be read, as a sentence. */
  flaw?: string | undefined;
}

/** More than a description may have, so that a longer cell is reported by its line. */
const maxRowBytes = 2 * 1024 * 1024;
const maxColumns = 1_000;
const maxReasonLength = 300;
/** Columns in an error. */
const maxNamed = 5;
/** The parser takes a whole piece in one go, and other work waits meanwhile. It costs more for each row than for its text. */
const pieceLength = 1024;
const pieceRows = 30;
/** Each row has all columns, however short it is. */
const cellsPerTurn = 10_000;

export async function* csvRows(files: VendorFiles, name: string): AsyncGenerator<CsvRow> {
  let columns: string[] | undefined;
  let left = cellsPerTurn;
  for await (const { line, cells, isBroken, start } of csvTable(files, name)) {
    if (columns === undefined) {
      columns = cells.map((column) => column.trim());
      continue;
    }
    yield { line, columns, cells, flaw: isBroken ? unclosed(start) : flawOf(columns, cells, start, line) };
    left -= columns.length;
    if (left > 0) continue;
    left = cellsPerTurn;
    await nextTurn();
  }
}

const unclosed = (line: number): string => `A quotation mark on line ${line} is not closed.`;

/** A row with a cell more or less has its values in the wrong columns. */
function flawOf(
  columns: readonly string[],
  cells: readonly string[],
  start: number,
  end: number,
): string | undefined {
  const counts = `${counted(cells.length, 'cell')} and the table ${counted(columns.length, 'column')}`;
  if (cells.length < columns.length) {
    const missing = columns.slice(cells.length, cells.length + maxNamed).map((column) => `"${column}"`);
    const others = columns.length - cells.length - missing.length;
    const named = [...missing, ...(others > 0 ? [`${others} more`] : [])].join(', ');
    const hint = start === end ? '' : ` A quotation mark on line ${start} may not be closed.`;
    return `The row has ${counts}. Missing: ${named}.${hint}`;
  }
  if (cells.slice(columns.length).every((cell) => cell.trim() === '')) return undefined;
  return `The row has ${counts}. Is a cell with a separator not quoted?`;
}

interface TableRow {
  /** The lines on which the row starts and ends. */
  start: number;
  line: number;
  cells: string[];
  /** A quoted cell goes on after its quotation mark: that one belongs to a later row. */
  isBroken: boolean;
}

/** The rows as they are; the first one has the names of the columns. */
export async function* csvTable(files: VendorFiles, name: string): AsyncGenerator<TableRow> {
  const lines = withLineFeeds(textOf(files, name));
  const start = (await lines.next()).value ?? '';
  const text = Readable.from(inPieces(joined(start, lines)), { highWaterMark: 1 });
  const options: Options & Pick<TransformOptions, 'writableHighWaterMark'> = {
    bom: true,
    ...separationOf(start),
    // A quote in the middle of a cell is part of the text.
    relax_quotes: true,
    info: true,
    raw: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
    // Otherwise pieces wait in its buffer, and hundreds of them are parsed in one turn of the event loop.
    writableHighWaterMark: 1,
    // Sees each cell as it is read: a row is refused before its cells fill the memory.
    cast(cell, { index, lines }) {
      if (index < maxColumns) return cell;
      throw badArchive(`"${name}" has more than ${maxColumns} columns on line ${lines}.`);
    },
  };
  const parser = text.pipe(parse(options));
  text.once('error', (error) => parser.destroy(error));
  let last = 0;
  try {
    for await (const { record, raw, info } of parser as AsyncIterable<{
      record: string[];
      raw: string;
      info: { lines: number };
    }>) {
      const isLong = info.lines > last + 1;
      yield {
        start: last + 1,
        line: info.lines,
        cells: record,
        isBroken: isLong && record.some((cell) => isBrokenOff(cell, raw)),
      };
      last = info.lines;
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw badArchive(`"${name}" is not valid CSV: ${unclosed(last + 1)}`);
    // The parser quotes the whole cell.
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, maxReasonLength);
    throw badArchive(`"${name}" is not valid CSV: ${reason}.`);
  } finally {
    text.destroy();
  }
}

/**
 * The parser takes a quoted cell that goes on after its quotation mark for plain text, with that mark. A mark that is
 * part of the text is doubled in the file.
 */
const isBrokenOff = (cell: string, raw: string): boolean =>
  cell.startsWith('"') &&
  cell.includes('\n') &&
  !raw.includes(`""${cell.slice(0, cell.indexOf('"', 1) >>> 0)}`);

/** Excel understands a first line that only names the delimiter, and some programs write it. */
const namedDelimiter = /^"?sep=(.)"?$/i;

/** Spreadsheets of some countries write semicolons. The line with the names of columns shows it. */
function separationOf(text: string): { delimiter: string; from_line?: number } {
  const first = text.split('\n', 1)[0] ?? '';
  const [, named] = namedDelimiter.exec(first.trim()) ?? [];
  if (named !== undefined) return { delimiter: named, from_line: 2 };
  const header = first.replace(/"[^"]*"/g, '');
  const countOf = (delimiter: string): number => header.split(delimiter).length;
  const delimiter = [',', ';', '\t'].reduce((best, other) => (countOf(other) > countOf(best) ? other : best));
  return { delimiter };
}

async function* joined(start: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield start;
  yield* rest;
}

async function* inPieces(text: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const chunk of text)
    for (let at = 0, end = 0; at < chunk.length; at = end) {
      end = endOfPiece(chunk, at);
      yield chunk.slice(at, end);
      await nextTurn();
    }
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

function endOfPiece(text: string, start: number): number {
  const last = Math.min(start + pieceLength, text.length);
  let rows = 0;
  for (let at = start; at < last; at += 1) {
    const code = text.charCodeAt(at);
    if (code === lineFeed || code === carriageReturn) rows += 1;
    if (rows === pieceRows) return at + 1;
  }
  return last;
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
