import { spawnSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { application, statusOf } from '../../processes.ts';
import { heldBack, pick } from '../support/actions.ts';
import { consoleFixture, violationsOn } from '../support/console-fixture.ts';

const shell = (line: string) => spawnSync('sh', ['-c', line], { encoding: 'utf8' });

/** Runs the shown command, or an equivalent request where curl is missing. */
async function run(command: string): Promise<{ test?: boolean; data: { title: string } }> {
  if (shell('command -v curl').status === 0) {
    const { status, stdout, stderr } = shell(command);
    expect(status, stderr).toBe(0);
    return JSON.parse(stdout);
  }
  const words = shell(command.replace(/^curl/, "printf '%s\\n'")).stdout.trimEnd().split('\n');
  const [address = '', , key = '', , type = '', , body = ''] = words;
  const headers = Object.fromEntries([key, type].map((header) => header.split(': ')));
  return (await fetch(address, { method: 'POST', headers, body })).json() as Promise<{
    data: { title: string };
  }>;
}

const rowOf = (page: Page, secret: string) =>
  page.getByRole('listitem').filter({ hasText: `_…${secret.slice(-4)}` });

/** Reads the secret and closes its dialog. */
async function takeSecret(page: Page): Promise<string> {
  const secret = await page.getByLabel('Secret key').inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await rowOf(page, secret).waitFor();
  return secret;
}

/** By keyboard only. */
async function createKey(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create API key' }).press('Enter');
  await page.getByRole('dialog').locator('input:focus').waitFor();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  return takeSecret(page);
}

async function act(page: Page, secret: string, action: string): Promise<void> {
  await rowOf(page, secret)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

describe.skipIf(chromiumIsMissing)('API keys', () => {
  const { workspace, asOwner } = consoleFixture();

  it('creates a test key with an expiry date, copies its secret, and never shows the secret again', async () => {
    const page = await asOwner(await workspace(), '/settings/api-keys');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Create API key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Continuous integration');
    await dialog.getByText('Test', { exact: true }).click();
    await pick(dialog.getByRole('combobox', { name: 'Expires' }), 'In 30 days');
    await dialog.getByRole('button', { name: 'Create API key' }).click();

    const secret = await page.getByLabel('Secret key').inputValue();
    expect(secret).toMatch(/^sk_test_es_\w{38}$/);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);

    const command = await dialog.locator('pre').innerText();
    expect(command).toContain(secret);
    expect(await run(command)).toMatchObject({ test: true, data: { title: 'Hello from Earshot' } });

    // A stray key or click must not close the dialog: the secret is shown only once.
    await page.keyboard.press('Escape');
    await page.mouse.click(4, 4);
    expect(await page.getByLabel('Secret key').inputValue()).toBe(secret);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByLabel('Secret key').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);

    await page.reload();
    const row = rowOf(page, secret);
    await row.waitFor();
    expect(await row.getByRole('definition').allInnerTexts()).toEqual([
      expect.stringContaining('Ada Lovelace'),
      expect.any(String),
      expect.not.stringContaining('Never'),
    ]);
    expect(await row.getByText('Test', { exact: true }).count()).toBe(1);
    expect(await page.content()).not.toContain(secret);
  });

  it('shows the secret of a slow request, which nothing can close before', async () => {
    const page = await asOwner(await workspace(), '/settings/api-keys');
    const release = await heldBack(page, '/console/api/keys');
    await page.getByRole('button', { name: 'Create API key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create API key' });
    await dialog.getByRole('button', { name: 'Create API key' }).click();
    for (const name of ['Cancel', 'Close'])
      await expect.poll(() => dialog.getByRole('button', { name }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    release();
    expect(await page.getByLabel('Secret key').inputValue()).toMatch(/^sk_live_/);
  });

  it('keeps a rolled key working until it expires, and rejects a revoked key', async () => {
    const { address, ...installation } = await workspace();
    const page = await asOwner({ address, ...installation }, '/settings/api-keys');
    const asked = (secret: string) => statusOf(application(address, secret).me());
    const first = await createKey(page, 'Shop');

    await act(page, first, 'Rotate');
    await pick(page.getByRole('combobox', { name: 'Old key expires' }), 'In 1 hour');
    const rolledAt = Date.now();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const second = await takeSecret(page);
    expect([await asked(first), await asked(second)]).toEqual([200, 200]);
    const [, , ends = ''] = await rowOf(page, first).getByRole('definition').allInnerTexts();
    const hoursLeft = (Date.parse(ends.replace(/\s/g, ' ')) - rolledAt) / 3_600_000;
    expect(hoursLeft).toBeGreaterThan(0.9);
    expect(hoursLeft).toBeLessThan(1.1);
    expect((await rowOf(page, second).getByRole('definition').allInnerTexts()).at(2)).toBe('Never');

    await act(page, second, 'Rotate');
    await pick(page.getByRole('combobox', { name: 'Old key expires' }), 'Immediately');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const third = await takeSecret(page);
    expect([await asked(first), await asked(second), await asked(third)]).toEqual([200, 401, 200]);
    await rowOf(page, second).getByText('Revoked').waitFor();

    await rowOf(page, third)
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Revoke' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await asked(third)).toBe(200);
    await act(page, third, 'Revoke');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('“Shop” was revoked.').waitFor();
    expect(await asked(third)).toBe(401);
    await rowOf(page, third).getByText('Revoked').waitFor();
    await rowOf(page, third)
      .getByRole('button', { name: /^Actions for/ })
      .click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Requests']);
  });
});
