// Helpers for tests of the feedback list.

import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export const rowsOf = (page: Page): Locator =>
  page.getByRole('list', { name: 'Posts', exact: true }).getByRole('listitem');

export const rowOf = (page: Page, title: string): Locator => rowsOf(page).filter({ hasText: title });

/** Scrolls to the end of the loaded rows. */
export const toTheEnd = (page: Page): Promise<void> =>
  rowsOf(page)
    .last()
    .evaluate((row) => {
      const scroller = row.parentElement?.parentElement;
      scroller?.scrollTo({ top: scroller.scrollHeight });
    });

/** Resolves when the list shows exactly these titles, in this order. */
export const listShows = (page: Page, titles: readonly string[]): Promise<void> =>
  eventually(() => rowsOf(page).getByRole('link').allTextContents()).toEqual(titles);

/** Polls until the assertion holds. */
export const eventually = <T>(ask: () => Promise<T> | T) => expect.poll(ask);

/** A notice with this text. */
export const noticeOf = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('alert').filter({ hasText: text });

export const statusOfRow = (page: Page, title: string): Locator =>
  rowOf(page, title).getByRole('button', { name: /Change status of/ });

/** The ID of a status or post type, by name. */
export async function idOf(
  things: AsyncIterable<{ id: string; name: string }>,
  name: string,
): Promise<string> {
  for await (const thing of things) if (thing.name === name) return thing.id;
  throw new Error(`There is no ${name}.`);
}

/** What is in a field, of plain text or of rich text. */
export const writtenIn = (field: Locator): Promise<string> =>
  field.evaluate((one) => ('value' in one ? String(one.value) : (one as HTMLElement).innerText.trim()));
