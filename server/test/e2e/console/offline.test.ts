import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../support/browser.ts';
import { arriveAt } from './support/actions.ts';
import { consoleFixture, ownContext } from './support/console-fixture.ts';
import { untilQuiet } from './support/quiet.ts';

const go = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();

const failure = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('alert')
    .filter({ hasText: /You’re offline|Can’t reach the server/ });

/** Whether a list of figures has the styles of its page. */
const isStyled = (page: Page) =>
  page
    .getByRole('main')
    .locator('dl')
    .first()
    .evaluate((list) => getComputedStyle(list).display === 'grid');

describe.skipIf(chromiumIsMissing)('without a network connection', () => {
  const { workspace, asOwner } = consoleFixture();

  it('every page shows an error and can be retried, even if its code is not loaded yet', async () => {
    const installation = await workspace();
    const post = await installation.earshot.posts.create({ title: 'Dark mode' });
    const page = await asOwner(installation, '/posts', ownContext);
    const places = ['Changelog', 'Customers', 'Insights'];
    const settings = [
      'Workspace',
      'Webhooks',
      'Members',
      'Statuses',
      'Types',
      'Tags',
      'Requests',
      'Activity',
      'API keys',
    ];
    await page.context().setOffline(true);
    // Not even the page's code is loaded.
    await go(page, 'Insights');
    await failure(page)
      .getByRole('heading', { name: /^You’re offline/ })
      .waitFor();
    await failure(page).getByRole('button', { name: 'Try again' }).click();
    await failure(page).waitFor();
    // It is shown as soon as the network is back, without a click.
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Posts by status' }).waitFor();
    // With its styles.
    expect(await isStyled(page)).toBe(true);

    for (const name of [...places, 'Settings', ...settings, 'Posts']) {
      await go(page, name);
      await arriveAt(page, name === 'Settings' ? 'Workspace' : name);
    }
    await page.getByRole('link', { name: post.title }).click();
    await arriveAt(page, post.title);
    // A fresh page: the code is in the browser's cache, the data is not.
    await page.evaluate(() => sessionStorage.clear());
    for (const name of [...places, 'Settings']) {
      await page.goto(`${installation.address}/posts`);
      await arriveAt(page, 'Posts');
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).first().hover();
      await untilQuiet(page);
      await page.context().setOffline(true);
      await go(page, name);
      await failure(page).first().waitFor();
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
      await page.context().setOffline(false);
      await failure(page).first().waitFor({ state: 'detached' });
    }
  });

  it('says that the server is down, and shows the page once it is back', async () => {
    const installation = await workspace();
    await installation.earshot.posts.create({ title: 'Dark mode' });
    const page = await asOwner(installation, '/changelog', ownContext);
    const notice = page.getByRole('status').filter({ hasText: 'Can’t reach the server. Trying again…' });
    await page.route('**/*', (route) => route.abort('connectionrefused'));
    await go(page, 'Posts');
    await notice.waitFor();
    await failure(page).first().waitFor();
    await page.unroute('**/*');
    await page.getByRole('link', { name: 'Dark mode' }).waitFor();
    await notice.waitFor({ state: 'detached' });
  });
});
