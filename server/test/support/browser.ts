// A real Chromium for tests, with its own profile, as a program that draws no window: a third of the processor time.
// Started once for all files of a worker: each test has its own context.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { untilWorkerEnds } from './worker-lifetime.ts';

/** Shown by the test command when Chromium is missing; those tests are then skipped, with this reason. */
export const chromiumIsMissing = (process.env.EARSHOT_MISSING_TOOLS ?? '')
  .split(',')
  .includes('chromium-headless-shell');

let running: Promise<Browser> | undefined;

export async function sharedBrowser(): Promise<Browser> {
  running ??= startBrowser();
  const browser = await running;
  if (browser.isConnected()) return browser;
  running = startBrowser();
  return running;
}

/** Playwright kills it when the process exits. */
async function startBrowser(): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'earshot-chromium-'));
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    handleSIGTERM: false,
    // Its temporary files, too, are removed with the profile.
    env: { ...process.env, TMPDIR: profile, XDG_CONFIG_HOME: profile, XDG_CACHE_HOME: profile },
  });
  untilWorkerEnds(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
  return browser;
}
