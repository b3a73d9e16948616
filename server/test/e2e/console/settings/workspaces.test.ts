import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { BatchOperation } from '../../../../../client/src/index.ts';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { ownAnother, switchTo } from '../support/actions.ts';
import { consoleFixture, makeOwner } from '../support/console-fixture.ts';
import { eventually, idOf, noticeOf, rowOf, rowsOf, toTheEnd } from '../support/feedback-page.ts';

const first = 'Default workspace';

describe.skipIf(chromiumIsMissing)('a switch of workspace', () => {
  const { open, install } = consoleFixture();

  /** A person with two workspaces, on the feedback page of the first one, which has this many posts. */
  const withTwoWorkspaces = async (posts: number) => {
    const installation = await install();
    await makeOwner(installation);
    const numbers = [...Array(posts).keys()];
    for (const start of [0, 100]) {
      const operations = numbers.slice(start, start + 100).map(
        (number): BatchOperation => ({
          method: 'POST',
          path: '/posts',
          body: { title: `Post ${number}.` },
        }),
      );
      if (operations.length > 0) await installation.earshot.batch(operations, { atomic: true });
    }
    const page = await open({ cookies: [await ownAnother(installation, 'Second')] });
    await page.goto(`${installation.address}/posts`);
    await switchTo(page, first);
    return { installation, page };
  };

  it('leaves a bulk change in the workspace where it began, and offers no undo elsewhere', async () => {
    const { installation, page } = await withTwoWorkspaces(120);
    await rowOf(page, 'Post 119.').getByRole('checkbox').check();
    await eventually(async () => {
      await toTheEnd(page);
      return rowOf(page, 'Post 0.').isVisible();
    }).toBe(true);
    await page.getByRole('button', { name: 'Select all (120)' }).click();
    const batches: Route[] = [];
    await page.route('**/v1/batch', (route) => void batches.push(route));
    await page.keyboard.press('s');
    await page.getByRole('dialog').getByRole('option', { name: 'Planned' }).click();
    await eventually(() => batches.length).toBe(1);
    await switchTo(page, 'Second');
    await batches[0]?.continue();
    await eventually(() => batches.length).toBe(2);
    await batches[1]?.continue();
    await noticeOf(page, '120 posts moved to Planned.').waitFor();
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    const planned = await idOf(installation.earshot.statuses.list(), 'Planned');
    const moved = await installation.earshot.posts.list({ filters: { statusId: planned } }).toArray();
    expect(moved).toHaveLength(120);
  });

  it('takes back the offer to undo what was done before', async () => {
    const { page } = await withTwoWorkspaces(1);
    await rowsOf(page).first().getByRole('checkbox').check();
    await page.keyboard.press('s');
    await page.getByRole('dialog').getByRole('option', { name: 'Planned' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await switchTo(page, 'Second');
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached', timeout: 4_000 });
  });

  it('and signing out ask about unsaved input before they act', async () => {
    const { installation, page } = await withTwoWorkspaces(1);
    await page.goto(`${installation.address}/posts/new`);
    const title = page.getByRole('textbox', { name: 'Title' });
    const dialog = page.getByRole('dialog', { name: 'Leave this page?' });
    const current = (name: string) =>
      page.getByRole('button', { name: `Workspace: ${name}. Switch workspace` });
    await title.fill('Half a thought');

    await current(first).click();
    await page.getByRole('menuitem', { name: 'Second' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await current(first).waitFor();
    expect(await title.inputValue()).toBe('Half a thought');

    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await title.inputValue()).toBe('Half a thought');

    // What was canceled stays canceled, wherever the person goes next.
    await page.getByRole('link', { name: 'Posts', exact: true }).click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await rowOf(page, 'Post 0.').waitFor();
    await current(first).waitFor();
  });
});
