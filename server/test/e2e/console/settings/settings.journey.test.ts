import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { consoleFixture } from '../support/console-fixture.ts';

const rowOf = (page: Page, name: string) => page.locator('main ol > li').filter({ hasText: name });

describe.skipIf(chromiumIsMissing)('the settings', () => {
  const { workspace, asOwner } = consoleFixture();

  it('create, edit and delete post types and tags', async () => {
    const { earshot, ...installation } = await workspace();
    const page = await asOwner({ earshot, ...installation }, '/settings/types');
    await page.getByRole('button', { name: 'New post type' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Question');
    await page.getByRole('switch', { name: 'New posts use this type' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await rowOf(page, 'Question').getByText('Default', { exact: true }).waitFor();
    const made = await earshot.posts.create({ title: 'Where is it?' });
    const types = await earshot.postTypes.list().toArray();
    expect(types.find(({ id }) => id === made.postTypeId)?.name).toBe('Question');

    await page.goto(`${installation.address}/settings/tags`);
    await page.getByRole('button', { name: 'New tag' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('mobil');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit mobil' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('mobile');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit mobile' }).waitFor();
    // An error about a taken name keeps what was typed.
    await page.getByRole('button', { name: 'New tag' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Mobile');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('dialog')
      .getByText(/exists/)
      .waitFor();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Mobile');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete mobile' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No tags yet').waitFor();
    expect(await earshot.tags.list().toArray()).toEqual([]);
  });
});
