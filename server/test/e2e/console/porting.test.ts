import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../support/browser.ts';
import { consoleFixture, violationsOn } from './console-fixture.ts';

/** Saves what a click downloads. */
async function downloaded(page: Page, label: RegExp): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: label }).first().click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

describe.skipIf(chromiumIsMissing)('import and export', () => {
  const { install, asOwner } = consoleFixture();

  it('exports everything or tables, downloads and deletes the files', async () => {
    const installation = await install();
    const { earshot } = installation;
    await earshot.posts.create({ title: 'Dark mode', author: { email: 'grace@example.com' } });
    const page = await asOwner(installation, '/settings/import-export', { reducedMotion: 'reduce' });

    await page.getByRole('button', { name: 'Export everything' }).click();
    const exports = page.getByRole('list', { name: 'Recent exports' });
    await exports.getByText('Finished').waitFor();
    const archive = await downloaded(page, /^Download Everything/);
    expect(archive.name).toMatch(/^earshot-export-.*\.zip$/);
    expect(archive.bytes.subarray(0, 2).toString()).toBe('PK');
    expect(await violationsOn(page)).toEqual([]);

    await page.getByRole('button', { name: 'Export CSV' }).click();
    await expect.poll(() => exports.getByText('Finished').count()).toBe(2);
    const tables = await downloaded(page, /^Download CSV/);
    expect(tables.bytes.includes('posts.csv')).toBe(true);

    await exports
      .getByRole('button', { name: /^Delete CSV/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete export' }).click();
    await page.getByText('Export deleted.').waitFor();
    await expect.poll(() => exports.getByRole('listitem').count()).toBe(1);
    const { items } = await earshot.exports.list().page();
    expect(items.map(({ format }) => format)).toEqual(['archive']);
  });
});
