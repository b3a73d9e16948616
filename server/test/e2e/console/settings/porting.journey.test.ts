import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Earshot } from '../../../../../client/src/index.ts';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { arriveAt, pick } from '../support/actions.ts';
import { consoleFixture, desktop, phone, violationsOn } from '../support/console-fixture.ts';

/** Saves what a click downloads. */
async function downloaded(page: Page, label: RegExp): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: label }).first().click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** No title, a title that is cut, a status that is unknown here, and a column with an unusual name. */
const csv = [
  'number,Headline,State,Who',
  '1,Dark mode,Shipped,grace@example.com',
  '2,,Shipped,grace@example.com',
  '3,Light mode,Doing,alan@example.com',
  `4,${'x'.repeat(300)},Shipped,grace@example.com`,
].join('\r\n');

describe.skipIf(chromiumIsMissing)('import and export', () => {
  const { workspace, asOwner, open } = consoleFixture();

  it('takes everything out, and brings data in that can be checked and undone', async () => {
    const installation = await workspace();
    const { earshot } = installation;
    await earshot.posts.create({ title: 'Was here before', author: { email: 'grace@example.com' } });
    const page = await asOwner(installation, '/settings/import-export');
    await exporting(page, earshot);
    await importing(page, earshot);
    const cookies = await page.context().cookies();
    const german = await open({ locale: 'de-DE', viewport: phone, cookies });
    await german.goto(page.url());
    await german.getByRole('cell', { name: 'Der Titel ist leer.' }).waitFor();
    // German words are the longest.
    const report = german.getByRole('region', { name: 'Bericht' });
    expect(await report.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
    await undoing(page, earshot);
    await leavingFilesOut(page, earshot);
  });
});

async function exporting(page: Page, earshot: Earshot): Promise<void> {
  await page.getByRole('button', { name: 'Export everything' }).click();
  const exports = page.getByRole('list', { name: 'Recent exports' });
  await exports.getByText('Finished').waitFor();
  const archive = await downloaded(page, /^Download Full export/);
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
}

const titlesOf = async (earshot: Earshot) =>
  (await earshot.posts.list().toArray()).map(({ title }) => title).sort();

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });

async function importing(page: Page, earshot: Earshot): Promise<void> {
  await page.getByRole('button', { name: 'Import data' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Upload and check' }).click();
  await dialog.getByText('Choose at least one file.').waitFor();
  const file = { name: 'posts.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  expect(await violationsOn(page)).toEqual([]);
  await cancelingUpload(page);
  await page.getByRole('button', { name: 'Import data' }).click();
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Upload and check' }).click();

  // Without a mapping, no column is the title, so that every line fails.
  await page.getByRole('heading', { name: /^CSV file/, level: 1 }).waitFor();
  await page.getByText('Nothing has been imported yet').waitFor();
  await page.getByRole('cell', { name: 'Dark mode' }).waitFor();
  await page.getByText('4 errors').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('cell', { name: 'Columns that are not used: "Headline", "Who".' }).waitFor();
  await pick(page.getByRole('combobox', { name: 'Field for Headline' }), 'Title');
  await pick(page.getByRole('combobox', { name: 'Field for Who' }), 'Author’s email');
  // Only what was checked can be imported.
  expect(await page.getByRole('button', { name: 'Import now' }).isDisabled()).toBe(true);
  await page.getByText('Check it before you import.').waitFor();
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('heading', { name: '1 error', exact: true }).waitFor();
  await row(page, 'Posts 3 0 1').waitFor();
  expect(await titlesOf(earshot)).toEqual(['Was here before']);

  // The report names the line. A status can be one that is here.
  await page
    .getByRole('region', { name: 'Errors' })
    .getByRole('row', { name: /posts\.csv 3/ })
    .waitFor();
  await page.getByRole('heading', { name: '1 warning', exact: true }).waitFor();
  await page
    .getByRole('region', { name: 'Warnings' })
    .getByRole('row', { name: /posts\.csv 5 .* It was cut\./ })
    .waitFor();
  await pick(page.getByRole('combobox', { name: 'Shipped' }), 'Complete');
  await publishingAll(page);
  await page.getByRole('button', { name: 'Check again' }).click();
  const importNow = page.getByRole('button', { name: 'Import now' });
  await expect.poll(() => importNow.isEnabled()).toBe(true);
  await expect.poll(() => page.getByRole('combobox', { name: 'Shipped' }).inputValue()).toBe('Complete');
  await page.getByText('3 of the new posts would be public.').waitFor();
  await importNow.click();
  await page.getByRole('button', { name: 'Undo import' }).waitFor();
  await row(page, 'Posts 3 0 1').waitFor();
  await page.getByText('3 of the new posts are public.').waitFor();
  expect(await earshot.posts.list({ filters: { visibility: 'public' } }).toArray()).toHaveLength(3);
  expect(await titlesOf(earshot)).toEqual([
    'Dark mode',
    'Light mode',
    'Was here before',
    `${'x'.repeat(199)}…`,
  ]);
  const statuses = (await earshot.statuses.list().toArray()).map(({ name }) => name);
  expect(statuses).toContain('Doing');
  expect(statuses).not.toContain('Shipped');
  // What was imported shows its mapping, which can't be changed anymore.
  await page.getByRole('columnheader', { name: 'Headline Title' }).waitFor();
  expect(await page.getByRole('combobox').count()).toBe(0);
  expect(await violationsOn(page)).toEqual([]);
  await page.setViewportSize(phone);
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
  await page.setViewportSize(desktop);
}

/** Comments can become public only with their posts. */
async function publishingAll(page: Page): Promise<void> {
  const publish = page.getByRole('switch', { name: 'Make the new posts public' });
  const comments = page.getByRole('switch', { name: 'Also publish their comments' });
  expect([await publish.isChecked(), await comments.count()]).toEqual([false, 0]);
  await publish.press('Space');
  await comments.press('Space');
  expect(await violationsOn(page)).toEqual([]);
}

/** An upload that takes long. */
async function cancelingUpload(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.route('**/v1/imports', () => undefined, { times: 1 });
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await dialog.getByRole('button', { name: 'Upload and check' }).click();
  const upload = await sent;
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => upload.failure()?.errorText).toContain('ABORTED');
}

async function undoing(page: Page, earshot: Earshot): Promise<void> {
  await page.getByRole('button', { name: 'Undo import' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await page.getByText('Undone', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'What the undo removed' }).waitFor();
  await page.getByRole('status').getByText('Undone', { exact: true }).waitFor();
  // The button that had the focus is gone.
  await page.locator('h1:focus').waitFor();
  expect(await titlesOf(earshot)).toEqual(['Was here before']);

  await page.getByRole('button', { name: 'Delete import' }).click();
  await dialog.getByRole('button', { name: 'Delete import' }).click();
  await arriveAt(page, 'Import and export');
  expect((await earshot.imports.list().page()).items).toEqual([]);
}

/** Canny links to pictures instead of exporting them. */
async function leavingFilesOut(page: Page, earshot: Earshot): Promise<void> {
  await page.getByRole('button', { name: 'Import data' }).click();
  const dialog = page.getByRole('dialog');
  await pick(dialog.getByRole('combobox', { name: 'From' }), 'Canny');
  const posts = JSON.stringify([{ id: 'p', title: 'Pictured', imageURLs: ['http://127.0.0.1:9/a.png'] }]);
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'posts.json', mimeType: 'application/json', buffer: Buffer.from(posts) });
  await dialog.getByRole('button', { name: 'Upload and check' }).click();
  const fetchFiles = page.getByRole('switch', { name: 'Fetch linked files' });
  await fetchFiles.waitFor();
  expect(await fetchFiles.isChecked()).toBe(true);
  await fetchFiles.press('Space');
  await page.getByRole('button', { name: 'Import now' }).click();
  await page.getByRole('button', { name: 'Undo import' }).waitFor();
  expect(await fetchFiles.isChecked()).toBe(false);
  const { items } = await earshot.imports.list().page();
  expect(items).toMatchObject([{ source: 'canny', fetchFiles: false, errorsCount: 0 }]);
  expect(await violationsOn(page)).toEqual([]);
}
