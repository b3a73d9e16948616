import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { type Received, type Receiver, startReceiver, status } from '../../../support/network/receiver.ts';
import { arriveAt, grace, invitationLink, join, pick } from '../support/actions.ts';
import { consoleFixture, desktop, phone, violationsOn } from '../support/console-fixture.ts';
import { takeSecret, verified } from '../support/webhook-secrets.ts';

async function act(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

describe.skipIf(chromiumIsMissing)('webhooks', () => {
  const { workspace, asOwner, open } = consoleFixture();
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());

  const receivedAt = (path: string) => receiver.received(path);

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
    // Each hour can be read with the keyboard.
    const hours = page.getByRole('slider', { name: /by hour/ });
    await hours.press('Home');
    expect(await hours.getAttribute('aria-valuetext')).toMatch(
      /Delivered: 0, Pending: 0, Failing, will retry: 0/,
    );
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

    const page = await asOwner(installation, '/posts');
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
