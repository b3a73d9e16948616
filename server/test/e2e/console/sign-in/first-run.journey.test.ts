import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { application, newDirectory, serve } from '../../processes.ts';
import { arriveAt } from '../support/actions.ts';
import { becomeOwner, consoleFixture, owner, signIn, violationsOn } from '../support/console-fixture.ts';
import { untilQuiet } from '../support/quiet.ts';

describe.skipIf(chromiumIsMissing)('the first run', () => {
  const { open } = consoleFixture();

  it('leads from the setup link to an API key and a first post', async () => {
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
    expect(new URL(page.url()).pathname).toBe('/posts');
  });

  it('welcomes the owner, explains the keys, and requests the setup link only once', async () => {
    const serving = await serve(await newDirectory());
    const [link] = await serving.printed(/http:\/\/\S+\/setup\/\S+/);
    const page = await open();
    const asked: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/console/api/')) {
        asked.push(`${response.status()} ${response.request().method()}`);
      }
    });
    await becomeOwner(page, link);
    const welcome = page.getByRole('alert').filter({ hasText: `Welcome, ${owner.name}` });
    await welcome.getByText('The keys below were created when the server first started').waitFor();
    await welcome.getByText('Reads and changes real data.').waitFor();
    await welcome.getByText('Realistic responses; nothing is saved.').waitFor();
    expect(await welcome.getByRole('link', { name: 'API reference' }).getAttribute('href')).toBe('/docs');
    expect(await violationsOn(page)).toEqual([]);
    await untilQuiet(page);
    expect(asked.filter((one) => !one.startsWith('20'))).toEqual([]);
    await welcome.getByRole('button', { name: 'Close' }).click();
    await welcome.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('First live key').waitFor();
    expect(await welcome.count()).toBe(0);

    const later = await open();
    await later.goto(link);
    await later.getByText('This setup link was already used or has expired.').waitFor();
    await later.getByRole('link', { name: 'Sign in' }).click();
    await signIn(later);
    await arriveAt(later, 'Posts');
  });
});
