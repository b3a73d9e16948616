import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../support/browser.ts';
import { consoleFixture, desktop, phone, violationsOn } from './console-fixture.ts';

const settings = [
  'general',
  'api-keys',
  'webhooks',
  'members',
  'statuses',
  'post-types',
  'tags',
  'audit-log',
  'requests',
  'account',
].map((name) => `/settings/${name}`);

const looks = [
  { name: 'on a desktop', viewport: desktop, colorScheme: 'light' },
  { name: 'on a desktop, dark', viewport: desktop, colorScheme: 'dark' },
  { name: 'on a phone', viewport: phone, colorScheme: 'light' },
] as const;

/** Colors in transition have too little contrast. */
const endTransitions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
  });

describe.skipIf(chromiumIsMissing)('every page', () => {
  const { open, install, asOwner } = consoleFixture();

  it('has no axe violations in light and dark mode, on desktops and phones', async () => {
    const installation = await install();
    const { earshot, address } = installation;
    const post = await earshot.posts.create({
      title: 'Dark mode',
      description: 'My **eyes** hurt at night.',
      authorEmail: 'bob@example.com',
    });
    await earshot.posts.comment(post.id, { content: 'Yes, please.' });
    const changelog = await earshot.changelogs.create({ title: 'What is new', state: 'published' });
    // Disabled, so that nothing is sent.
    const webhook = await earshot.webhooks.create({ url: 'https://93.184.215.14/', enabled: false });
    const cookies = await (await asOwner(installation)).context().cookies();
    const paths = [
      '/',
      `/feedback/${post.id}`,
      '/changelog',
      `/changelog/${changelog.id}`,
      '/people',
      `/people/${post.author.id}`,
      '/insights',
      ...settings,
      `/settings/webhooks/${webhook.id}`,
      '/no-such-page',
    ];
    const page = await open({ cookies });
    const wrong: string[] = [];
    for (const path of paths) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize(desktop);
      await page.goto(address + path);
      await page.locator('h1').first().waitFor();
      await page.waitForLoadState('networkidle');
      // Loaded once: the page follows the window's size and the color scheme.
      for (const { name, viewport, colorScheme } of looks) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
        await endTransitions(page);
        for (const violation of await violationsOn(page)) wrong.push(`${path} ${name}: ${violation}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 240_000);
});
