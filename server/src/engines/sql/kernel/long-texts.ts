// Rich texts of many rows. Short ones are read with their rows; long ones a few at a time, limited by bytes, with a
// turn of the event loop in between: a page of a hundred long texts is many megabytes to copy.

import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { RichText } from '../../../domain/rich-text/rich-text.ts';

/** A row whose texts have more bytes than this is read without them at first. */
const shortBytes = 4 * 1024;
/** How much is read in one query. */
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

/**
 * Adds its text to a thing. The document is parsed only when somebody reads it: until then it is one string, which
 * takes a fraction of the memory and is often all that is needed.
 */
export function withText<Thing extends object, Document extends string, Html extends string>(
  thing: Thing,
  documentField: Document,
  htmlField: Html,
  { document, html }: StoredText,
): Thing & { [Field in Document]: RichText } & { [Field in Html]: string } {
  const whole: Record<string, unknown> = thing as Record<string, unknown>;
  whole[htmlField] = html;
  const get = (): RichText => JSON.parse(document);
  return Object.defineProperty(whole, documentField, { get, enumerable: true, configurable: true }) as never;
}

/** Things made of the rows and their texts, in the same order. Leaves out a row that is gone when its text is read. */
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
