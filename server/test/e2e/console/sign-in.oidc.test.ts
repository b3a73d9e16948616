import { afterEach, describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../support/browser.ts';
import { startProvider, type TestProvider } from '../../support/oidc.ts';
import { arriveAt, grace } from './actions.ts';
import { type Installation, visits } from './console-fixture.ts';

describe.skipIf(chromiumIsMissing)('signing in through a provider', () => {
  const { open, install, asOwner } = visits();
  let provider: TestProvider | undefined;
  afterEach(() => provider?.close());

  it('is one press for somebody it vouches for, and says what is wrong to whoever was not invited', async () => {
    let installation: Installation | undefined;
    provider = await startProvider(() => `${installation?.address}/console/api/oidc/callback`);
    installation = await install({
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_LABEL: 'Acme',
      OIDC_ALLOWED_DOMAINS: 'example.com',
    });
    const { address } = installation;
    await asOwner(installation);
    provider.person = { sub: 'grace', email: grace.email, email_verified: true, name: grace.name };
    const page = await open();
    await page.goto(`${address}/settings/members`);
    await page.getByRole('link', { name: 'Continue with Acme' }).click();
    await arriveAt(page, 'Members');
    expect(page.url()).toBe(`${address}/settings/members`);
    await page.locator('main').getByText(grace.email).waitFor();

    provider.person = { sub: 'eve', email: 'eve@elsewhere.example', email_verified: true };
    const stranger = await open();
    await stranger.goto(`${address}/sign-in`);
    await stranger.getByRole('link', { name: 'Continue with Acme' }).click();
    await stranger.getByRole('alert').getByText('You haven’t been invited.').waitFor();
    expect(await stranger.context().cookies(address)).toEqual([]);
  });
});
