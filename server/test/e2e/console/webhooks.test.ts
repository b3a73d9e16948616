import type { Page } from 'playwright-core';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../support/browser.ts';
import { type Received, type Receiver, startReceiver, status } from '../../support/receiver.ts';
import { arriveAt, grace, invitationLink, join, pick } from './actions.ts';
import { consoleFixture, desktop, phone, violationsOn } from './console-fixture.ts';

/** Reads the secret and closes its dialog. */
async function takeSecret(page: Page): Promise<string> {
  const secret = await page.getByRole('textbox', { name: 'Signing secret', exact: true }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return secret;
}

async function act(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Throws unless the signature is right. */
const verified = (secret: string, { headers, body }: Received) =>
  new Verifier(secret).verify(body, headers as Record<string, string>) as { type: string };

describe.skipIf(chromiumIsMissing)('webhooks', () => {
  const { workspace, asOwner, open } = consoleFixture();
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());

  const receivedAt = (path: string) => receiver.received(path);

  it('are created with a secret shown once, and their deliveries are logged and sent again', async () => {
    const installation = await workspace();
    const { earshot } = installation;
    const page = await asOwner(installation, '/settings/webhooks');
    await page.getByText('No webhooks yet').waitFor();

    // The errors are next to their fields, and nothing that was typed is lost.
    await page.getByRole('button', { name: 'Add webhook' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.locator('input:focus').waitFor();
    await page.keyboard.type('https://user:secret@example.com/');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Warehouse');
    await dialog.getByRole('switch', { name: 'All events' }).uncheck();
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await dialog.getByText('Choose at least one event.').waitFor();
    await dialog.getByRole('checkbox', { name: 'Posts', exact: true }).check();
    expect(await dialog.getByRole('checkbox', { name: 'Post created' }).isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Add header' }).click();
    await dialog.getByRole('textbox', { name: 'Header name' }).and(page.locator(':focus')).fill('X-Team');
    await dialog.getByRole('textbox', { name: 'Header value' }).fill('blue');
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await dialog.getByText(/must not contain a user name or password/).waitFor();
    const address = dialog.getByRole('textbox', { name: 'URL' });
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    expect(await violationsOn(page)).toEqual([]);
    await address.fill(receiver.url('/hook'));
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    const secret = await takeSecret(page);
    expect(secret).toMatch(/^whsec_/);
    expect(await page.content()).not.toContain(secret);

    const post = await earshot.posts.create({ title: 'Dark mode' });
    await receiver.until('/hook', 1);
    const [first] = receivedAt('/hook') as [Received];
    expect(verified(secret, first)).toMatchObject({
      type: 'post.created',
      data: { object: { id: post.id } },
    });
    expect(first.headers['x-team']).toBe('blue');

    // The log: what was sent, what was answered, and again.
    await page.getByRole('link', { name: 'Warehouse' }).click();
    await arriveAt(page, 'Warehouse');
    await page.getByRole('row', { name: /Delivered\s+Post created.*200/ }).waitFor();
    await page.getByRole('button', { name: 'Post created' }).click();
    await dialog.getByText(post.id).first().waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Queued to send again.').waitFor();
    await receiver.until('/hook', 2);
    expect(receivedAt('/hook')[1]?.headers['webhook-id']).toBe(first.headers['webhook-id']);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Send test event' }).click();
    await receiver.until('/hook', 3);
    await page.getByRole('row', { name: /Delivered\s+Test event sent/ }).waitFor();
  });

  it('show failures, and are replayed, edited, rotated, disabled and deleted', async () => {
    const installation = await workspace();
    const { earshot } = installation;
    const { id, secret = '' } = await earshot.webhooks.create({
      url: receiver.url('/shop'),
      description: 'Warehouse',
      types: ['post.*'],
      headers: { 'x-team': 'blue' },
    });
    await earshot.posts.create({ title: 'Dark mode' });
    await receiver.until('/shop', 1);
    const page = await asOwner(installation, `/settings/webhooks/${id}`);
    const dialog = page.getByRole('dialog');

    // A failure is shown with its answer, and counted.
    receiver.answer('/shop', status(500, {}, 'Out of order'));
    await earshot.posts.create({ title: 'Light mode' });
    await pick(page.getByRole('combobox', { name: 'State' }), 'Pending');
    const failed = page.getByRole('row', { name: /Failing, will retry.*Post created.*500/ });
    await failed.waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await failed.getByRole('button').click();
    await dialog.getByText('Out of order').first().waitFor();
    await page.keyboard.press('Escape');
    await page
      .getByRole('img', { name: /by hour: Delivered: 1, Pending: 0, Failing, will retry: 1, and Failed: 0/ })
      .waitFor();
    await page.getByText('Failing since').waitFor();

    receiver.answer('/shop', status(200));
    const before = receivedAt('/shop').length;
    await act(page, 'Replay events');
    await dialog.getByRole('button', { name: 'Replay events' }).click();
    await page.getByText(/^Events since .* will be sent again\.$/).waitFor();
    await receiver.until('/shop', before + 2);

    // Values of headers are hidden, and stay.
    await act(page, 'Edit');
    expect(await dialog.getByRole('textbox', { name: 'Header value' }).inputValue()).toBe('');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Depot');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await arriveAt(page, 'Depot');

    await act(page, 'Rotate secret');
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    const next = await takeSecret(page);
    expect(next).not.toBe(secret);
    await page.getByText(/^Requests are also signed with the previous secret until/).waitFor();
    const rotatedAt = receivedAt('/shop').length;
    await page.getByRole('button', { name: 'Send test event' }).click();
    await receiver.until('/shop', rotatedAt + 1);
    const latest = receivedAt('/shop').at(-1) as Received;
    expect(latest.headers['x-team']).toBe('blue');
    for (const one of [secret, next]) expect(verified(one, latest).type).toBe('webhook.test');

    await act(page, 'Disable');
    await page.getByText('Webhook disabled.').waitFor();
    await expect.poll(async () => (await earshot.webhooks.list().toArray())[0]?.enabled).toBe(false);
    await act(page, 'Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await arriveAt(page, 'Webhooks');
    await page.getByText('No webhooks yet').waitFor();
    expect(await earshot.webhooks.list().toArray()).toEqual([]);
  });

  it('that were disabled are announced to admins; members can only look', async () => {
    const installation = await workspace();
    const { earshot, address } = installation;
    receiver.answer('/gone', status(410));
    const { id, secret } = await earshot.webhooks.create({ url: receiver.url('/gone') });
    await earshot.webhooks.test(id);
    await expect.poll(async () => (await earshot.webhooks.get(id)).disabledReason).toBe('gone');

    const page = await asOwner(installation, '/feedback');
    await page.getByRole('link', { name: /^Settings\s*A webhook was disabled/ }).click();
    await page.getByRole('link', { name: /^Webhooks\s*A webhook was disabled/ }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'A webhook was disabled automatically' });
    await notice.getByText(/The endpoint returned 410 Gone\./).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.setViewportSize(phone);
    expect(await page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0);
    await page.setViewportSize(desktop);
    // It continues where it stopped, and must not be refused again.
    receiver.answer('/gone', status(200));
    await notice.getByRole('button', { name: 'Enable' }).click();
    await notice.waitFor({ state: 'detached' });
    expect((await earshot.webhooks.get(id)).enabled).toBe(true);
    await page.getByRole('link', { name: 'Settings', exact: true }).waitFor();

    const member = await open();
    const person = { ...grace, email: 'grace.of.webhooks@example.com' };
    await join(member, await invitationLink(page, address, person.email), person);
    await member.goto(`${address}/settings/webhooks`);
    await member.getByRole('link', { name: receiver.url('/…') }).click();
    expect(await member.content()).not.toContain('/gone');
    await member.getByText('Only admins and owners can edit.').waitFor();
    await member
      .getByRole('row', { name: /Failed\s+Test event sent.*410/ })
      .getByRole('button')
      .click();
    await member.getByRole('dialog').getByText('webhook.test').first().waitFor();
    expect(await member.getByRole('button', { name: /Send|Actions|Add|Enable/ }).count()).toBe(0);
    expect(await member.content()).not.toContain(secret);
  });
});
