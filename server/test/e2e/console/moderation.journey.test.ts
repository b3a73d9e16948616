import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Earshot } from '../../../../client/src/index.ts';
import { openMigrated } from '../../../src/compose/engines.ts';
import { readConfig } from '../../../src/config.ts';
import { idMinter } from '../../../src/domain/kernel/id.ts';
import { newSubmission } from '../../../src/domain/site/submission.ts';
import { chromiumIsMissing } from '../../support/browser.ts';
import { type Planted, plant } from '../../support/plant.ts';
import {
  consoleFixture,
  desktop,
  type Installation,
  phone,
  violationsOn,
} from './support/console-fixture.ts';
import { noticeOf, statusOfRow } from './support/feedback-page.ts';

describe.skipIf(chromiumIsMissing)('moderation', () => {
  const { workspace, asOwner, open } = consoleFixture();

  it('decides what visitors sent and reported, and who may write', async () => {
    const installation = await workspace();
    const { earshot, address } = installation;
    await earshot.site.update({ visibility: 'public' });
    const { id: postId } = await earshot.posts.create({ title: 'Export', visibility: 'public' });
    const { id: userId } = await earshot.users.upsert({ externalId: 'ann', name: 'Ann' });
    const { submissionIds } = await waitingIn(installation, { userId, postId });
    const page = await asOwner(installation, '/moderation');
    const place = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
    await place('Moderation (6 waiting)').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.setViewportSize(phone);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
    await page.setViewportSize(desktop);

    await approving(page);
    expect(await earshot.posts.get(postId)).toMatchObject({ title: 'Export everything', votesCount: 0 });
    await rejecting(page, earshot, submissionIds[0] ?? '');
    await merging(page);
    expect((await earshot.posts.get(postId)).votesCount).toBe(1);
    expect(await earshot.posts.comments(postId)).toMatchObject([{ content: 'Wish waiting 1\n\nWish waits' }]);

    // Someone else decides in the moment that this person does.
    const overtaken = submissionIds[2] ?? '';
    await page.route(
      `**/v1/submissions/${overtaken}/approve`,
      async (route) => {
        await earshot.submissions.reject(overtaken, { reason: 'Said before.' });
        await route.continue();
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Approve: Wish waiting 2' }).click();
    await page.getByRole('status').filter({ hasText: 'Someone else decided this' }).waitFor();
    await page.getByRole('article').filter({ hasText: 'Wish waiting 2' }).waitFor({ state: 'detached' });

    await banning(page, earshot, userId);
    await page.goto(`${address}/moderation`);
    await page.getByRole('button', { name: 'Approve: Wish waiting 3' }).click();
    await noticeOf(page, 'Approved.').waitFor();
    await page.getByRole('button', { name: 'Dismiss: Wish report' }).click();
    await noticeOf(page, 'Report dismissed.').waitFor();
    await page.getByText('Nothing waits.').waitFor();
    await place('Moderation').waitFor();
    expect(await earshot.reports.list().toArray()).toEqual([]);
  });

  it('publishes what a visitor wrote, who sees what becomes of it', async () => {
    const installation = await workspace();
    const { earshot, address } = installation;
    const { url } = await earshot.site.update({ visibility: 'public' });
    await earshot.posts.create({ title: 'Export', visibility: 'public' });
    const visitor = await open({ viewport: phone });
    await visitor.goto(await earshot.visitorLink({ externalId: 'zoe', name: 'Zoe Rossi' }));
    await visitor.getByRole('link', { name: 'Zoe Rossi' }).waitFor();
    await visitor.goto(url ?? '');
    await writing(visitor);
    // What waits is no post.
    expect(await earshot.posts.list().toArray()).toMatchObject([{ title: 'Export', votesCount: 1 }]);

    const page = await asOwner(installation, '/moderation');
    const row = page.getByRole('article', { name: 'New post' });
    await row.getByRole('link', { name: 'Zoe Rossi' }).waitFor();
    await row.getByText('For my eyes.').waitFor();
    await row.getByRole('button', { name: 'Approve: dark mode' }).click();
    await noticeOf(page, 'Approved.').waitFor();
    await page.getByText('Nothing waits.').waitFor();
    await page.goto(`${address}/posts`);
    await statusOfRow(page, 'dark mode').click();
    await page.getByRole('option', { name: 'Planned' }).click();
    await expect.poll(() => statusOfRow(page, 'dark mode').textContent()).toBe('Planned');

    await visitor.reload();
    await visitor.getByRole('link', { name: 'dark mode' }).first().waitFor();
    await visitor.getByText('Planned').first().waitFor();
    expect(await visitor.getByText('Waiting for review').count()).toBe(0);
    // The person has signed in, so the console can end that.
    await page.goto(`${address}/customers/people`);
    await page.getByRole('link', { name: 'Zoe Rossi' }).click();
    await page.getByRole('button', { name: 'End sessions' }).click();
    await noticeOf(page, 'One session on the public site ended.').waitFor();
    await visitor.goto(url ?? '');
    await visitor.getByRole('searchbox').waitFor();
    expect(await visitor.getByRole('link', { name: 'Zoe Rossi' }).count()).toBe(0);
  });
});

/** Four new posts by the person, an edit of the post, and a report on it. */
async function waitingIn(
  { dataDir, slug }: Installation,
  about: { userId: string; postId: string },
): Promise<Planted> {
  const { store } = await openMigrated(readConfig({ DATA_DIR: dataDir }));
  try {
    const workspaceId = (await store.read.workspaces.findBySlug(slug))?.id ?? '';
    const planted = await plant(store, workspaceId, 'Wish', about);
    const now = Date.now();
    const id = idMinter({ now: () => now }, 'live')('submission');
    const edit = { ...about, kind: 'post_edit' as const, title: 'Export everything', content: 'As *CSV*.' };
    await store.transaction((write) =>
      write.submissions.insert(workspaceId, newSubmission({ ...edit, id }, now)),
    );
    return planted;
  } finally {
    await store.close();
  }
}

/** With the keyboard. The row that takes the place of a decided one gets the focus. */
async function approving(page: Page): Promise<void> {
  const edit = page.getByRole('article', { name: 'Edit of a post' });
  await edit.getByText('Before the change').waitFor();
  await edit.getByRole('link', { name: 'Export', exact: true }).waitFor();
  await edit.getByText('As *CSV*.').waitFor();
  await edit.getByRole('button', { name: 'Approve: Export everything' }).press('Enter');
  await noticeOf(page, 'Approved.').waitFor();
  await edit.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement.localName')).toBe('article');
}

async function rejecting(page: Page, earshot: Earshot, id: string): Promise<void> {
  await page.getByRole('button', { name: 'Reject: Wish waiting 0' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject this?' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('We will not do this.');
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await noticeOf(page, 'Rejected.').waitFor();
  expect(await earshot.submissions.get(id)).toMatchObject({
    state: 'rejected',
    reason: 'We will not do this.',
  });
}

async function merging(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Merge into…: Wish waiting 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge into' });
  await dialog.getByRole('checkbox', { name: 'Add the text as a comment' }).check();
  await dialog.getByRole('combobox', { name: 'Search for a post to merge into' }).fill('Export');
  await dialog.getByRole('option', { name: 'Export everything' }).click();
  await noticeOf(page, 'Merged into the post you chose.').waitFor();
}

/** From the queue; lifted on the person's page. */
async function banning(page: Page, earshot: Earshot, userId: string): Promise<void> {
  await page.getByRole('button', { name: 'Ban: Wish waiting 3' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ban Ann?' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Advertising');
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
  await noticeOf(page, 'Ann can’t write on the public site anymore.').waitFor();
  const bans = await earshot.bans.list().toArray();
  expect(bans).toContainEqual(expect.objectContaining({ userId, reason: 'Advertising' }));
  await page
    .getByRole('article')
    .filter({ hasText: 'Wish waiting 3' })
    .getByRole('link', { name: 'Ann' })
    .click();
  await page.getByText('Banned from writing on the public site since').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Lift ban' }).click();
  await noticeOf(page, 'Ban lifted.').waitFor();
  await page.getByRole('button', { name: 'Ban', exact: true }).waitFor();
}

/** Votes for the post that is there, and sends another one. */
async function writing(visitor: Page): Promise<void> {
  await visitor.getByRole('button', { name: 'Vote, 0 votes' }).click();
  await visitor.getByRole('button', { name: 'Vote, 1 vote', pressed: true }).waitFor();
  await visitor.getByRole('searchbox').pressSequentially('dark mode');
  await visitor.getByRole('link', { name: 'Post “dark mode” as a new idea' }).click();
  await visitor.getByLabel('Details').fill('For my eyes.');
  await visitor.getByRole('button', { name: 'Post' }).click();
  await visitor.getByRole('heading', { name: 'My feedback' }).waitFor();
  await visitor.getByText('Waiting for review').waitFor();
}
