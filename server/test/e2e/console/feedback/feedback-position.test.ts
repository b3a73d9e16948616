import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { BatchOperation } from '../../../../../client/src/index.ts';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { arriveAt, heldBack } from '../support/actions.ts';
import { consoleFixture, ownContext } from '../support/console-fixture.ts';
import { eventually, rowOf, rowsOf, toTheEnd } from '../support/feedback-page.ts';

const list = '/posts?q=wish';
const isList = ({ pathname }: URL) => pathname === '/v1/posts';
const isCodeOfPage = ({ pathname }: URL) => /^\/assets\/feedback-page-[^.]+\.js$/.test(pathname);

const scrollTop = (page: Page) =>
  rowsOf(page)
    .first()
    .evaluate((row) => row.parentElement?.parentElement?.scrollTop);

const scrollTo = (page: Page, top: number) =>
  rowsOf(page)
    .first()
    .evaluate((row, top) => row.parentElement?.parentElement?.scrollTo({ top }), top);

/** Opens this post from where the list is scrolled to, and goes back. */
async function thereAndBack(page: Page, title: string, top: number, meanwhile = async () => {}) {
  await scrollTo(page, top);
  await rowOf(page, title).waitFor();
  await rowOf(page, title).click();
  await arriveAt(page, title);
  await meanwhile();
  await page.getByRole('link', { name: 'Back to posts' }).click();
  await eventually(() => rowOf(page, title).getAttribute('data-active')).toBe('true');
  expect(await scrollTop(page)).toBe(top);
  expect(await rowOf(page, title).getByRole('link').isVisible()).toBe(true);
}

describe.skipIf(chromiumIsMissing)('the position in the feedback list', () => {
  const fixture = consoleFixture({ withTransitions: true });
  /** A tab on another page, so that a test can decide what the list waits for. */
  const withWishes = async (count = 40, options?: BrowserContextOptions) => {
    const installation = await fixture.workspace();
    const titles = [...Array(count).keys()].map((number) => `Wish ${number + 10}`);
    const operations = [...titles, 'Other'].map(
      (title): BatchOperation => ({ method: 'POST', path: '/posts', body: { title } }),
    );
    await installation.earshot.batch(operations, { atomic: true });
    const page = await fixture.asOwner(installation, '/customers/people', options);
    return { page, address: installation.address };
  };

  it('is restored if the code of the page comes before the posts', async () => {
    const { page, address } = await withWishes();
    const release = await heldBack(page, '/v1/posts');
    await page.goto(address + list);
    await arriveAt(page, 'Posts');
    release();
    await rowOf(page, 'Wish 49').waitFor();
    await thereAndBack(page, 'Wish 20', 700);
  });

  it('is restored if the posts come before the code of the page', async () => {
    const { page, address } = await withWishes();
    const posts = page.waitForResponse((response) => isList(new URL(response.url())));
    await page.route(isCodeOfPage, async (route) => {
      await (await posts).finished();
      await route.continue();
    });
    await page.goto(address + list);
    await rowOf(page, 'Wish 49').waitFor();
    await thereAndBack(page, 'Wish 20', 700);
  });

  it('is restored each time', async () => {
    const { page, address } = await withWishes();
    await page.goto(address + list);
    await rowOf(page, 'Wish 49').waitFor();
    await thereAndBack(page, 'Wish 20', 700);
    await thereAndBack(page, 'Wish 40', 200);
    await thereAndBack(page, 'Wish 15', 800);
    expect(new URL(page.url()).searchParams.get('q')).toBe('wish');
    await page.keyboard.press('j');
    await eventually(() => rowOf(page, 'Wish 14').getAttribute('data-active')).toBe('true');
  });

  it('is restored after a long time, with all pages that were loaded', async () => {
    const { page, address } = await withWishes(80, ownContext);
    await page.clock.install();
    await page.goto(address + list);
    await rowOf(page, 'Wish 89').waitFor();
    await eventually(async () => {
      await toTheEnd(page);
      return rowOf(page, 'Wish 10').isVisible();
    }).toBe(true);
    await thereAndBack(page, 'Wish 20', 2300, () => page.clock.fastForward('30:00'));
  });
});
