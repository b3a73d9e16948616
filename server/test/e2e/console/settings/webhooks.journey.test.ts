import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { type Received, type Receiver, startReceiver } from '../../../support/network/receiver.ts';
import { arriveAt } from '../support/actions.ts';
import { consoleFixture, violationsOn } from '../support/console-fixture.ts';
import { takeSecret, verified } from '../support/webhook-secrets.ts';

describe.skipIf(chromiumIsMissing)('webhooks', () => {
  const { workspace, asOwner } = consoleFixture();
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
    await dialog.getByText(/^Enter a full http or https URL, without a user name or password/).waitFor();
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
});
