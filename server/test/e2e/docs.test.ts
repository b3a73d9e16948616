import type { BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chromiumIsMissing, sharedBrowser } from '../support/browser.ts';
import { startProgram, type TestProgram } from '../support/program.ts';

const patienceMs = 100_000;

describe.skipIf(chromiumIsMissing)('the reference page in Chromium', { timeout: 2 * patienceMs }, () => {
  let program: TestProgram;
  let context: BrowserContext;
  let origin: string;

  beforeAll(async () => {
    program = await startProgram();
    origin = `http://127.0.0.1:${await program.listen()}`;
  });
  afterAll(() => program?.close());
  beforeEach(async () => {
    context = await (await sharedBrowser()).newContext({ viewport: { width: 1280, height: 900 } });
    // The page renders the whole document, which takes long on a busy machine.
    context.setDefaultTimeout(patienceMs);
  });
  afterEach(() => context.close());

  it('shows every operation and contacts no other host', async () => {
    const page = await context.newPage();
    const elsewhere: string[] = [];
    const faults: string[] = [];
    page.on('request', (request) => {
      const isOurs = [origin, 'data:', 'blob:'].some((start) => request.url().startsWith(start));
      if (!isOurs) elsewhere.push(request.url());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(`${origin}/docs`);
    for (const summary of ['List posts', 'Create a post', 'Vote for a post', 'List the comments of a post']) {
      await page.getByText(summary, { exact: true }).first().waitFor();
    }
    expect(elsewhere).toEqual([]);
    expect(faults).toEqual([]);
    if (process.env.SCREENSHOT_DOCS !== undefined)
      await page.screenshot({ path: process.env.SCREENSHOT_DOCS });
  });

  it('has an opaque origin that cannot reach the console', async () => {
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
    await context.close();
  });
});
