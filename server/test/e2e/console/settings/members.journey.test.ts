import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { arriveAt, grace, invitationLink, join, pick } from '../support/actions.ts';
import { consoleFixture, signIn } from '../support/console-fixture.ts';
import { eventually } from '../support/feedback-page.ts';

/** Waits until a settings page has exactly these buttons, besides its navigation. */
async function hasButtons(page: Page, title: string, expected: unknown): Promise<void> {
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: title }).click();
  await arriveAt(page, title);
  await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
  const buttons = page.locator('main').getByRole('button');
  await eventually(() =>
    buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? '')),
  ).toEqual(expected);
}

describe.skipIf(chromiumIsMissing)('members', () => {
  const { open, workspace, asOwner } = consoleFixture();

  it('join by link, see only the actions of their role, and lose access when removed', async () => {
    const installation = await workspace();
    const person = { ...grace, email: 'grace.joins@example.com' };
    const { address } = installation;
    const ada = await asOwner(installation);
    const link = await invitationLink(ada, address, person.email);
    const page = await open();
    await join(page, link, person);

    await page.getByRole('link', { name: 'Settings' }).click();
    await hasButtons(page, 'Workspace', []);
    await page.getByRole('note').waitFor();
    await hasButtons(page, 'API keys', ['Actions for First live key', 'Actions for First test key']);
    await page.getByRole('button', { name: 'Actions for First live key' }).click();
    await eventually(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Requests']);
    for (const title of ['Webhooks', 'Members', 'Statuses', 'Types', 'Tags'])
      await hasButtons(page, title, []);
    // Everyone can edit their own account.
    await hasButtons(page, 'You', expect.arrayContaining(['Change password']));
    expect(await page.getByRole('note').count()).toBe(0);

    const role = ada.getByRole('combobox', { name: `Role of ${person.name}` });
    await ada.reload();
    await pick(role, 'Admin');
    await ada.getByText(`${person.name}’s role was changed.`).waitFor();
    await page.reload();
    await hasButtons(page, 'Statuses', expect.arrayContaining(['New status']));
    // An admin has no actions on an owner either.
    await hasButtons(page, 'Members', ['Invite']);

    await hasButtons(page, 'API keys', expect.arrayContaining(['Create API key']));
    await pick(role, 'Member');
    await expect.poll(() => role.inputValue()).toBe('Member');
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click();
    await page.getByRole('dialog').getByText('You don’t have permission to do this.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create API key' }).waitFor({ state: 'detached' });

    await ada.getByRole('button', { name: `Remove ${person.name}` }).click();
    await ada.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await ada.getByText(`${person.name} was removed.`).waitFor();
    await page.getByRole('link', { name: 'Customers' }).click();
    await page.getByText('Your session has expired.').waitFor();
    await signIn(page, person);
    await page.getByText('Incorrect email or password.').waitFor();
    // The link was used.
    await page.goto(link);
    await page.getByText('This link no longer works').waitFor();
  });
});
