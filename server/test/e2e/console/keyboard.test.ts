import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../support/browser.ts';
import { arriveAt, heldBack } from './support/actions.ts';
import { consoleFixture, ownContext, phone, violationsOn } from './support/console-fixture.ts';
import { eventually, idOf, listShows, noticeOf } from './support/feedback-page.ts';
import { focused, focusIsOn, isHighlighted, press } from './support/keys.ts';
import { untilQuiet } from './support/quiet.ts';

describe.skipIf(chromiumIsMissing)('using only the keyboard', () => {
  const fixture = consoleFixture({ withTransitions: true });

  it('searches with /, selects with x, and shows all shortcuts with ?', async () => {
    const installation = await fixture.workspace();
    for (const title of ['Login fails', 'Dark mode']) await installation.earshot.posts.create({ title });
    const page = await fixture.asOwner(installation, '/posts');
    await listShows(page, ['Dark mode', 'Login fails']);
    await press(page, '/');
    await focusIsOn(page, 'Search posts and comments');
    await page.keyboard.type('log');
    await listShows(page, ['Login fails']);
    await press(page, 'Enter');
    await focusIsOn(page, 'Login fails');
    await press(page, 'x');
    await page.getByText('1 selected').waitFor();
    await press(page, 'Escape');
    await page.getByText('1 selected').waitFor({ state: 'detached' });
    await press(page, '?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Next post').first().waitFor();
    await press(page, 'j', 'x');
    await press(page, 'Escape');
    await help.waitFor({ state: 'detached' });
    await focusIsOn(page, 'Login fails');
    await press(page, 'c');
    await page.getByRole('heading', { name: 'New post' }).waitFor();
  });

  it('finds posts, people, pages and actions with Ctrl+K, also from a field', async () => {
    const installation = await fixture.workspace();
    const { posts } = installation.earshot;
    await posts.create({
      title: 'Dark mode',
      description: 'My eyes hurt.',
      authorEmail: 'grace@example.com',
    });
    const page = await fixture.asOwner(installation, '/posts', ownContext);
    const choose = async (typed: string, option: string | RegExp) => {
      await press(page, 'Control+k');
      await focusIsOn(page, 'Search or do…');
      await page.keyboard.type(typed);
      await page.getByRole('option', { name: option, selected: true }).waitFor();
      await press(page, 'Enter');
    };
    await press(page, '/');
    await choose('activ', 'Activity Settings');
    await arriveAt(page, 'Activity');
    await choose('eyes', 'Dark mode Open');
    await arriveAt(page, 'Dark mode');
    await choose('grace', 'grace@example.com');
    await arriveAt(page, 'grace@example.com');
    await choose('cust', 'Customers Page');
    await arriveAt(page, 'Customers');
    await press(page, 'Control+k');
    await page.keyboard.type('no such thing');
    await page.getByText('Nothing found.').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      await page.getByRole('combobox', { name: 'Search or do…' }).fill(colorScheme === 'dark' ? 'dark' : '');
      await page.getByRole('option').first().waitFor();
      expect(await violationsOn(page)).toEqual([]);
    }
    await press(page, 'Escape');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    await choose('new post', 'New post Action');
    await arriveAt(page, 'New post');
    // On a phone, the same by its bar.
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Insights' }).click();
    await arriveAt(page, 'Insights');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await focusIsOn(page, 'Search or do…');
  });

  it('keeps the active post when a new one is added above it', async () => {
    const installation = await fixture.workspace();
    const { earshot } = installation;
    for (const title of ['Second', 'First']) await earshot.posts.create({ title });
    const page = await fixture.asOwner(installation, '/posts', ownContext);
    await listShows(page, ['First', 'Second']);
    await press(page, 'j', 'j');
    await focusIsOn(page, 'Second');
    await earshot.posts.create({ title: 'Newest' });
    await listShows(page, ['Newest', 'First', 'Second']);
    await focusIsOn(page, 'Second');
    await press(page, 's', '3');
    await noticeOf(page, 'Moved to Planned.').waitFor();
    const planned = await idOf(earshot.statuses.list(), 'Planned');
    const moved = await earshot.posts.list({ filters: { statusId: planned } }).toArray();
    expect(moved.map(({ title }) => title)).toEqual(['Second']);
  });

  it('takes what is typed before the statuses are loaded, and highlights the first choice once they are', async () => {
    const installation = await fixture.workspace();
    const { earshot } = installation;
    const post = await earshot.posts.create({ title: 'Dark mode' });
    const page = await fixture.asOwner(installation, '/customers/people');
    const release = await heldBack(page, '/v1/statuses');
    await page.goto(`${installation.address}/posts`);
    await listShows(page, ['Dark mode']);
    await press(page, 'j', 's');
    await page.getByRole('dialog', { name: 'Change status' }).getByRole('status').waitFor();
    await press(page, '3');
    release();
    await noticeOf(page, 'Moved to Planned.').waitFor();
    expect((await earshot.posts.get(post.id)).statusId).toBe(await idOf(earshot.statuses.list(), 'Planned'));

    const releaseAgain = await heldBack(page, '/v1/statuses');
    await page.goto(`${installation.address}/posts/${post.id}`);
    await page.getByRole('heading', { name: 'Dark mode' }).waitFor();
    await press(page, 's');
    await page.getByRole('dialog', { name: 'Change status' }).getByRole('status').waitFor();
    await press(page, ...'review', 'Enter');
    releaseAgain();
    await noticeOf(page, 'Moved to Under review.').waitFor();
    await press(page, 's');
    await isHighlighted(page, 'Open');
    await press(page, 'Enter');
    await noticeOf(page, 'Moved to Open.').waitFor();
  });

  it('undoes a change with z after its notice is gone, and says when there is nothing to undo', async () => {
    const installation = await fixture.workspace();
    const { earshot } = installation;
    const post = await earshot.posts.create({ title: 'Dark mode' });
    const page = await fixture.asOwner(installation, '/posts', ownContext);
    await page.clock.install();
    await listShows(page, ['Dark mode']);
    await press(page, 'j', 's', '3');
    await noticeOf(page, 'Moved to Planned.').waitFor();
    await page.clock.fastForward(11_000);
    await noticeOf(page, 'Moved to Planned.').waitFor({ state: 'detached' });
    await press(page, 'z');
    await noticeOf(page, 'Moved back.').waitFor();
    expect((await earshot.posts.get(post.id)).statusId).toBe(post.statusId);
    await press(page, 'z');
    await page.getByRole('status').filter({ hasText: 'Nothing to undo.' }).waitFor();
    await press(page, 's', '3');
    await noticeOf(page, 'Moved to Planned.').waitFor();
    await page.clock.fastForward(121_000);
    await page.getByRole('status').filter({ hasText: 'Nothing to undo.' }).waitFor({ state: 'detached' });
    await press(page, 'z');
    await page.getByRole('status').filter({ hasText: 'Nothing to undo.' }).waitFor();
    expect((await earshot.posts.get(post.id)).statusId).not.toBe(post.statusId);
  });

  it('restores the focus after every dialog of a post, including those opened from its menu', async () => {
    const installation = await fixture.workspace();
    const post = await installation.earshot.posts.create({ title: 'Dark mode' });
    await installation.earshot.posts.comment(post.id, { content: 'Yes, please.' });
    const page = await fixture.asOwner(installation, `/posts/${post.id}`);
    const dialog = page.getByRole('dialog');
    const closes = async (opener: string) => {
      await dialog.locator(':focus').waitFor();
      await press(page, 'Escape');
      await dialog.waitFor({ state: 'detached' });
      await focusIsOn(page, opener);
    };
    {
      const item = 'Merge into another post';
      await page.getByRole('button', { name: 'Actions' }).focus();
      await press(page, 'Enter');
      await page.getByRole('menuitem', { name: item }).waitFor();
      await eventually(async () => {
        await press(page, 'ArrowDown');
        return focused(page);
      }).toBe(item);
      await press(page, 'Enter');
      await closes('Actions');
    }
    await page.getByText('Yes, please.').waitFor();
    await page.getByRole('listitem').getByRole('button', { name: 'Delete', exact: true }).focus();
    await press(page, 'Enter');
    await closes('Delete');
    await page.getByRole('button', { name: /^Open\. Change status of/ }).focus();
    await press(page, 'Enter');
    await closes('Open. Change status of “Dark mode”');
  });

  it('skips the navigation, and shows the focus everywhere', async () => {
    const installation = await fixture.workspace();
    const post = await installation.earshot.posts.create({ title: 'Dark mode', tags: ['ui'] });
    const page = await fixture.asOwner(installation, '/posts', { reducedMotion: 'reduce' });
    await press(page, 'Tab');
    await focusIsOn(page, 'Skip to content');
    await eventually(async () => (await page.getByText('Skip to content').boundingBox())?.y).toBeGreaterThan(
      0,
    );
    await press(page, 'Enter');
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    await press(page, 'Tab');
    await focusIsOn(page, 'New post');
    // Until everything has loaded, a page has fewer stops, and may lose the focus.
    await page.getByRole('link', { name: 'Dark mode' }).waitFor();
    expect(await unseenStops(page)).toEqual([]);
    await page.goto(`${installation.address}/posts/${post.id}`);
    await page.getByRole('heading', { name: 'Dark mode' }).waitFor();
    await page.locator('[contenteditable="true"]').waitFor();
    await untilQuiet(page);
    expect(await unseenStops(page)).toEqual([]);
  });
});

/** Tabs through the page, and returns the stops that look the same with and without focus. */
async function unseenStops(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const looks = (element: Element) =>
      [
        getComputedStyle(element),
        getComputedStyle(element, '::after'),
        getComputedStyle(element.parentElement ?? element),
        // A field with pills, or of rich text, has the ring around the whole field.
        getComputedStyle(element.closest('.mantine-Input-input, .mantine-RichTextEditor-root') ?? element),
      ]
        .map(({ outline, boxShadow, borderColor, backgroundColor }) =>
          [outline, boxShadow, borderColor, backgroundColor].join(' '),
        )
        .join(' ');
    const seen = new Map<Element, string>();
    Object.assign(window, {
      stop: () => {
        const element = document.activeElement ?? document.body;
        const isNew = element !== document.body && !seen.has(element);
        if (isNew) seen.set(element, looks(element));
        return isNew;
      },
      unseen: () => {
        (document.activeElement as HTMLElement | null)?.blur();
        return [...seen]
          .filter(([element, look]) => looks(element) === look)
          .map(([element]) => element.outerHTML.slice(0, 160));
      },
    });
  });
  await page.keyboard.press('Tab');
  let stops = 0;
  while (await page.evaluate('stop()')) {
    stops += 1;
    await page.keyboard.press('Tab');
  }
  expect(stops).toBeGreaterThan(5);
  return page.evaluate('unseen()');
}
