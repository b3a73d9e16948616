import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { refusal, startMailServer } from '../../../support/network/mail-server.ts';
import { application, serve } from '../../processes.ts';
import { consoleFixture, makeOwner, phone, violationsOn } from '../support/console-fixture.ts';

describe.skipIf(chromiumIsMissing)('mail', () => {
  const { open, install, workspace, asOwner } = consoleFixture();

  it('says what to set while it is off, and still lists who gets none', async () => {
    const installation = await workspace();
    await installation.earshot.suppressions.create({ email: 'spam@example.com', reason: 'complaint' });
    const page = await asOwner(installation, '/settings/mail');
    await page.getByText(/^Mail is off: .* sets SMTP_URL and MAIL_FROM\.$/).waitFor();
    await page.getByText('spam@example.com').waitFor();
    await page.getByText(/^Complained · no mail at all/).waitFor();
    expect(await page.locator('main').getByRole('button').count()).toBe(0);
  });

  it('lets replies go to an address once someone there has confirmed it', async () => {
    const mail = await startMailServer();
    const installation = await install({ SMTP_URL: mail.url, MAIL_FROM: 'Acme <team@acme.example>' });
    const page = await asOwner(installation, '/settings/mail');
    const fact = page.locator('dl > div', { has: page.getByText('Answers go to', { exact: true }) });
    const form = page.getByRole('form', { name: 'Replies to news go to' });
    const field = form.getByRole('textbox', { name: 'Replies to news go to' });
    await field.fill('help@acme.example');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Waiting for help@acme.example to be confirmed.').waitFor();
    expect(await fact.locator('dd').innerText()).toBe('To the sender');
    for (const look of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: look });
      await page.locator(`html[data-mantine-color-scheme=${look}]`).waitFor();
      expect(await violationsOn(page)).toEqual([]);
    }
    const [asking] = await mail.until('help@acme.example', 1);
    const visitor = await open({ viewport: phone });
    await visitor.goto(/<a href="([^"]+\/m\/[^"]+)"/.exec(asking?.mail.html ?? '')?.[1] ?? '');
    expect(await violationsOn(visitor)).toEqual([]);
    await visitor.getByRole('button', { name: 'Yes, send them here' }).click();
    await visitor.getByText(/^Done\. Replies to news from .* come to this address\.$/).waitFor();
    await fact.getByText('help@acme.example').waitFor();
    await page.setViewportSize(phone);
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
    await form.getByRole('button', { name: 'Remove' }).click();
    await fact.getByText('To the sender').waitFor();
    expect(await field.inputValue()).toBe('');
    await mail.close();
  });

  it('is tested, shows what failed, sends again to who bounced, and waits where the address has changed', async () => {
    const mail = await startMailServer();
    const environment = { SMTP_URL: mail.url, MAIL_FROM: 'Acme <team@acme.example>' };
    const installation = await install(environment);
    const { dataDir, owner } = installation;
    const session = await makeOwner(installation);
    const page = await open({ cookies: [session] });
    await page.goto(`${installation.address}/settings/mail`);
    const fact = (term: string) =>
      page.locator('dl > div', { has: page.getByText(term, { exact: true }) }).locator('dd');
    expect(await fact('Sender').innerText()).toBe('team@acme.example');
    expect(await fact('Mail server').innerText()).toBe(`127.0.0.1:${mail.port}`);
    expect(await fact('Answers go to').innerText()).toBe('To the sender');
    await page.getByText('Every address gets mail.').waitFor();
    const test = page.getByRole('button', { name: 'Send me a test' });
    await test.click();
    await page.getByText(`A test is on its way to ${owner.email}.`).waitFor();
    const [received] = await mail.until(owner.email, 1);
    expect(received?.mail.from?.address).toBe('team@acme.example');

    mail.behave({
      onRecipient() {
        throw refusal(550, '5.1.1 <b>No such user</b>');
      },
    });
    await test.click();
    const failed = page.getByRole('region', { name: 'Not delivered' });
    await failed.getByText('550 5.1.1 <b>No such user</b>').waitFor();
    await failed.getByText(owner.email).waitFor();
    await page.reload();
    const suppressed = page.getByRole('region', { name: 'Addresses that get no mail' });
    await suppressed.getByText(/^Doesn’t exist · no mail at all/).waitFor();
    await test.click();
    await page.getByText('Your own address is among those that get no mail.').waitFor();
    const search = suppressed.getByRole('searchbox', { name: 'Find an address' });
    await search.fill('nobody@example.com');
    await suppressed.getByText('This address gets mail.').waitFor();
    await search.fill(owner.email.toUpperCase());
    await suppressed.getByText(owner.email).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.setViewportSize(phone);
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
    await suppressed.getByRole('button', { name: /^Send again/ }).click();
    await page.getByText(`${owner.email} gets mail again.`).waitFor();
    await suppressed.getByText('This address gets mail.').waitFor();

    // On another port, and so at another address: it may be a copy.
    installation.child.kill('SIGTERM');
    await installation.exited;
    mail.behave({});
    const copy = await serve(dataDir, environment);
    await page.goto(`${copy.address}/settings/mail`);
    const notice = page.getByRole('alert').filter({ hasText: 'Notices have been waiting since' });
    await notice.getByText(/^The address of this installation has changed/).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await test.click();
    expect(await mail.until(owner.email, 2)).toHaveLength(2);
    await notice.getByRole('button', { name: 'Throw them away' }).click();
    const dialog = page.getByRole('dialog', { name: 'Throw the waiting notices away?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await notice.getByRole('button', { name: 'Send them' }).click();
    await page.getByText('What waited is being sent.').waitFor();
    await notice.waitFor({ state: 'detached' });
    const actions = (await application(copy.address).auditLog.list().toArray()).map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(['workspace.mail_tested', 'suppression.lifted', 'workspace.mail_released']),
    );
    await mail.close();
  });
});
