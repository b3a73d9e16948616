import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { application, newDirectory, serve } from '../../processes.ts';
import { arriveAt } from '../support/actions.ts';
import { becomeOwner, consoleFixture, owner, signIn, violationsOn } from '../support/console-fixture.ts';
import { eventually } from '../support/feedback-page.ts';
import { untilQuiet } from '../support/quiet.ts';

describe.skipIf(chromiumIsMissing)('the first run', () => {
  const { open } = consoleFixture();

  it('leads from the setup link through sample data and a first key to the inbox', async () => {
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
    const card = (title: string) => page.getByRole('listitem').filter({ hasText: title });
    const isDone = (title: string) => card(title).getByLabel('Done').isVisible();
    const [sample, connect] = ['Try it with sample data', 'Connect your app'];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      expect(await violationsOn(page)).toEqual([]);
    }
    await untilQuiet(page);
    expect(asked.filter((one) => !one.startsWith('20'))).toEqual([]);

    await card(connect).getByRole('button', { name: 'Create API key' }).click();
    const command = await card(connect).locator('code').textContent();
    const earshot = application(serving.address, /sk_live_es_\w+/.exec(command ?? '')?.[0] ?? '');
    expect(await isDone(connect)).toBe(false);
    await page.getByText('Waiting for the first request…').waitFor();
    const own = await earshot.posts.create({ title: 'Made by the first key' });
    await eventually(() => isDone(connect)).toBe(true);

    await card(sample).getByRole('button', { name: 'Add sample data' }).click();
    await eventually(() => isDone(sample)).toBe(true);
    const titles = async () => (await earshot.posts.list().toArray()).map(({ title }) => title);
    expect(await titles()).toHaveLength(13);
    expect(await titles()).toContain('Dark mode');
    await card(sample).getByRole('button', { name: 'Remove sample data' }).click();
    await card(sample).getByRole('button', { name: 'Add sample data' }).waitFor();
    await eventually(titles).toEqual([own.title]);

    await page.getByRole('button', { name: 'Hide this page' }).click();
    await arriveAt(page, 'Inbox');
    await page.goto(`${serving.address}/`);
    await arriveAt(page, 'Inbox');
    expect(await page.getByRole('link', { name: 'Get started' }).count()).toBe(0);
  });

  it('names statuses and types in the language of the set-up, which happens only once', async () => {
    const serving = await serve(await newDirectory());
    const [link] = await serving.printed(/http:\/\/\S+\/setup\/\S+/);
    const page = await open({ locale: 'de-DE' });
    await page.goto(link);
    await page.getByLabel('Ihr Name').fill(owner.name);
    await page.getByLabel('E-Mail').fill(owner.email);
    await page.getByLabel('Passwort').first().fill(owner.password);
    await page.getByRole('button', { name: 'Konto erstellen' }).click();
    await arriveAt(page, 'Erste Schritte');
    await page.goto(`${serving.address}/settings/statuses`);
    await page.getByText('Geplant', { exact: true }).first().waitFor();
    await page.goto(`${serving.address}/settings/types`);
    await page.getByText('Funktionswunsch').waitFor();

    const later = await open();
    await later.goto(link);
    await later.getByText('This setup link was already used or has expired.').waitFor();
    await later.getByRole('link', { name: 'Sign in' }).click();
    await signIn(later);
    await arriveAt(later, 'Get started');
  });
});
