// The public pages in a real browser: readable by everyone, in both themes and three languages, on desktops and phones.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../support/browser.ts';
import { newPage, type ShownSite, showSite } from './shown-site.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** How far anything has moved since the page appeared. */
const layoutShift = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) sum += value;
  }).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
})`;

describe.skipIf(chromiumIsMissing)('the public site in Chromium', () => {
  let site: ShownSite;
  beforeAll(async () => {
    site = await showSite();
  });
  afterAll(() => site?.close());

  it.each([
    { colorScheme: 'light', width: 1280, lang: 'en' },
    { colorScheme: 'dark', width: 1280, lang: 'de' },
    { colorScheme: 'light', width: 360, lang: 'zh' },
    { colorScheme: 'dark', width: 360, lang: 'en' },
  ] as const)('is accessible, fits and stays still: $colorScheme, $width, $lang', async (options) => {
    const { colorScheme, width, lang } = options;
    // Our policy forbids the checker's own script.
    const page = await newPage({ colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
    const check = async (path: string) => {
      const url = new URL(`${site.origin}/p/default${path}`);
      url.searchParams.set('lang', lang);
      await page.goto(url.href);
      const shift = await page.evaluate(layoutShift);
      expect([path, shift]).toEqual([path, 0]);
      // A paragraph in a paragraph leaves an empty one.
      expect([path, await page.locator('p:empty:not([role])').count()]).toEqual([path, 0]);
      // With its menus open.
      await page.evaluate("for (const menu of document.querySelectorAll('details')) menu.open = true");
      await page.evaluate(axe);
      const { violations } = (await page.evaluate('axe.run({ preload: false })')) as AxeResults;
      expect(violations.map(({ id, nodes }) => [path, id, nodes[0]?.html])).toEqual([]);
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, width]);
    };
    for (const path of [...site.paths, '/sign-in']) await check(path);
    const zoe = `person-${width}-${lang}`;
    const email = `${zoe}@example.com`;
    await page.goto(await site.linkFor({ externalId: zoe, name: 'Zoe Rossi', email }));
    await page.getByRole('link', { name: 'Zoe Rossi' }).waitFor();
    // With something that waits.
    await page.goto(`${site.origin}/p/default${site.paths[3]}`);
    await page.getByLabel('Write a comment').fill('And charts?');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    for (const path of [...site.paths.slice(0, -1), '/mine']) await check(path);
    await page.context().close();
  });
});
