// The public pages in a real browser: without a script, with our own, which is the only one, and with the keyboard.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../support/browser.ts';
import { newPage, type ShownSite, showSite } from './shown-site.ts';

describe.skipIf(chromiumIsMissing)('the public site in Chromium', () => {
  let site: ShownSite;
  beforeAll(async () => {
    site = await showSite();
  });
  afterAll(() => site?.close());

  it('runs nothing that texts hold, asks no other host, and can’t reach the console (threats 3)', async () => {
    const page = await newPage();
    const asked: string[] = [];
    const said: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => said.push(message.text()));
    for (const path of site.paths.slice(0, -1)) {
      await page.goto(`${site.origin}/p/default${path}`);
      expect(await page.title()).toContain('Acme <script>');
      expect(await page.locator('main img[src="x"], script:not([src])').count()).toBe(0);
    }
    // Our own script shows texts, too.
    await page.goto(`${site.origin}/p/default`);
    await page.getByRole('searchbox').pressSequentially('dark <i>');
    await page
      .locator('#near')
      .getByRole('link', { name: /^Dark mode <script>/ })
      .waitFor();
    await page.getByRole('link', { name: 'Post “dark <i>” as a new idea' }).waitFor();
    expect(await page.locator('#near img, #near script, #near i').count()).toBe(0);
    expect(await page.title()).toContain('Acme <script>');
    expect(asked.filter((url) => !url.startsWith(site.origin))).toEqual([]);
    expect(said).toEqual([]);
    expect(await page.evaluate('document.cookie')).toBe('');
    // The console shares this origin. Even a script that got in could bring no other, write no HTML and ask nothing of
    // the console.
    const attempts = [
      "document.body.append(Object.assign(document.createElement('script'), { text: 'document.title = 1' }))",
      "document.body.append(Object.assign(document.createElement('script'), { src: '/docs/search.js' }))",
      "document.body.innerHTML = '<b>'",
      "fetch('/console/api/account')",
    ];
    for (const attempt of attempts)
      expect([
        attempt,
        await page.evaluate(attempt).then(
          () => 'done',
          () => 'refused',
        ),
      ]).toEqual([attempt, 'refused']);
    await page.context().close();
  });

  it('is searched, filtered and read without a script, and with the keyboard', async () => {
    const page = await newPage({ javaScriptEnabled: false });
    await page.goto(`${site.origin}/p/default?lang=de`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('dark');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=dark/);
    expect(new URL(page.url()).searchParams.get('lang')).toBe('de');
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(1);
    await page.getByRole('heading', { level: 2 }).getByRole('link').press('Enter');
    await page.getByText('3 Kommentare').waitFor();
    expect(await page.getByRole('img', { name: 'a.gif' }).isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Alle Beiträge' }).click();
    await page.getByText('Typ', { exact: true }).click();
    await page.getByRole('link', { name: 'Bug report' }).click();
    await page.waitForURL(/type=bug-report/);
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(2);
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByText('2 posts').waitFor();
    await page.getByRole('link', { name: 'Changelog', exact: true }).click();
    await page.getByRole('link', { name: /^Read more/ }).click();
    await page.getByRole('link', { name: /^Dark mode/ }).click();
    await page.getByText('3 comments').waitFor();
    await page.context().close();
  });
});
