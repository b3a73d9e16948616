import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { seed } from '../support/actions.ts';
import { consoleFixture } from '../support/console-fixture.ts';
import { eventually, rowsOf, toTheEnd } from '../support/feedback-page.ts';

const posts = 1500;
const isList = ({ pathname }: URL) => pathname === '/v1/posts';

/** The highest index among the rendered rows. */
const lastRow = async (page: Page) => Number(await rowsOf(page).last().getAttribute('aria-posinset'));

/** The number of DOM nodes after garbage collection. */
async function keptElements(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Memory.getDOMCounters')).nodes;
}

describe.skipIf(chromiumIsMissing)('a long feedback list', () => {
  const fixture = consoleFixture();

  it('loads pages while scrolling to the end, and renders only visible rows', async () => {
    const installation = await fixture.workspace();
    await seed(installation, posts);
    const page = await fixture.asOwner(installation, '/posts');
    await rowsOf(page).first().waitFor();
    const session = await page.context().newCDPSession(page);
    const rowsSeen: number[] = [];
    const kept: number[] = [];
    for (let last = 0; last < posts; ) {
      const before = last;
      await toTheEnd(page);
      await eventually(() => lastRow(page)).toBeGreaterThan(before);
      last = await lastRow(page);
      rowsSeen.push(await rowsOf(page).count());
      kept.push(await keptElements(session));
    }
    expect(await lastRow(page)).toBe(posts);
    expect(rowsSeen.length).toBeGreaterThan(10);
    expect(Math.max(...rowsSeen)).toBeLessThan(60);
    const [, first = 0] = kept;
    expect(Math.max(...kept)).toBeLessThan(first * 2);
  });

  it('shows an error if a page can’t be loaded, and continues only after a retry', async () => {
    const installation = await fixture.workspace();
    await seed(installation, 300);
    const page = await fixture.asOwner(installation, '/posts');
    await rowsOf(page).first().waitFor();
    await toTheEnd(page);
    await eventually(() => lastRow(page)).toBeGreaterThan(50);
    let asked = 0;
    await page.route(isList, (route) => {
      asked += 1;
      return route.abort();
    });
    const failure = page.getByRole('alert').filter({ hasText: 'Can’t reach the server.' });
    // A page that was on its way moves the end.
    await eventually(async () => {
      await toTheEnd(page);
      return failure.count();
    }).toBe(1);
    const askedWhenTold = asked;
    await toTheEnd(page);
    await page.keyboard.press('k');
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(asked).toBe(askedWhenTold);
    await page.unroute(isList);
    await failure.getByRole('button', { name: 'Try again' }).click();
    await failure.waitFor({ state: 'detached' });
    await eventually(async () => {
      await toTheEnd(page);
      return lastRow(page);
    }).toBe(300);
  });
});
