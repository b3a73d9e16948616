import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../support/browser.ts';
import { visits } from './visiting.ts';

describe.skipIf(chromiumIsMissing)('the language', () => {
  const visiting = visits();

  it('that somebody chooses is spoken at once, and on every other machine they sign in at', async () => {
    const installation = await visiting.install();
    const page = await visiting.asOwner(installation, '/feedback');
    await page.getByRole('button', { name: /^Account of/ }).click();
    const saved = page.waitForResponse((response) => response.url().endsWith('/account'));
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Noch kein Feedback' }).waitFor();
    expect((await saved).status()).toBe(200);
    const elsewhere = await visiting.open({ locale: 'en-US', cookies: await page.context().cookies() });
    await elsewhere.goto(`${installation.address}/feedback`);
    await elsewhere.getByRole('heading', { name: 'Noch kein Feedback' }).waitFor();
    expect(await elsewhere.locator('html').getAttribute('lang')).toBe('de');
  });
});
