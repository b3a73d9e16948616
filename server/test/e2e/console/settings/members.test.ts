import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { startMailServer } from '../../../support/network/mail-server.ts';
import { runToEnd } from '../../processes.ts';
import { arriveAt, grace, heldBack, join, ownAnother, type Person, switchTo } from '../support/actions.ts';
import {
  addKey,
  addMember,
  consoleFixture,
  type Installation,
  inviteLink,
  makeOwner,
  signIn,
} from '../support/console-fixture.ts';

/** Resets the password as the operator, which also verifies the address; returns the new password. */
async function vouchFor({ email }: Person, { dataDir }: Installation): Promise<string> {
  const { stdout } = await runToEnd(['reset-password', email], { DATA_DIR: dataDir });
  return stdout.trim();
}

describe.skipIf(chromiumIsMissing)('members', () => {
  const { open, install, workspace, asOwner } = consoleFixture();

  it('of two workspaces keep one workspace per tab, and keep the other one when removed', async () => {
    const installation = await install();
    const { address, earshot } = installation;
    await earshot.posts.create({ title: 'Of the first workspace' });
    await addMember({ address, session: await makeOwner(installation) }, grace);
    const session = await ownAnother(installation, 'Second');
    const link = await inviteLink({ address, session }, grace.email);
    const [ada, page] = [await open({ cookies: [session] }), await open()];
    // Only the operator or a provider can confirm that both are the same person.
    const password = await vouchFor(grace, installation);
    await page.goto(`${address}/sign-in`);
    await signIn(page, { ...grace, password });
    await arriveAt(page, 'Inbox');
    await page.goto(link);
    await page.getByText(`You’ll join as ${grace.name}.`).waitFor();
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('No feedback yet').waitFor();

    await switchTo(page, 'Default workspace');
    await page.getByText('Of the first workspace').waitFor();
    const tab = await page.context().newPage();
    await tab.goto(`${address}/posts`);
    await tab.getByText('Of the first workspace').waitFor();
    await switchTo(tab, 'Second');
    await tab.getByText('No feedback yet').waitFor();
    await page.getByRole('link', { name: 'Customers' }).click();
    await page.getByRole('link', { name: 'Posts' }).click();
    await page.getByText('Of the first workspace').waitFor();
    await page.reload();
    await page.getByText('Of the first workspace').waitFor();

    await ada.goto(`${address}/settings/members`);
    await ada.getByRole('button', { name: `Remove ${grace.name}` }).click();
    await ada.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await ada.getByText(`${grace.name} was removed.`).waitFor();
    await tab.getByRole('link', { name: 'Changelog' }).click();
    // The tab may have noticed before, and show the changelog of the first workspace.
    await expect.poll(() => tab.getByText('Second').count()).toBe(0);
    await tab.getByRole('link', { name: 'Posts' }).click();
    await tab.getByText('Of the first workspace').waitFor();
  });

  it('are invited by mail, and whoever invites them sees a link only if they ask for one', async () => {
    const mail = await startMailServer();
    const installation = await install({ SMTP_URL: mail.url, MAIL_FROM: 'team@acme.example' });
    const { address } = installation;
    const ada = await open({ cookies: [await makeOwner(installation)] });
    await ada.goto(`${address}/settings/members`);
    await ada.getByRole('button', { name: 'Invite' }).click();
    const dialog = ada.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Email' }).fill(grace.email);
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    await dialog.getByText(`A mail with the link is on its way to ${grace.email}.`).waitFor();
    expect(await dialog.getByLabel('Invite link').count()).toBe(0);
    const [received] = await mail.until(grace.email, 1);
    const linkIn = (text = '') => /http:\S+\/invite\/[\w-]{43}/.exec(text)?.[0] ?? 'no link';
    const mailed = linkIn(received?.mail.text);
    await dialog.getByRole('button', { name: 'Show a link instead' }).click();
    const shown = await dialog.getByLabel('Invite link').inputValue();
    expect(linkIn(shown)).toBe(shown);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await ada.getByText(grace.email).waitFor();
    const page = await open();
    await page.goto(mailed);
    await page.getByText('This link no longer works').waitFor();
    await join(page, shown, grace);
    await mail.close();
  });

  it('are removed with or without their API keys, and always with their invites', async () => {
    const installation = await workspace();
    const person = { ...grace, email: 'grace.leaves@example.com' };
    const { address } = installation;
    const owning = { address, session: await makeOwner(installation) };
    const first = { address, session: await addMember(owning, person, 'admin') };
    await addKey(first, 'Importer');
    const invitation = await inviteLink(first, 'friend@example.com');

    const ada = await open({ cookies: [owning.session] });
    await ada.goto(`${address}/settings/api-keys`);
    await ada.getByText('Importer').waitFor();
    // The list of keys that the browser has is not the last word.
    await addKey(first, 'Widget');
    const release = await heldBack(ada, '/console/api/keys');
    await ada.getByRole('link', { name: 'Members' }).click();
    await ada.getByRole('button', { name: `Remove ${person.name}` }).click();
    const dialog = ada.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Remove' }).isDisabled()).toBe(true);
    release();
    const keys = dialog.getByRole('list', { name: `API keys created by ${person.name}` });
    await expect.poll(() => keys.getByRole('listitem').count()).toBe(2);
    await dialog.getByText('Importer').waitFor();
    expect(await dialog.getByRole('checkbox', { name: 'Revoke these keys too' }).isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await ada.getByText(`${person.name} was removed and 2 API keys revoked.`).waitFor();
    await ada.getByText('friend@example.com').waitFor({ state: 'detached' });
    await ada.goto(`${address}/settings/api-keys`);
    const row = (name: string) => ada.getByRole('listitem').filter({ hasText: name });
    for (const name of ['Importer', 'Widget']) await row(name).getByText('Revoked').waitFor();
    const page = await open();
    await page.goto(invitation);
    await page.getByText('This link no longer works').waitFor();

    // Once more, this time keeping the key.
    await addKey({ address, session: await addMember(owning, person, 'admin') }, 'Exporter');
    await ada.goto(`${address}/settings/members`);
    await ada.getByRole('button', { name: `Remove ${person.name}` }).click();
    await dialog.getByRole('checkbox', { name: 'Revoke this key too' }).uncheck();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await ada.getByText(`${person.name} was removed.`).waitFor();
    await ada.goto(`${address}/settings/api-keys`);
    await row('Exporter').getByText(`${person.name} (no longer a member)`).waitFor();
    expect(await row('Exporter').getByText('Revoked').count()).toBe(0);
  });

  it('list their sessions and end one; that browser returns to its page after signing in again', async () => {
    const installation = await workspace();
    const { address } = installation;
    const ada = await asOwner(installation, '/settings/you');
    const elsewhere = await open({
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Safari/604.1',
    });
    await elsewhere.goto(`${address}/changelog`);
    await signIn(elsewhere, installation.owner);
    await arriveAt(elsewhere, 'Changelog');

    await ada.reload();
    await ada.getByText('This device').waitFor();
    expect(await ada.getByRole('button', { name: /^Sign out on \w+ ·/ }).count()).toBe(1);
    await ada.getByRole('button', { name: 'Sign out on Safari · iOS' }).click();
    await ada.getByText('Signed out of 1 session.').waitFor();
    await ada.getByText('Safari · iOS').waitFor({ state: 'detached' });

    await elsewhere.getByRole('link', { name: 'Customers' }).click();
    await elsewhere.getByText('Your session has expired.').waitFor();
    await signIn(elsewhere, installation.owner);
    await arriveAt(elsewhere, 'Customers');
    expect(new URL(elsewhere.url()).pathname).toBe('/customers/people');
    // The browser that ended the other session is still signed in.
    await ada.reload();
    await arriveAt(ada, 'You');
  });
});
