import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../support/browser.ts';
import { consoleFixture, ownContext } from './support/console-fixture.ts';

describe.skipIf(chromiumIsMissing)('the language', () => {
  const fixture = consoleFixture();

  it('changes immediately, and on every other device', async () => {
    const installation = await fixture.workspace();
    const page = await fixture.asOwner(installation, '/posts', ownContext);
    await page.getByRole('button', { name: /^Account:/ }).click();
    const saved = page.waitForResponse((response) => response.url().endsWith('/account'));
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Noch kein Feedback' }).waitFor();
    expect((await saved).status()).toBe(200);
    const elsewhere = await fixture.open({ locale: 'en-US', cookies: await page.context().cookies() });
    await elsewhere.goto(`${installation.address}/posts`);
    await elsewhere.getByRole('heading', { name: 'Noch kein Feedback' }).waitFor();
    expect(await elsewhere.locator('html').getAttribute('lang')).toBe('de');
  });

  it('applies to errors in dialogs and under fields, and to logs', async () => {
    const { earshot, ...installation } = await fixture.workspace();
    await earshot.tags.create({ name: 'mobil' });
    const page = await fixture.asOwner({ earshot, ...installation }, '/settings/tags', { locale: 'de-DE' });
    await page.getByRole('button', { name: 'Neuer Tag' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Mobil');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.getByText('Es gibt bereits einen Tag mit diesem Namen.').waitFor();
    await dialog.getByRole('textbox', { name: 'Farbe' }).fill('rot');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.getByText('Geben Sie eine Farbe wie #3b82f6 ein.').waitFor();
    await dialog.getByRole('button', { name: 'Abbrechen' }).click();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Aktivität' }).click();
    await page.getByRole('row', { name: /Tag erstellt/ }).waitFor();
    await page.getByRole('link', { name: 'Anfragen' }).click();
    await page.getByRole('row', { name: /409.*Konflikt/ }).waitFor();
    await page.getByRole('row', { name: /400.*Ungültige Anfrage/ }).waitFor();
  });
});
