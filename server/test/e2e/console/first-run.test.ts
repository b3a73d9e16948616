import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../support/browser.ts';
import { application, newDirectory, serve } from '../processes.ts';
import { becomeOwner, visits } from './visiting.ts';

describe.skipIf(chromiumIsMissing)('a newcomer', () => {
  const { open } = visits();

  it('gets from the printed link to a key, and sees the post that it makes', async () => {
    const serving = await serve(await newDirectory());
    const [link] = await serving.printed(/http:\/\/\S+\/setup\/\S+/);
    const page = await open();
    await becomeOwner(page, link);
    await page.getByRole('button', { name: 'Create API key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('Backend');
    await dialog.getByRole('button', { name: 'Create API key' }).click();
    await page
      .getByText(/sk_(live|test)_es_/)
      .first()
      .waitFor();
    const shown = (await dialog.textContent()) ?? '';
    const inputs = await dialog
      .locator('input')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    const apiKey = /sk_live_es_\w+/.exec([shown, ...inputs].join(' '))?.[0] ?? '';
    await application(serving.address, apiKey).posts.create({ title: 'Made by the first key' });
    await page.goto(`${serving.address}/`);
    await page.getByText('Made by the first key').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/feedback');
  });
});
