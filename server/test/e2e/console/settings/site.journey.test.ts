import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { consoleFixture, violationsOn } from '../support/console-fixture.ts';
import { noticeOf } from '../support/feedback-page.ts';

describe.skipIf(chromiumIsMissing)('the public site', () => {
  const { workspace, asOwner } = consoleFixture();

  it('is switched on and set up', async () => {
    const installation = await workspace();
    const { earshot } = installation;
    const page = await asOwner(installation, '/settings/site');
    await settingUp(page);
    expect(await earshot.site.get()).toMatchObject({
      visibility: 'public',
      name: 'Acme feedback',
      accentColor: '#3b82f6',
      language: 'de',
      frameOrigins: ['https://app.example.com'],
      roadmapStatusIds: [expect.stringMatching(/^stat_/)],
    });
    const link = page.getByRole('navigation').getByRole('link', { name: 'Public site' }).first();
    expect(await link.getAttribute('href')).toBe((await earshot.site.get()).url);
    expect(await violationsOn(page)).toEqual([]);
  });
});

async function settingUp(page: Page): Promise<void> {
  // On the console's own host, a page says so.
  await page.getByText('The site has no host of its own yet').waitFor();
  await page.getByRole('switch', { name: 'Show the site to everyone' }).click({ force: true });
  await noticeOf(page, 'The public site is on.').waitFor();
  const logo = page.getByRole('img', { name: 'Logo' });
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 80, height: 40 } });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
  await noticeOf(page, 'Logo uploaded.').waitFor();
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Acme feedback');
  const preview = page.frameLocator('iframe[title="Preview"]');
  await preview.getByText('Acme feedback').first().waitFor();
  await page.getByRole('textbox', { name: 'Accent color' }).fill('#3b82f6');
  await page.keyboard.press('Tab');
  await page.getByRole('combobox', { name: 'Language of the site' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await page.getByRole('checkbox', { name: 'Planned' }).check();
  const origins = page.getByRole('textbox', { name: 'Pages that may embed the site' });
  await origins.fill('http://app.example.com/');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Enter up to 20 https addresses').waitFor();
  await origins.fill('https://app.example.com');
  await page.getByRole('button', { name: 'Save' }).click();
  await noticeOf(page, 'Saved.').waitFor();
}
