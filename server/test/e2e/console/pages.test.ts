import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../support/browser.ts';
import { consoleFixture, desktop, phone, violationsOn } from './support/console-fixture.ts';
import { eventually } from './support/feedback-page.ts';
import { untilQuiet } from './support/quiet.ts';

const settings = [
  'workspace',
  'site',
  'api-keys',
  'webhooks',
  'mail',
  'members',
  'statuses',
  'types',
  'tags',
  'activity',
  'requests',
  'you',
].map((name) => `/settings/${name}`);

const looks = [
  // What only a desktop shows is checked in light mode with the feedback list.
  { name: 'on a desktop, dark', viewport: desktop, colorScheme: 'dark' },
  { name: 'on a phone', viewport: phone, colorScheme: 'light' },
] as const;

/** Where the pages of a kind start, on a desktop of any width. */
const edges = { page: 264, settings: 464 };
const edgeOnPhones = 16;

async function violationsInAllLooks(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  for (const { name, viewport, colorScheme } of looks) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    for (const violation of await violationsOn(page)) wrong.push(`${name}: ${violation}`);
  }
  return wrong;
}

async function expectEdges(page: Page, path: string, edge: number): Promise<void> {
  const heading = page.locator('h1').first();
  for (const [width, expected] of [
    [phone.width, edgeOnPhones],
    [2200, edge],
    [desktop.width, edge],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await eventually(async () => [path, width, (await heading.boundingBox())?.x]).toEqual([
      path,
      width,
      expected,
    ]);
  }
}

describe.skipIf(chromiumIsMissing)('every page', () => {
  const { workspace, asOwner } = consoleFixture({ withTransitions: true });

  // Each page is loaded once: it follows the size of the window and the color scheme.
  it('starts at the same edge, without axe violations, in dark mode on desktops and in light mode on phones', async () => {
    const installation = await workspace();
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
    const page = await asOwner(installation);
    const places: [path: string, edge?: number][] = [
      ...[
        '/',
        '/posts',
        '/posts/new',
        `/posts/${post.id}`,
        `/posts/${post.id}?edit=true`,
        '/changelog',
        `/changelog/${changelog.id}`,
        '/customers/people',
        `/customers/people/${post.author.id}`,
        '/insights',
      ].map((path): [string, number] => [path, edges.page]),
      ...[...settings, `/settings/webhooks/${webhook.id}`].map((path): [string, number] => [
        path,
        edges.settings,
      ]),
      ['/no-such-page'],
    ];
    const wrong: string[] = [];
    for (const [path, edge] of places) {
      await page.goto(address + path);
      await page.locator('h1').first().waitFor();
      await untilQuiet(page);
      for (const violation of await violationsInAllLooks(page)) wrong.push(`${path} ${violation}`);
      if (edge !== undefined) await expectEdges(page, path, edge);
    }
    expect(wrong).toEqual([]);
  });

  it('is found at the address that earlier versions had, with its search', async () => {
    const installation = await workspace();
    const post = await installation.earshot.posts.create({
      title: 'Dark mode',
      authorEmail: 'bob@example.com',
    });
    const page = await asOwner(installation);
    for (const [old, current] of [
      ['/feedback?sort=votes&q=dark', '/posts?sort=votes&q=dark'],
      [`/feedback/${post.id}?edit=true`, `/posts/${post.id}?edit=true`],
      [`/people/${post.author.id}`, `/customers/people/${post.author.id}`],
      ['/settings/audit-log', '/settings/activity'],
    ]) {
      await page.goto(`${installation.address}${old}`);
      await page.locator('h1').first().waitFor();
      await eventually(() => page.url()).toBe(`${installation.address}${current}`);
    }
  });
});
