// Rich texts of many rows. Short ones are read with their rows; long ones a few at a time, bounded by bytes, with a
// turn of the event loop in between: a page of a hundred long texts is many megabytes to copy.

import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { RichText } from '../../../domain/rich-text/rich-text.ts';

/** A row whose texts have more bytes than this is read without them at first. */
const shortBytes = 4 * 1024;
/** Read in one go. */
const bytesAtOnce = 256 * 1024;

/** A text as it is stored: the document as JSON, and its HTML. */
export interface StoredText {
  document: string;
  html: string;
}

/** A row whose texts are null when they are long. */
export interface LightRow {
  id: string;
  textBytes: number;
  document: string | null;
  html: string | null;
}

/** The columns of a `LightRow` beside its id. */
export function lightTexts(document: string, html: string) {
  const bytes = sql<number>`octet_length(${sql.ref(document)}) + octet_length(${sql.ref(html)})`;
  const unlessLong = (column: string): RawBuilder<string | null> =>
    sql`case when ${bytes} <= ${sql.lit(shortBytes)} then ${sql.ref(column)} end`;
  return [bytes.as('textBytes'), unlessLong(document).as('document'), unlessLong(html).as('html')] as const;
}

/** A document that is parsed when somebody looks at it: a text takes a fraction of the memory, and is often all. */
export const documentOf = ({ document }: StoredText): RichText => JSON.parse(document);

/** The rows in their order, each made a thing with its text. A row that is gone when its text is read is left out. */
export async function withTexts<Row extends LightRow, T>(
  rows: readonly Row[],
  longTexts: (ids: string[]) => Promise<(StoredText & { id: string })[]>,
  toThing: (row: Row, text: StoredText) => T,
): Promise<T[]> {
  const things: T[] = [];
  for (const [index, some] of boundedByBytes(rows).entries()) {
    if (index > 0) await setImmediate();
    const long = some.filter(({ document }) => document === null).map(({ id }) => id);
    const texts = new Map(long.length === 0 ? [] : (await longTexts(long)).map((text) => [text.id, text]));
    for (const row of some) {
      const { document, html } = row;
      const text = document === null || html === null ? texts.get(row.id) : { document, html };
      if (text !== undefined) things.push(toThing(row, text));
    }
  }
  return things;
}

function boundedByBytes<Row extends LightRow>(rows: readonly Row[]): Row[][] {
  const batches: Row[][] = [];
  let room = 0;
  for (const row of rows) {
    // PostgreSQL answers sums as text where they may be large.
    const bytes = Number(row.textBytes);
    const batch = batches.at(-1);
    if (batch === undefined || bytes > room) {
      batches.push([row]);
      room = bytesAtOnce - bytes;
    } else {
      batch.push(row);
      room -= bytes;
    }
  }
  return batches;
}
