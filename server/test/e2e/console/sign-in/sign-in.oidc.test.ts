import { afterEach, describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { startProvider, type TestProvider } from '../../../support/network/oidc.ts';
import { arriveAt, grace } from '../support/actions.ts';
import { consoleFixture, type Installation } from '../support/console-fixture.ts';

describe.skipIf(chromiumIsMissing)('single sign-on', () => {
  const { open, install, asOwner } = consoleFixture();
  let provider: TestProvider | undefined;
  afterEach(() => provider?.close());

  it('signs in a known person with one click, and explains why someone without an invite can’t', async () => {
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
