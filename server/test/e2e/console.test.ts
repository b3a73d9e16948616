import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chromiumIsMissing, startBrowser } from '../support/browser.ts';
import {
  call,
  chosenKeys,
  cleanUpAfterEach,
  liveKey,
  newDirectory,
  type Serving,
  serve,
} from './processes.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const owner = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse battery' };

describe.skipIf(chromiumIsMissing)('the console in Chromium', () => {
  let browser: Browser;
  let closeBrowser: () => Promise<void>;
  let context: BrowserContext;
  const faults: string[] = [];

  beforeAll(async () => {
    ({ browser, close: closeBrowser } = await startBrowser());
  });
  afterAll(() => closeBrowser?.());
  afterEach(() => context?.close());
  cleanUpAfterEach();

  async function open(phone = false, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const viewport = phone ? { width: 390, height: 844 } : { width: 1440, height: 900 };
    context = await browser.newContext({ viewport, colorScheme });
    const page = await context.newPage();
    faults.length = 0;
    page.on('pageerror', (error) => faults.push(error.message));
    return page;
  }

  const setupLinkOf = async (serving: Serving) => {
    const [link] = await serving.printed(/http:\/\/\S+\/setup\/\S+/);
    return link;
  };

  /** From the printed link to the first page of somebody who is signed in. */
  async function becomeOwner(page: Page, link: string): Promise<void> {
    await page.goto(link);
    await page.getByLabel('Your name').fill(owner.name);
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Password', { exact: false }).first().fill(owner.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
  }

  it('takes a newcomer from the printed link to a key, and shows the post that it makes', async () => {
    const serving = await serve(await newDirectory());
    const page = await open();
    await becomeOwner(page, await setupLinkOf(serving));
    await page.getByRole('button', { name: 'Create API key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('Backend');
    await dialog.getByRole('button', { name: 'Create API key' }).click();
    await page
      .getByText(/sk_(live|test)_es_/)
      .first()
      .waitFor();
    const shown = (await page.getByRole('dialog').textContent()) ?? '';
    const inputs = await page
      .getByRole('dialog')
      .locator('input')
      .evaluateAll((all) => all.map((one) => (one as { value?: string }).value ?? ''));
    const secret = /sk_live_es_\w+/.exec([shown, ...inputs].join(' '))?.[0] ?? '';
    const made = await call(serving.address, secret, '/posts', { title: 'Made by the first key' });
    expect(made.status).toBe(201);
    await page.goto(`${serving.address}/`);
    await page.getByText('Made by the first key').first().waitFor();
    expect(faults).toEqual([]);
  });

  it('shows every page in both colours and on a phone, and axe finds nothing wrong', async () => {
    const serving = await serve(await newDirectory(), chosenKeys);
    const post = await call(serving.address, liveKey, '/posts', {
      title: 'Dark mode',
      description: 'My **eyes** hurt at night.',
      authorEmail: 'bob@example.com',
    });
    await call(serving.address, liveKey, `/posts/${post.body.data.id}/comments`, { content: 'Yes, please.' });
    await call(serving.address, liveKey, '/changelogs', { title: 'What is new', state: 'published' });
    const people = await call(serving.address, liveKey, '/users');
    const person = people.body.data.users[0].id;
    const link = await setupLinkOf(serving);
    const first = await open();
    await becomeOwner(first, link);
    const state = await context.storageState();
    const paths = [
      '/',
      `/feedback/${post.body.data.id}`,
      '/changelog',
      '/people',
      `/people/${person}`,
      '/insights',
      ...['general', 'api-keys', 'members', 'statuses', 'post-types', 'tags', 'audit-log', 'requests'].map(
        (name) => `/settings/${name}`,
      ),
      '/no-such-page',
    ];
    await context.close();
    const wrong: string[] = [];
    for (const [phone, colorScheme] of [
      [false, 'light'],
      [false, 'dark'],
      [true, 'light'],
    ] as const) {
      const page = await open(phone, colorScheme);
      await context.addCookies(state.cookies);
      for (const path of paths) {
        await page.goto(`${serving.address}${path}`);
        await page.locator('main h1, h1').first().waitFor();
        await page.waitForLoadState('networkidle');
        await page.evaluate(axe);
        const violations = await page.evaluate(
          "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 120)))",
        );
        for (const violation of violations as string[])
          wrong.push(`${path} ${phone ? 'phone' : 'desktop'} ${colorScheme}: ${violation}`);
      }
      wrong.push(...faults.map((fault) => `${colorScheme}: ${fault}`));
      await context.close();
    }
    expect(wrong).toEqual([]);
  }, 240_000);

  it('lets nobody in without signing in, and signs in and out', async () => {
    const serving = await serve(await newDirectory(), chosenKeys);
    const link = await setupLinkOf(serving);
    const page = await open();
    await becomeOwner(page, link);
    await context.clearCookies();
    await page.goto(`${serving.address}/settings/api-keys`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Password', { exact: false }).first().fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').first().waitFor();
    await page.getByLabel('Password', { exact: false }).first().fill(owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    expect(faults).toEqual([]);
  });
});
