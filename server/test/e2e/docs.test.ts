import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../support/program.ts';

const missing = (process.env.EARSHOT_MISSING_TOOLS ?? '').split(',').includes('chromium');

describe.skipIf(missing)('the reference page in Chromium', () => {
  let program: TestProgram;
  let browser: Browser;
  let profile: string;
  let origin: string;

  beforeAll(async () => {
    program = await startProgram();
    origin = `http://127.0.0.1:${await program.listen()}`;
    profile = await mkdtemp(join(tmpdir(), 'earshot-chromium-'));
    browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
      env: { ...process.env, XDG_CONFIG_HOME: profile, XDG_CACHE_HOME: profile },
    });
  });
  afterAll(async () => {
    await browser?.close();
    await program?.close();
    await rm(profile, { recursive: true, force: true });
  });

  it('shows every operation and asks nothing of any other host', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
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
});
