// Rich texts of many rows. Short texts are read with their rows; long ones in batches limited by bytes, yielding to
// the event loop: a page of a hundred long texts is many megabytes to copy.

import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RichText } from '../../../domain/rich-text/rich-text.ts';

/** Longer texts are read separately. */
const shortBytes = 4 * 1024;
/** Per batch. */
const maxBatchBytes = 256 * 1024;

/** A stored text: the document as JSON, and its HTML. */
export interface StoredText {
  document: string;
  html: string;
}

/** A row without its long texts, which are null. */
export interface LightRow {
  id: string;
  textBytes: number;
  document: string | null;
  html: string | null;
}

/** Of all these columns. */
export const bytesOf = (columns: readonly string[]): RawBuilder<number> =>
  sql`${sql.join(
    columns.map((column) => sql`octet_length(${sql.ref(column)})`),
    sql` + `,
  )}`;

/** Whether texts in these columns are read with their row. */
export const isShort = (columns: readonly string[]): RawBuilder<SqlBool> =>
  sql`${bytesOf(columns)} <= ${sql.lit(shortBytes)}`;

/** The columns of a `LightRow` except its id. */
export function lightTexts(document: string, html: string) {
  const both = [document, html];
  const unlessLong = (column: string): RawBuilder<string | null> =>
    sql`case when ${isShort(both)} then ${sql.ref(column)} end`;
  return [
    bytesOf(both).as('textBytes'),
    unlessLong(document).as('document'),
    unlessLong(html).as('html'),
  ] as const;
}

/**
 * Adds the text to an object. The document is parsed on first access: until then it stays a string, which takes a
 * fraction of the memory and is often all that is needed.
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

/** Builds the objects from rows and their texts, in the same order. Skips rows deleted before their text was read. */
export async function withTexts<Row extends LightRow, T>(
  rows: readonly Row[],
  longTexts: (ids: string[]) => Promise<(StoredText & { id: string })[]>,
  toItem: (row: Row, text: StoredText) => T,
): Promise<T[]> {
  const items: T[] = [];
  // PostgreSQL returns large sums as text.
  const batches = inBatches(rows, ({ textBytes }) => Number(textBytes));
  for (const [index, batch] of batches.entries()) {
    if (index > 0) await setImmediate();
    const long = batch.filter(({ document }) => document === null).map(({ id }) => id);
    const texts = new Map(long.length === 0 ? [] : (await longTexts(long)).map((text) => [text.id, text]));
    for (const row of batch) {
      const { document, html } = row;
      const text = document === null || html === null ? texts.get(row.id) : { document, html };
      if (text !== undefined) items.push(toItem(row, text));
    }
  }
  return items;
}

/** Batches that together have at most `maxBatchBytes`, or one row each. */
export function inBatches<Row>(rows: readonly Row[], sizeOf: (row: Row) => number): Row[][] {
  const batches: Row[][] = [];
  let room = 0;
  for (const row of rows) {
    const bytes = sizeOf(row);
    const batch = batches.at(-1);
    if (batch === undefined || bytes > room) {
      batches.push([row]);
      room = maxBatchBytes - bytes;
    } else {
      batch.push(row);
      room -= bytes;
    }
  }
  return batches;
}
