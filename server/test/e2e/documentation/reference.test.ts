import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chromiumIsMissing, sharedBrowser } from '../../support/browser.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const axeOptions = { preload: false };

describe.skipIf(chromiumIsMissing)('the reference in Chromium', () => {
  let program: TestProgram;
  let context: BrowserContext;
  let origin: string;

  beforeAll(async () => {
    program = await startProgram();
    origin = `http://127.0.0.1:${await program.listen()}`;
  });
  afterAll(() => program?.close());
  afterEach(() => context.close());
  const open = async (path: string, options: Parameters<typeof newContext>[0] = {}): Promise<Page> => {
    context = await newContext(options);
    const page = await context.newPage();
    await page.goto(origin + path);
    return page;
  };
  const newContext = async (options: {
    javaScriptEnabled?: boolean;
    colorScheme?: 'light' | 'dark';
    width?: number;
  }) => {
    const { width = 1280, ...rest } = options;
    return (await sharedBrowser()).newContext({ viewport: { width, height: 900 }, ...rest });
  };

  it.each([
    { colorScheme: 'light', width: 1600, paths: ['', 'posts', 'events', 'errors'] },
    // The same pages; a short one of each kind shows the colors and the narrow layout.
    { colorScheme: 'dark', width: 390, paths: ['', 'tags', 'errors'] },
  ] as const)('is accessible and fits, $colorScheme at $width', async ({ paths, ...options }) => {
    const page = await open('/docs', options);
    for (const path of paths) {
      await page.goto(`${origin}/docs/${path}`);
      await page.evaluate(axe);
      const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(axeOptions)})`)) as AxeResults;
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        options.width,
      );
    }
  });

  it('shows the chosen language, also on the next page, and finds as you type', async () => {
    const page = await open('/docs/posts');
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(origin)) elsewhere.push(request.url());
    });
    const python = page.getByText('api.post(f"{url}/v1/posts"').first();
    expect(await python.isVisible()).toBe(false);
    await page.getByText('Python', { exact: true }).first().click();
    expect(await python.isVisible()).toBe(true);
    await page.keyboard.press('/');
    await page.keyboard.type('vote for');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/votes.*#addVote$/);
    expect(await page.getByRole('radio', { name: 'Python' }).isChecked()).toBe(true);
    expect(elsewhere).toEqual([]);
  });

  it('can be read and searched without a script', async () => {
    const page = await open('/docs/errors#rate-limited', { javaScriptEnabled: false });
    expect(await page.getByText('The key has used up its requests').isVisible()).toBe(true);
    await page.getByRole('searchbox').fill('merge');
    await page.getByRole('searchbox').press('Enter');
    await page.getByRole('main').getByRole('link', { name: 'Merge a post into another' }).click();
    await page.waitForURL(/\/docs\/duplicates#mergePost$/);
    expect(await page.getByText('earshot.posts.merge').first().isVisible()).toBe(false);
    await page.getByText('TypeScript', { exact: true }).first().click();
    expect(await page.getByText('earshot.posts.merge').first().isVisible()).toBe(true);
  });

  it('has an opaque origin that cannot reach the console', async () => {
    context = await newContext({});
    await context.addCookies([{ name: 'earshot', value: 'a-session', url: origin }]);
    const page = await context.newPage();
    await page.goto(`${origin}/docs/`);
    const seen = await page.evaluate(async () => {
      const attempt = async (work: () => unknown) => {
        try {
          return String(await work());
        } catch (error) {
          return (error as Error).name;
        }
      };
      return {
        origin: self.origin,
        cookies: await attempt(() => document.cookie),
        session: await attempt(() => fetch('/console/api/session', { credentials: 'include' })),
        api: await attempt(() => fetch('/v1/me', { credentials: 'include' })),
      };
    });
    expect(seen).toEqual({
      origin: 'null',
      cookies: 'SecurityError',
      session: 'TypeError',
      api: 'TypeError',
    });
  });
});
