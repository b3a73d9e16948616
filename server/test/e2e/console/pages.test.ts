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
    const wrong: string[] = [];
    for (const [name, options] of [
      ['desktop', { viewport: desktop }],
      ['desktop in the dark', { viewport: desktop, colorScheme: 'dark' }],
      ['phone', { viewport: phone }],
    ] as const) {
      const page = await open({ ...options, cookies });
      for (const path of paths) {
        await page.goto(address + path);
        await page.locator('h1').first().waitFor();
        await page.waitForLoadState('networkidle');
        for (const violation of await violationsOn(page)) wrong.push(`${path} ${name}: ${violation}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 240_000);
});
