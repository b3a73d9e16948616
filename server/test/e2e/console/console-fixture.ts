// Visits to the console of a built program in a real Chromium: somebody with a browser of their own, signed in or
// not, and what their pages complained about. Feedback is made through the typed client, as an application would.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Earshot } from '../../../../client/src/index.ts';
import { startBrowser } from '../../support/browser.ts';
import { application, cleanUpAfterEach, liveKey, newDirectory, type Serving, serve } from '../processes.ts';

export const owner = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse battery' };

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

export type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** A served installation whose owner is known, and an application with its live key. */
export interface Installation extends Serving {
  dataDir: string;
  earshot: Earshot;
}

export interface Visits {
  /** Somebody opens a browser of their own; `cookies` are those of somebody who signed in before. */
  open(options?: BrowserContextOptions & { cookies?: Cookies }): Promise<Page>;
  /** The program with a chosen live key, on a fresh directory: the start prints the link that makes an owner. */
  install(environment?: Record<string, string>): Promise<Installation>;
  /** The owner, signed in, at the given path; at a desktop unless the options say otherwise. */
  asOwner(installation: Installation, path?: string, options?: BrowserContextOptions): Promise<Page>;
}

/** Registers what a file of such tests needs. A page that throws fails the test that looked at it. */
export function visits(): Visits {
  let browser: Browser;
  let closeBrowser: (() => Promise<void>) | undefined;
  const contexts = new Set<BrowserContext>();
  const faults: string[] = [];

  beforeAll(async () => {
    ({ browser, close: closeBrowser } = await startBrowser());
  });
  afterAll(() => closeBrowser?.());
  cleanUpAfterEach();
  afterEach(async () => {
    for (const context of contexts) await context.close();
    contexts.clear();
    expect(faults.splice(0)).toEqual([]);
  });

  const open: Visits['open'] = async ({ cookies, ...options } = {}) => {
    const context = await browser.newContext({ viewport: desktop, colorScheme: 'light', ...options });
    contexts.add(context);
    if (cookies !== undefined) await context.addCookies(cookies);
    const page = await context.newPage();
    // Short of the test's own time, so that it says what was missing.
    page.setDefaultTimeout(15_000);
    page.on('pageerror', (error) => faults.push(error.message));
    return page;
  };

  return {
    open,
    async install(environment = {}) {
      const dataDir = await newDirectory();
      const serving = await serve(dataDir, { BOOTSTRAP_LIVE_KEY: liveKey, ...environment });
      return { ...serving, dataDir, earshot: application(serving.address) };
    },
    async asOwner(installation, path = '/', options = {}) {
      const page = await open({ ...options, cookies: [await makeOwner(installation)] });
      await page.goto(installation.address + path);
      await page.locator('h1').first().waitFor();
      return page;
    },
  };
}

/** The owner's session, begun as the form of the printed link would: that form has a test of its own. */
export async function makeOwner({ address, printed }: Installation): Promise<Cookies[number]> {
  const [, token = ''] = await printed(/\/setup\/(\S+)/);
  const response = await fetch(`${address}/console/api/setup/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-earshot-console': '1' },
    body: JSON.stringify(owner),
  });
  const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(response.headers.getSetCookie()[0] ?? '') ?? [];
  const { hostname: domain } = new URL(address);
  return { name, value, domain, path: '/', expires: -1, httpOnly: true, secure: true, sameSite: 'Lax' };
}

/** From the link to the first page of somebody who is signed in. */
export async function becomeOwner(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Your name').fill(owner.name);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password').first().fill(owner.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
}

export async function signIn(page: Page, { email, password } = owner): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').first().fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with the page as it is now. */
export async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(
    "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 120)))",
  );
}
