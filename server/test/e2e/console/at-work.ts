// The owner at work on feedback: signed in by a request instead of the pages of access, so that a test begins where
// it has something to prove. And what such tests look at and do again and again.

import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Installation, owner, type Visits } from './visiting.ts';

/** With one chosen key the start prints the link that makes an owner. */
export const installForWork = (visits: Visits): Promise<Installation> =>
  visits.install({ BOOTSTRAP_TEST_KEY: '' });

export async function enterAsOwner(page: Page, installation: Installation): Promise<void> {
  const [, token = ''] = await installation.printed(/\/setup\/(\S+)/);
  const answer = await page.request.post(`${installation.address}/console/api/setup/${token}`, {
    headers: { 'x-earshot-console': '1' },
    data: owner,
  });
  expect(answer.status()).toBe(201);
}

/** The owner's page at the path. Playwright's own waiting is short of the test's, so that it says what was missing. */
export async function workAt(
  visits: Visits,
  installation: Installation,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await visits.open(options);
  page.setDefaultTimeout(15_000);
  await enterAsOwner(page, installation);
  await page.goto(installation.address + path);
  await page.locator('h1').first().waitFor();
  return page;
}

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
  rowOf(page, title).getByRole('button', { name: /^Status of/ });

/** A status or a post type by its name, as the API knows it. */
export async function idOf(
  things: AsyncIterable<{ id: string; name: string }>,
  name: string,
): Promise<string> {
  for await (const thing of things) if (thing.name === name) return thing.id;
  throw new Error(`There is no ${name}.`);
}
