// Filters are saved as a view, changed, shared, deleted and brought back; its address leads there from anywhere.

import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { consoleFixture, violationsOn } from '../support/console-fixture.ts';
import { eventually, idOf, listShows, noticeOf } from '../support/feedback-page.ts';

describe.skipIf(chromiumIsMissing)('views', () => {
  const { workspace, asOwner } = consoleFixture();

  it('are saved, opened, changed, shared, deleted and brought back', async () => {
    const { earshot, ...installation } = await workspace();
    const planned = await idOf(earshot.statuses.list(), 'Planned');
    await earshot.posts.create({ title: 'Dark mode', statusId: planned });
    await earshot.posts.create({ title: 'Faster search' });
    const page = await asOwner({ earshot, ...installation }, `/posts?status=${planned}`);
    const address = () => new URL(page.url()).search;
    const tabs = page.getByRole('navigation', { name: 'Views' });
    const current = tabs.locator('[aria-current="page"]');
    await listShows(page, ['Dark mode']);

    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Soon');
    await page.keyboard.press('Enter');
    await noticeOf(page, 'View “Soon” saved.').waitFor();
    await eventually(address).toMatch(/^\?view=view_\w+$/);
    await eventually(() => current.allTextContents()).toEqual(['Soon']);
    expect(await earshot.views.list().toArray()).toEqual([]);
    expect(await violationsOn(page)).toEqual([]);

    // From the navigation, with the filters of the view.
    await tabs.getByRole('link', { name: 'All posts' }).click();
    await listShows(page, ['Faster search', 'Dark mode']);
    await page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: 'Soon' })
      .click();
    await listShows(page, ['Dark mode']);

    await page.getByRole('searchbox').fill('search');
    await page.getByRole('heading', { name: 'No posts match' }).waitFor();
    await page.getByRole('button', { name: 'Reset' }).click();
    await listShows(page, ['Dark mode']);
    await page.getByRole('button', { name: /^Sort/ }).click();
    await page.getByRole('menuitem', { name: 'Oldest' }).click();
    await page.getByRole('button', { name: 'Update view' }).click();
    await noticeOf(page, 'View “Soon” updated.').waitFor();
    await eventually(address).toMatch(/^\?view=view_\w+$/);

    const more = page.getByRole('button', { name: 'Actions for “Soon”' });
    await more.click();
    await page.getByRole('menuitem', { name: 'Rename or share…' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Next');
    await page.getByRole('checkbox', { name: 'Share with the team' }).check();
    await page.keyboard.press('Enter');
    await noticeOf(page, 'View “Next” saved.').waitFor();
    const [view] = await earshot.views.list().toArray();
    expect(view).toMatchObject({ name: 'Next', sortBy: 'oldest', shared: true });
    expect(view?.filters).toContain(`statusId:${planned}`);

    await page.getByRole('button', { name: 'Actions for “Next”' }).click();
    await page.getByRole('menuitem', { name: 'Delete view' }).click();
    await listShows(page, ['Faster search', 'Dark mode']);
    await noticeOf(page, 'View “Next” deleted.').getByRole('button', { name: 'Undo' }).click();
    await tabs.getByRole('link', { name: 'Next' }).click();
    await listShows(page, ['Dark mode']);

    // One that an application made, with a filter that the console has no name for.
    const post = await earshot.posts.create({ title: 'Of a customer', externalId: 'crm-1' });
    const { id } = await earshot.views.create({ name: 'Customer', filters: 'externalId:crm-1' });
    await page.goto(`${installation.address}/posts?view=${id}`);
    await listShows(page, [post.title]);
    await earshot.views.delete(id);
    await page.goto(`${installation.address}/posts?view=${id}`);
    await page.getByRole('heading', { name: 'View not found' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });
});
