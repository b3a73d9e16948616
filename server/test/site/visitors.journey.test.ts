// What visitors do in a real browser: with the script on a phone, and without it.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../support/browser.ts';
import { newPage, type ShownSite, showSite } from './shown-site.ts';

describe.skipIf(chromiumIsMissing)('visitors in Chromium', () => {
  let site: ShownSite;
  beforeAll(async () => {
    site = await showSite();
  });
  afterAll(() => site?.close());

  it('vote with one tap before anyone asks who they are, and post what no one has posted, with the script', async () => {
    const page = await newPage({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    await page.goto(`${site.origin}/p/default`);
    await page.getByRole('button', { name: 'Vote, 9 votes' }).tap();
    const voted = page.getByRole('button', { name: 'Vote, 10 votes', pressed: true });
    await voted.waitFor();
    const notice = page.getByRole('status').filter({ hasText: 'so that your vote counts' });
    await notice.getByRole('link', { name: 'Sign in' }).waitFor();
    // The host application sends them back, signed in.
    await page.goto(await site.linkFor({ externalId: 'zoe', name: 'Zoe Rossi' }));
    await page.getByRole('link', { name: 'Zoe Rossi' }).waitFor();
    await page.goto(`${site.origin}/p/default`);
    await voted.waitFor();

    // The same post among similar ones shows the same, and both change together.
    const box = page.getByRole('searchbox');
    await box.pressSequentially('export my data');
    const near = page.locator('#near');
    await near.getByRole('link', { name: 'Export as PDF' }).waitFor();
    await near.getByRole('button').focus();
    await page.keyboard.press('Space');
    await expect
      .poll(() => page.getByRole('button', { name: 'Vote, 9 votes', pressed: false }).count())
      .toBe(2);
    await near.getByRole('link', { name: 'Post “export my data” as a new idea' }).tap();
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('export my data');
    await page.getByLabel('Details').fill('All of it. <img src=x onerror="document.title=1">');
    await page.getByRole('button', { name: 'Post' }).tap();
    await page.getByRole('heading', { name: 'My feedback' }).waitFor();
    await page.getByText('Waiting for review').waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('vote, comment, see what waits, and leave, by forms alone, in German', async () => {
    const page = await newPage({ javaScriptEnabled: false });
    await page.goto(`${site.origin}/p/default?lang=de`);
    await page.getByRole('button', { name: 'Abstimmen, 8 Stimmen' }).click();
    await page.waitForURL(/sign-in/);
    await page.goto(await site.linkFor({ externalId: 'milan', name: 'Milan' }));
    await page.getByRole('button', { name: /Milan/ }).click();
    await page.getByRole('link', { name: 'Milan' }).waitFor();
    await page.goto(`${site.origin}/p/default?lang=de`);
    const voted = page.getByRole('button', { name: 'Abstimmen, 9 Stimmen', pressed: true });
    await voted.waitFor();
    // Its place on the page stays in view.
    await voted.press('Enter');
    await page.getByRole('button', { name: 'Abstimmen, 8 Stimmen' }).waitFor();
    expect(new URL(page.url()).hash).toMatch(/^#post_/);
    await page.getByRole('link', { name: /^Dark mode/ }).click();
    await page.getByLabel('Kommentar schreiben').fill('Bitte <b>bald</b>.');
    await page.getByRole('button', { name: 'Kommentieren' }).click();
    const waiting = page.getByRole('article').filter({ hasText: 'Bitte <b>bald</b>.' });
    await waiting.getByText('Wird geprüft').waitFor();
    await waiting.getByRole('button', { name: 'Zurückziehen' }).click();
    await page.getByRole('heading', { name: 'Mein Feedback' }).waitFor();
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await page.getByRole('link', { name: 'Milan' }).waitFor({ state: 'detached' });
    await page.context().close();
  });
});
