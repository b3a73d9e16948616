import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../support/browser.ts';
import { owner, signIn, visits } from './visiting.ts';

describe.skipIf(chromiumIsMissing)('signing in', () => {
  const { install, asOwner } = visits();

  it('is asked of everybody, refuses a wrong password, and leads to where one wanted to go', async () => {
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

  it('says for how long when somebody has guessed too often, and then refuses the right password too', async () => {
    const installation = await install();
    const page = await asOwner(installation);
    await page.context().clearCookies();
    for (const guess of Array(10).keys())
      await fetch(`${installation.address}/console/api/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-earshot-console': '1' },
        body: JSON.stringify({ email: owner.email, password: `guess number ${guess}` }),
      });
    await page.goto(`${installation.address}/sign-in`);
    await signIn(page);
    await page.getByText(/Too many attempts. Try again in 1[45] minutes/).waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });
});
