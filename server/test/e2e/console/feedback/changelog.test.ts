import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { arriveAt } from '../support/actions.ts';
import { consoleFixture } from '../support/console-fixture.ts';

const inTwoDays = new Date(Date.now() + 2 * 86_400_000);

const entry = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(title) });

describe.skipIf(chromiumIsMissing)('changelog entries', () => {
  const { workspace, asOwner } = consoleFixture();

  it('complete their linked posts only if the switch is on', async () => {
    const installation = await workspace();
    const { earshot } = installation;
    const post = await earshot.posts.create({ title: 'Dark mode' });
    const { id } = await earshot.changelogs.create({
      title: 'Soon',
      state: 'scheduled',
      publishedAt: inTwoDays.toISOString(),
      linkedPostIds: [post.id],
      completeLinkedPosts: true,
    });
    const page = await asOwner(installation, `/changelog/${id}`);
    const completes = page.getByLabel('Mark linked posts as complete on publish');
    const saves = async () => {
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await arriveAt(page, 'Changelog');
      await entry(page, 'Soon').click();
      return (await earshot.changelogs.get(id)).completeLinkedPosts;
    };
    await completes.waitFor();
    expect(await completes.isChecked()).toBe(true);
    await completes.uncheck();
    expect([await saves(), await completes.isChecked()]).toEqual([false, false]);
    await completes.check();
    expect([await saves(), await completes.isChecked()]).toEqual([true, true]);
    await completes.uncheck();
    expect(await saves()).toBe(false);
    await page.getByRole('radiogroup', { name: 'Publishing' }).getByText('Published').click();
    await page.getByRole('button', { name: 'Publish now' }).click();
    await entry(page, 'Soon').getByText('Published').waitFor();
    expect((await earshot.posts.get(post.id)).statusId).toBe(post.statusId);
    await entry(page, 'Soon').click();
    await page.getByRole('radiogroup', { name: 'Publishing' }).waitFor();
    expect(await completes.count()).toBe(0);
  });

  it('keep unsaved changes when leaving is canceled and when someone else saves first', async () => {
    const installation = await workspace();
    const page = await asOwner(installation, '/changelog/new');
    await page.getByRole('textbox', { name: 'Content' }).click();
    await page.keyboard.type('Half a thought');
    await page.getByRole('link', { name: 'Customers' }).click();
    await page
      .getByRole('dialog', { name: 'Leave this page?' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await page.getByText('Half a thought').waitFor();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    expect(asked).toEqual(['beforeunload']);

    await page.getByRole('textbox', { name: 'Title' }).fill('A whole thought');
    await page.getByRole('link', { name: 'Customers' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await arriveAt(page, 'Customers');
    await page.goto(`${installation.address}/changelog/new`);
    await page.getByRole('textbox', { name: 'Title' }).fill('Saved');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await entry(page, 'Saved').click();

    await page.getByRole('textbox', { name: 'Title' }).fill('Saved twice');
    const [saved] = await installation.earshot.changelogs.list().toArray();
    await installation.earshot.changelogs.update(saved?.id ?? '', { title: 'Saved by someone else' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Someone else edited this.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Saved twice');
    expect(asked).toEqual(['beforeunload']);
  });
});
