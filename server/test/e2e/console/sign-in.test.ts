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
});
