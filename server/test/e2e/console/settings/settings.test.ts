import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { arriveAt, pick } from '../support/actions.ts';
import { consoleFixture, owner, violationsOn } from '../support/console-fixture.ts';

/** The names of the rows, in order. */
const namesOn = (page: Page) =>
  page
    .locator('main ol > li')
    .evaluateAll((rows) =>
      rows.map((row) => row.querySelector('p, span[class*="abeled"]')?.textContent ?? ''),
    );

const rowOf = (page: Page, name: string) => page.locator('main ol > li').filter({ hasText: name });

/** Waits until the rows are in this order. */
const orderIs = async (page: Page, names: readonly string[]) =>
  expect.poll(() => namesOn(page)).toEqual(names);

describe.skipIf(chromiumIsMissing)('the settings', () => {
  const { workspace, asOwner } = consoleFixture();

  it('reorder statuses by mouse and by keyboard', async () => {
    const { earshot, ...installation } = await workspace();
    const page = await asOwner({ earshot, ...installation }, '/settings/statuses');
    const stored = async () => (await earshot.statuses.list().toArray()).map(({ name }) => name);
    const [open, review, planned, ...rest] = await stored();
    const names = [open, review, planned, ...rest].map(String);
    await orderIs(page, names);

    await rowOf(page, 'Planned')
      .locator('[draggable]')
      .dragTo(rowOf(page, String(open)));
    const dragged = [planned, open, review, ...rest].map(String);
    await orderIs(page, dragged);
    await expect.poll(stored).toEqual(dragged);

    await page.getByRole('button', { name: 'Move Planned down' }).focus();
    await page.keyboard.press('Enter');
    const stepped = [open, planned, review, ...rest].map(String);
    await orderIs(page, stepped);
    await expect.poll(stored).toEqual(stepped);
    // The same button keeps the focus.
    await page.keyboard.press('Enter');
    await expect.poll(stored).toEqual(names);
    await page.reload();
    await orderIs(page, names);
  });

  it('keep the order that was asked for when an older list arrives late', async () => {
    const { earshot, ...installation } = await workspace();
    const page = await asOwner({ earshot, ...installation }, '/settings/statuses');
    const stored = async () => (await earshot.statuses.list().toArray()).map(({ name }) => name);
    const [moved = '', ...others] = await stored();
    const orderAfter = (steps: number) => [...others.slice(0, steps), moved, ...others.slice(steps)];
    await orderIs(page, orderAfter(0));

    const late: (() => Promise<void>)[] = [];
    const isList = (url: URL) => url.pathname.endsWith('/v1/statuses');
    await page.route(isList, async (route) => {
      const response = await route.fetch();
      late.push(() => route.fulfill({ response }).catch(() => undefined));
    });
    await page.getByRole('button', { name: `Move ${moved} down` }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => late.length).toBe(1);
    await page.unroute(isList);

    let change: () => void = () => undefined;
    const changes = new Promise<void>((resolve) => {
      change = resolve;
    });
    await page.route('**/v1/statuses/order', (route) => changes.then(() => route.continue()));
    await page.keyboard.press('Enter');
    await orderIs(page, orderAfter(2));
    await late[0]?.();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.keyboard.press('Enter');
    await orderIs(page, orderAfter(3));
    change();
    await expect.poll(stored).toEqual(orderAfter(3));
    await orderIs(page, orderAfter(3));
  });

  it('change a status’s color and its allowed next statuses, which posts obey', async () => {
    const { earshot, ...installation } = await workspace();
    const page = await asOwner({ earshot, ...installation }, '/settings/statuses');
    await page.getByRole('button', { name: 'Edit Planned' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Color' }).fill('#0ea5e9');
    await page.keyboard.press('Tab');
    await dialog.getByRole('switch', { name: 'Posts can move from here to any status' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'In progress' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await rowOf(page, 'Planned').getByText('can move to In progress').waitFor();
    expect(await rowOf(page, 'Planned').locator('circle').getAttribute('fill')).toBe('#0ea5e9');

    const statuses = await earshot.statuses.list().toArray();
    const idOf = (name: string) => statuses.find((status) => status.name === name)?.id ?? '';
    const post = await earshot.posts.create({ title: 'Keeps to the way', statusId: idOf('Planned') });
    await expect(earshot.posts.update(post.id, { statusId: idOf('Complete') })).rejects.toMatchObject({
      status: 409,
    });
    await earshot.posts.update(post.id, { statusId: idOf('In progress') });
  });

  it('delete a used status and post type after choosing a replacement', async () => {
    const { earshot, ...installation } = await workspace();
    const statuses = await earshot.statuses.list().toArray();
    const types = await earshot.postTypes.list().toArray();
    const idOf = (name: string) => [...statuses, ...types].find((one) => one.name === name)?.id ?? '';
    const post = await earshot.posts.create({
      title: 'Moves along',
      statusId: idOf('Planned'),
      postTypeId: idOf('Bug report'),
    });
    const page = await asOwner({ earshot, ...installation }, '/settings/statuses');
    const isKept = async (name: string, reason: RegExp) => {
      const button = page.getByRole('button', { name: `Delete ${name}` });
      expect(await button.getAttribute('aria-disabled')).toBe('true');
      await button.hover();
      await page.getByRole('tooltip', { name: reason }).waitFor();
      await button.press('Enter');
      await button.click({ force: true });
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(await violationsOn(page)).toEqual([]);
    };
    const remove = async (gone: string, stays: string) => {
      await page.getByRole('button', { name: `Delete ${gone}` }).click();
      const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
      expect(await confirm.isDisabled()).toBe(true);
      await pick(page.getByRole('combobox', { name: 'Move posts to' }), stays);
      await confirm.click();
      await rowOf(page, gone).waitFor({ state: 'detached' });
      await rowOf(page, stays).getByText('1 post').waitFor();
    };
    await isKept('Open', /another status the default/);
    await remove('Planned', 'In progress');
    await page.getByRole('link', { name: 'Types' }).click();
    await isKept('Feature request', /another post type the default/);
    await remove('Bug report', 'Improvement');
    const after = await earshot.posts.get(post.id);
    expect([after.statusId, after.postTypeId]).toEqual([idOf('In progress'), idOf('Improvement')]);
  });

  it('rename the workspace, log who did it, and find a request by its X-Request-Id', async () => {
    const { earshot, ...installation } = await workspace();
    const page = await asOwner({ earshot, ...installation }, '/settings/workspace');
    const post = await earshot.posts.create({ title: 'Made by a key' }, { requestId: 'order-4711' });
    await earshot.posts.update(post.id, { title: '' }, { requestId: 'order-4712' }).catch(() => undefined);
    await page.getByLabel('Workspace name').fill('  Analytical Engines ');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('navigation').getByText('Analytical Engines').waitFor();
    await page.reload();
    await page.getByRole('navigation').getByText('Analytical Engines').waitFor();

    await page.getByRole('link', { name: 'Activity' }).click();
    const renamed = page.getByRole('row', { name: new RegExp(`${owner.name}.*Workspace renamed`) });
    await renamed.getByRole('link').click();
    await arriveAt(page, 'Requests');
    const changed = page.getByRole('row', { name: /PATCH \/console\/api\/workspace/ });
    await changed.waitFor();
    expect(await changed.innerText()).toMatch(new RegExp(`200[\\s\\S]*${owner.name}\\s+Console`));
    await page.goBack();
    await arriveAt(page, 'Activity');
    const made = page.getByRole('row', { name: /live key.*Post created/ });
    expect(await made.getByRole('link', { name: post.id }).getAttribute('href')).toBe(`/posts/${post.id}`);

    await made.getByRole('link', { name: 'order-4711' }).click();
    await arriveAt(page, 'Requests');
    const asked = page.getByRole('row', { name: /order-4711/ });
    await asked.waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    expect(await asked.innerText()).toMatch(/201[\s\S]*POST \/v1\/posts[\s\S]*live key/);

    await page.getByLabel('Find by X-Request-Id').fill(' order-4712 ');
    const refused = page.getByRole('row', { name: /order-4712/ });
    await refused.waitFor();
    expect(await refused.innerText()).toMatch(/400\s+Invalid request/);
    await page.getByLabel('Find by X-Request-Id').fill('order-4713');
    await page.getByText('No requests found').waitFor();
  });
});
