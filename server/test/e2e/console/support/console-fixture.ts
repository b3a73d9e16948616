// Runs the built program and opens its console in a real Chromium. Fails tests whose pages throw. Tests create feedback
// through the typed client, as an application would.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import type { Earshot } from '../../../../../client/src/index.ts';
import { sharedBrowser } from '../../../support/browser.ts';
import {
  application,
  cleanUpAfterEach,
  liveKey,
  newDirectory,
  type Serving,
  serve,
} from '../../processes.ts';
import { watchRequests } from './quiet.ts';
import { sharedConsole, startedConsole } from './shared-console.ts';

export const owner = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse battery' };

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

export type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** A running installation, and a client with its live key. */
export interface Installation extends Serving {
  dataDir: string;
  /** Of the workspace. */
  slug: string;
  /** A live key, which the client below has. */
  key: string;
  earshot: Earshot;
  /** Who uses the setup link. */
  owner: typeof owner;
  setupToken(): Promise<string>;
}

export interface ConsoleFixture {
  /** Opens a new browser context, with `cookies` from an earlier one. */
  open(options?: BrowserContextOptions & { cookies?: Cookies }): Promise<Page>;
  /** Starts the program in a new directory with a known live key; it prints a setup link. */
  install(environment?: Record<string, string>): Promise<Installation>;
  /**
   * Creates a workspace with an owner of its own in an installation that tests share. Its webhooks may go to private
   * addresses.
   */
  workspace(): Promise<Installation>;
  /** Opens a path as the owner; on a desktop by default. Pages of workspaces share a browser context, without options. */
  asOwner(installation: Installation, path?: string, options?: BrowserContextOptions): Promise<Page>;
}

/** For a page that changes its context permanently, for example with a clock. */
export const ownContext: BrowserContextOptions = {};

/**
 * Registers the hooks of a test file. A page that throws fails its test. Pages have no transitions, which take time,
 * unless the file is about how they look or where the focus is meanwhile.
 */
export function consoleFixture({ withTransitions = false } = {}): ConsoleFixture {
  const contexts = new Set<BrowserContext>();
  const faults: string[] = [];

  cleanUpAfterEach();
  afterEach(async () => {
    for (const context of contexts) await context.close();
    contexts.clear();
    await (await startedConsole())?.leave();
    expect(faults.splice(0)).toEqual([]);
  });

  const newContext = async (options: BrowserContextOptions = {}) => {
    const browser = await sharedBrowser();
    const context = await browser.newContext({ viewport: desktop, colorScheme: 'light', ...options });
    // Shorter than the test's timeout, so that the error says what was missing.
    context.setDefaultTimeout(60_000);
    return context;
  };

  const open: ConsoleFixture['open'] = async ({ cookies, ...options } = {}) => {
    const context = await newContext(options);
    contexts.add(context);
    return openIn(context, cookies);
  };

  const openIn = async (context: BrowserContext, cookies: Cookies = []): Promise<Page> => {
    await context.addCookies(cookies);
    const page = await context.newPage();
    watchRequests(page);
    if (!withTransitions) await page.emulateMedia({ reducedMotion: 'reduce' });
    page.on('pageerror', (error) => faults.push(error.message));
    return page;
  };

  const install: ConsoleFixture['install'] = async (environment = {}) => {
    const dataDir = await newDirectory();
    const serving = await serve(dataDir, { BOOTSTRAP_LIVE_KEY: liveKey, ...environment });
    const setupToken = async () => (await serving.printed(/\/setup\/(\S+)/))[1] ?? '';
    const earshot = application(serving.address);
    return { ...serving, dataDir, slug: 'default', key: liveKey, earshot, owner, setupToken };
  };

  return {
    open,
    install,
    async workspace() {
      const shared = await sharedConsole(() => install({ WEBHOOK_ALLOW_PRIVATE: 'true' }), newContext);
      return shared.workspace();
    },
    async asOwner(installation, path = '/', options) {
      const cookies = [await makeOwner(installation)];
      const shared = await startedConsole();
      const context = installation.dataDir === shared?.dataDir ? shared.context : undefined;
      const page =
        context === undefined || options !== undefined
          ? await open({ ...options, cookies })
          : await openIn(context, cookies);
      await page.goto(installation.address + path);
      await page.locator('h1').first().waitFor();
      return page;
    },
  };
}

/** Calls the console's API like one of its pages, with a session or as a visitor. */
const callConsole = (address: string, path: string, body: object, session?: Cookies[number]) =>
  fetch(`${address}/console/api/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-earshot-console': '1',
      ...(session !== undefined && { cookie: `${session.name}=${session.value}` }),
    },
    body: JSON.stringify(body),
  });

/** Uses a setup or invite link without its form; returns the session cookie. */
async function useLink(address: string, path: string, person: object): Promise<Cookies[number]> {
  const response = await callConsole(address, path, person);
  const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(response.headers.getSetCookie()[0] ?? '') ?? [];
  const { hostname: domain } = new URL(address);
  return { name, value, domain, path: '/', expires: -1, httpOnly: true, secure: true, sameSite: 'Lax' };
}

/** Creates the owner without the form, which has its own test; returns the session cookie. */
export async function makeOwner({ address, setupToken, owner }: Installation): Promise<Cookies[number]> {
  return useSetupLink(address, await setupToken(), owner);
}

export const useSetupLink = (address: string, token: string, person = owner): Promise<Cookies[number]> =>
  useLink(address, `setup/${token}`, person);

type Inviting = { address: string; session: Cookies[number] };

async function dataOf<T>(response: Response): Promise<T> {
  expect(response.status).toBe(201);
  return ((await response.json()) as { data: T }).data;
}

/** Creates an invite without the form; returns its link. */
export async function inviteLink({ address, session }: Inviting, email: string, role = 'member') {
  const response = await callConsole(address, 'invites', { email, role }, session);
  return (await dataOf<{ url: string }>(response)).url;
}

/** Invites someone, who joins, both without the forms; returns the new member's session cookie. */
export async function addMember(by: Inviting, { name, email, password }: typeof owner, role = 'member') {
  const token = (await inviteLink(by, email, role)).split('/').at(-1) ?? '';
  return useLink(by.address, `invitations/${token}`, { name, password });
}

/** Creates an API key without the form. */
export async function addKey({ address, session }: Inviting, name: string): Promise<void> {
  await dataOf(await callConsole(address, 'keys', { name, mode: 'live' }, session));
}

/** Creates the owner with the form of the setup link. */
export async function becomeOwner(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Your name').fill(owner.name);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password').first().fill(owner.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Get started' }).waitFor();
}

export async function signIn(page: Page, { email, password } = owner): Promise<void> {
  const emailField = page.getByLabel('Email');
  // What is typed in the very moment that the page appears can be lost.
  await expect
    .poll(async () => {
      await emailField.fill(email);
      await page.getByLabel('Password').first().fill(password);
      return emailField.inputValue();
    })
    .toBe(email);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Colors in transition have too little contrast. A transition may start a few frames after what causes it. */
const endTransitions = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let calmFrames = 0; calmFrames < 4; calmFrames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const running = document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition && animation.playState !== 'finished');
      for (const transition of running) transition.finish();
      if (running.length > 0) calmFrames = 0;
    }
  });

/** The violations that axe finds on the current page, once nothing fades in or out. */
export async function violationsOn(page: Page): Promise<string[]> {
  await endTransitions(page);
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  return page.evaluate(
    "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'], resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 120)))",
  );
}
