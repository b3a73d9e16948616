// The inbox by keyboard alone: twenty new posts are dealt with, each with at most ten keys besides what is written.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { addMember, consoleFixture, makeOwner, phone, violationsOn } from '../support/console-fixture.ts';
import { eventually, noticeOf } from '../support/feedback-page.ts';
import { press } from '../support/keys.ts';

const maxKeys = 10;
const count = 20;

const rows = (page: Page) => page.getByRole('list', { name: 'Inbox' }).getByRole('listitem');
const shown = (page: Page) =>
  page.getByRole('region', { name: 'Post', exact: true }).getByRole('heading', { level: 2 }).first();
const showsPost = (page: Page, title: string) => eventually(() => shown(page).textContent()).toBe(title);

/** How much processor time the main thread of the page has used, in milliseconds. */
async function threadTime(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
}

/** Resolves once a frame with this text, the title of the post, is painted. Any text, if it is omitted. */
const painted = (page: Page, title?: string) =>
  page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const look = () => {
          const shown = document.querySelector('section h2')?.textContent;
          requestAnimationFrame(
            wanted === undefined || shown === wanted ? () => requestAnimationFrame(resolve) : look,
          );
        };
        look();
      }),
    title,
  );

describe.skipIf(chromiumIsMissing)('the inbox', () => {
  const { workspace, asOwner, open } = consoleFixture();

  it('is emptied by keyboard, with undo, and the next post is there immediately', async () => {
    const installation = await workspace();
    const { earshot } = installation;
    const page = await asOwner(installation, '/inbox');
    await page.getByText('All caught up.').waitFor();
    await earshot.tags.create({ name: 'Enterprise' });
    const original = await earshot.posts.create({ title: 'Dark mode for the dashboard' });
    await page.reload();
    await page.getByRole('link', { name: 'Dark mode for the dashboard' }).waitFor();
    await press(page, 'e');
    await page.getByText('All caught up.').waitFor();
    const titles = [
      'Dark mode for dashboards',
      ...Array.from({ length: count - 1 }, (_, n) => `Idea number ${n + 2}`),
    ];
    const ids: string[] = [];
    for (const title of titles.toReversed()) {
      const { id } = await earshot.posts.create({ title, authorEmail: 'grace@example.com' });
      ids.unshift(id);
    }
    await page.reload();
    await eventually(() => rows(page).count()).toBe(count);
    await showsPost(page, titles[0] ?? '');

    const read = await threadTime(page);
    const costs: number[] = [];
    let keys = 0;
    /** What a member presses for one post; what they write is not counted. */
    const use = async (...pressed: string[]) => {
      keys += pressed.length;
      await press(page, ...pressed);
    };
    let at = 0;
    /** The last key for a post: the next one is shown. */
    const end = async (...pressed: string[]) => {
      await painted(page);
      const before = await read();
      at += 1;
      const next = at < count ? painted(page, titles[at]) : undefined;
      await use(...pressed);
      await next;
      if (next !== undefined) costs.push((await read()) - before);
      expect(keys).toBeLessThanOrEqual(maxKeys);
      keys = 0;
    };
    const dialog = (name: string) => page.getByRole('dialog', { name }).waitFor();

    // A duplicate, in sight without being asked for.
    await page
      .getByRole('region', { name: 'Similar posts' })
      .getByText('Dark mode for the dashboard')
      .waitFor();
    await use('m');
    await page.getByRole('option', { name: /Dark mode for the dashboard/, selected: true }).waitFor();
    await end('Enter');
    await eventually(async () => (await earshot.posts.get(ids[0] ?? '')).mergedIntoId).toBe(original.id);

    await use('s');
    await dialog('Change status');
    await use('2', 'y');
    await dialog('Change type');
    await use('2');
    await end('e');

    await use('a');
    await dialog('Change owner');
    await use('A', 'Enter', 't');
    await dialog('Change tags');
    await use('e', 'n', 't');
    await page.getByRole('option', { name: 'Enterprise', selected: true }).waitFor();
    await use('Enter');
    await end('e');

    await use('r');
    await page.keyboard.insertText('Thank you! We are looking into it.');
    await use('Control+Enter');
    await page.getByText('Thank you! We are looking into it.').first().waitFor();
    await use('Escape');
    await end('e');

    await use('n');
    await page.keyboard.insertText('Worth a call.');
    await use('Control+Enter', 'Escape');
    await end('e');

    await use('h');
    await page.getByRole('option', { name: /Tomorrow/, selected: true }).waitFor();
    await end('Enter');
    await use('h');
    await page.getByRole('option', { name: /Next week/ }).waitFor();
    await end('2');

    await use('e');
    await showsPost(page, titles[at + 1] ?? '');
    await use('z');
    await showsPost(page, titles[at] ?? '');
    await noticeOf(page, 'Undone.').waitFor();
    while (at < count) await end('e');
    await page.getByText('All caught up.').waitFor();

    const [, second, third, fourth, fifth] = await Promise.all(
      ids.slice(0, 5).map((id) => earshot.posts.get(id, { include: ['comments'] })),
    );
    const changed = await earshot.posts.get(ids[1] ?? '');
    const untouched = await earshot.posts.get(ids[9] ?? '');
    expect(changed.statusId).not.toBe(untouched.statusId);
    expect(changed.postTypeId).not.toBe(untouched.postTypeId);
    expect(second?.title).toBe(titles[1]);
    expect(third?.tags.map(({ name }) => name)).toEqual(['Enterprise']);
    expect(third?.ownerId).toMatch(/^acct_/);
    expect([fourth?.commentsCount, fifth?.commentsCount]).toEqual([1, 0]);
    console.info(`the next post, in ms of thread time: ${costs.map((cost) => cost.toFixed(0)).join(' ')}`);
  });

  it('shows why posts are there, to each member their own, on two devices and on a phone', async () => {
    const installation = await workspace();
    const { earshot, address } = installation;
    const session = await makeOwner(installation);
    const grace = {
      name: 'Grace Hopper',
      email: 'grace.inbox@example.com',
      password: 'a nanosecond of wire',
    };
    const theirs = await addMember({ address, session }, grace);
    const page = await open({ cookies: [theirs] });
    const small = await open({ cookies: [theirs], viewport: phone });
    const [, member] = (await earshot.members.list().page()).items;
    const handed = await earshot.posts.create({ title: 'Handed over', ownerId: member?.id ?? null });
    const other = await earshot.posts.create({
      title: 'Charts at night',
      authorName: 'Milan',
      authorEmail: 'milan@example.com',
    });
    await earshot.posts.comment(other.id, { content: 'Worth a call first.', isPrivate: true });
    await page.goto(`${address}/inbox`);
    await rows(page).filter({ hasText: 'assigned this to you' }).getByText('Handed over').waitFor();
    await rows(page).filter({ hasText: 'Charts at night' }).getByText('Milan').waitFor();
    await page.getByRole('link', { name: /Inbox.*2/ }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await violationsOn(page)).toEqual([]);
    }

    await small.goto(`${address}/inbox`);
    await rows(small).first().getByRole('link').click();
    await showsPost(small, 'Charts at night');
    expect(await rows(small).count()).toBe(0);
    expect(await violationsOn(small)).toEqual([]);
    await small.getByRole('button', { name: 'Later' }).click();
    await small.getByRole('option', { name: /Pick a time/ }).click();
    await small.getByRole('button', { name: 'Put off' }).click();
    await showsPost(small, 'Handed over');
    await small.getByRole('button', { name: 'Done' }).click();
    await small.getByText('All caught up.').waitFor();

    await page.reload();
    await page.getByText('All caught up.').waitFor();
    await earshot.posts.comment(handed.id, { content: 'One more thing.' });
    await page.reload();
    await rows(page).getByText('One more thing.').waitFor();
    await page.getByRole('button', { name: 'Mark all as done' }).click();
    await page.getByText('All caught up.').waitFor();
    await noticeOf(page, 'All done.').getByRole('button', { name: 'Undo' }).click();
    await rows(page).getByText('One more thing.').waitFor();
  });
});
