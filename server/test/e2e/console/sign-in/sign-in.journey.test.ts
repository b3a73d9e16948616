import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { arriveAt } from '../support/actions.ts';
import { consoleFixture, owner, signIn } from '../support/console-fixture.ts';

describe.skipIf(chromiumIsMissing)('signing in', () => {
  const { open, install, asOwner } = consoleFixture();

  it('is required, rejects a wrong password, and leads to the requested page', async () => {
    const installation = await install();
    const page = await asOwner(installation);
    await page.context().clearCookies();
    await page.goto(`${installation.address}/settings/api-keys`);
    await signIn(page, { ...owner, password: 'not the password' });
    await page.getByRole('alert').first().waitFor();
    await signIn(page);
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/settings/api-keys');
  });

  it('says how long to wait after too many attempts, unless the browser is known', async () => {
    const installation = await install();
    const known = await asOwner(installation);
    await known.context().clearCookies();
    await known.goto(`${installation.address}/sign-in`);
    await signIn(known);
    await arriveAt(known, 'Get started');
    const page = await open();
    await page.goto(`${installation.address}/sign-in`);
    // From the page, so that the attempts come from the same address as both browsers.
    await page.evaluate(async (email) => {
      for (const guess of Array(10).keys())
        await fetch('/console/api/session', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-earshot-console': '1' },
          body: JSON.stringify({ email, password: `guess number ${guess}` }),
        });
    }, owner.email);
    await signIn(page);
    await page.getByText(/Too many attempts. Try again in 1[45] minutes/).waitFor();
    expect(await page.context().cookies()).toEqual([]);

    await known.context().clearCookies({ name: '__Host-earshot' });
    await known.goto(`${installation.address}/sign-in`);
    await signIn(known);
    await arriveAt(known, 'Get started');
  });
});
