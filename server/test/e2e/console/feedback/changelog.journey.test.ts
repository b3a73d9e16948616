import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { png } from '../../../http/pictures.ts';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { consoleFixture } from '../support/console-fixture.ts';

const inTwoDays = new Date(Date.now() + 2 * 86_400_000);

/** The value of a date-time input, in the time zone of this machine and its browser. */
function asField(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

const entry = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(title) });

describe.skipIf(chromiumIsMissing)('changelog entries', () => {
  const { workspace, asOwner } = consoleFixture();

  it('are drafted with text, an image, labels and linked posts, then scheduled, published, unpublished and deleted', async () => {
    const { earshot, ...installation } = await workspace();
    const post = await earshot.posts.create({ title: 'Dark mode for tired eyes' });
    await earshot.posts.create({ title: 'Something else' });
    const page = await asOwner({ earshot, ...installation }, '/changelog');
    const only = async () =>
      (await earshot.changelogs.list({ include: ['posts', 'attachments'] }).page()).items[0];

    await page.getByRole('link', { name: 'New entry' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Dark mode is here');
    const editor = page.getByRole('textbox', { name: 'Content' });
    await editor.click();
    await page.getByRole('button', { name: 'Bold' }).click();
    await page.keyboard.type('Finally.');
    await page.setInputFiles('input[type=file]', {
      name: 'night.png',
      mimeType: 'image/png',
      buffer: png(4, 3),
    });
    await page.getByRole('button', { name: 'Remove night.png' }).waitFor();
    await page.getByRole('combobox', { name: 'Labels' }).fill('New');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Linked posts' }).fill('dark mo');
    await page.getByRole('option', { name: 'Dark mode for tired eyes' }).click();
    await page.getByRole('button', { name: 'Unlink “Dark mode for tired eyes”' }).waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await entry(page, 'Dark mode is here').getByText('1 linked post').waitFor();
    expect(await only()).toMatchObject({
      title: 'Dark mode is here',
      contentHtml: '<p><strong>Finally.</strong></p>',
      state: 'draft',
      labels: ['New'],
      linkedPostIds: [post.id],
      attachments: [{ fileName: 'night.png', width: 4, height: 3 }],
    });

    await entry(page, 'Dark mode is here').click();
    await page.getByRole('img', { name: 'night.png' }).waitFor();
    await page.getByRole('radiogroup', { name: 'Publishing' }).getByText('Schedule').click();
    await page.getByLabel('Publish at').fill(asField(inTwoDays));
    await page.getByRole('button', { name: 'Schedule' }).click();
    await entry(page, 'Dark mode is here').getByText('Scheduled').waitFor();
    const scheduled = await only();
    expect(scheduled?.state).toBe('scheduled');
    expect(asField(new Date(scheduled?.publishedAt ?? 0))).toBe(asField(inTwoDays));

    await entry(page, 'Dark mode is here').click();
    await page.getByRole('radiogroup', { name: 'Publishing' }).getByText('Published').click();
    await page.getByLabel('Mark linked posts as complete on publish').check();
    await page.getByRole('button', { name: 'Publish now' }).click();
    await entry(page, 'Dark mode is here').getByText('Published').waitFor();
    expect((await only())?.state).toBe('published');
    const { statusId } = await earshot.posts.get(post.id);
    expect((await earshot.statuses.get(statusId)).category).toBe('completed');

    await entry(page, 'Dark mode is here').click();
    await page.getByRole('radiogroup', { name: 'Publishing' }).getByText('Draft').click();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await entry(page, 'Dark mode is here').getByText('Draft').waitFor();
    expect(await only()).toMatchObject({ state: 'draft', publishedAt: null });

    await entry(page, 'Dark mode is here').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No entries yet').waitFor();
    expect(await only()).toBeUndefined();
  });
});
