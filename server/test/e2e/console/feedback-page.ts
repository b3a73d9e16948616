// What tests of the pages of feedback look at and do again and again.

import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export const rowsOf = (page: Page): Locator =>
  page.getByRole('list', { name: 'Posts', exact: true }).getByRole('listitem');

export const rowOf = (page: Page, title: string): Locator => rowsOf(page).filter({ hasText: title });

/** Scrolls to the end of what is loaded. */
export const toTheEnd = (page: Page): Promise<void> =>
  rowsOf(page)
    .last()
    .evaluate((row) => {
      const scroller = row.parentElement?.parentElement;
      scroller?.scrollTo({ top: scroller.scrollHeight });
    });

/** Resolves when the list shows exactly these, in this order. */
export const listShows = (page: Page, titles: readonly string[]): Promise<void> =>
  eventually(() => rowsOf(page).getByRole('link').allTextContents()).toEqual(titles);

/** Asked again until it is so; a page takes the time it takes. */
export const eventually = <T>(ask: () => Promise<T> | T) =>
  expect.poll(ask, { timeout: 15_000, interval: 50 });

/** What the notices at the edge of the page say. */
export const noticeOf = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('alert').filter({ hasText: text });

export const statusOfRow = (page: Page, title: string): Locator =>
  rowOf(page, title).getByRole('button', { name: /^Change status of/ });

/** A status or a post type by its name, as the API knows it. */
export async function idOf(
  things: AsyncIterable<{ id: string; name: string }>,
  name: string,
): Promise<string> {
  for await (const thing of things) if (thing.name === name) return thing.id;
  throw new Error(`There is no ${name}.`);
}
