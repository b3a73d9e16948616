// What tests do with the keyboard, and see of it: the focus, and what is highlighted.

import type { Page } from 'playwright-core';
import { eventually } from './feedback-page.ts';

/** The accessible name of the focused element. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });

export const focusIsOn = (page: Page, name: string) => eventually(() => focused(page)).toBe(name);

/** Which choice Enter takes. */
export const isHighlighted = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('option', { name, selected: true }).waitFor();

export const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
