// Actions that several tests share: waiting for a page, picking an option, inviting and joining.

import type { Locator, Page } from 'playwright-core';
import { runToEnd } from '../../processes.ts';
import { type Installation, useSetupLink } from './console-fixture.ts';

export interface Person {
  name: string;
  email: string;
  password: string;
}

export const grace: Person = {
  name: 'Grace Hopper',
  email: 'grace@example.com',
  password: 'a nanosecond of wire',
};

/** Fills a workspace with demo data. */
export async function seed({ dataDir, slug }: Installation, posts: number): Promise<void> {
  await runToEnd(['seed', '--posts', String(posts), '--seed', '3', '--workspace', slug], {
    DATA_DIR: dataDir,
  });
}

/** Picks an option of a select. */
export async function pick(field: Locator, option: string): Promise<void> {
  await field.press('ArrowDown');
  await field.page().getByRole('option', { name: option, exact: true }).click();
}

/** Keeps requests to this path waiting, as a slow network does. Returns the function that lets them go. */
export async function heldBack(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      await released;
      await route.continue();
    },
  );
  return () => release();
}

/** Waits for the page with this title. */
export const arriveAt = (page: Page, title: string): Promise<void> =>
  page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor();

/** Creates an invite and returns its link; ends on the members page. */
export async function invitationLink(page: Page, address: string, email: string, role = 'Member') {
  await page.goto(`${address}/settings/members`);
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await pick(dialog.getByRole('combobox', { name: 'Role' }), role);
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = await dialog.getByLabel('Invite link').inputValue();
  // It is shown once, so only its button closes it.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText(email).waitFor();
  return link;
}

/** Accepts an invite with a new account. */
export async function join(page: Page, link: string, { name, password }: Person): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Password').first().fill(password);
  await page.getByRole('button', { name: 'Join' }).click();
  await arriveAt(page, 'Posts');
}

/** Another workspace with the same owner; returns the owner's session there. */
export async function ownAnother({ dataDir, address }: Installation, name: string) {
  const environment = { DATA_DIR: dataDir, PUBLIC_URL: address };
  await runToEnd(['workspaces', 'create', 'second', '--name', name], environment);
  const { stdout } = await runToEnd(['setup-link', '--workspace', 'second'], environment);
  return useSetupLink(address, stdout.trim().split('/').at(-1) ?? '');
}

export async function switchTo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Workspace: .*Switch workspace$/ }).click();
  await page.getByRole('menuitem', { name }).click();
  await page.getByRole('button', { name: `Workspace: ${name}. Switch workspace` }).waitFor();
}
