import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { consoleFixture, makeOwner } from '../support/console-fixture.ts';
import { eventually, idOf, listShows, noticeOf } from '../support/feedback-page.ts';
import { focusIsOn, isHighlighted, press } from '../support/keys.ts';

describe.skipIf(chromiumIsMissing)('using only the keyboard', () => {
  const fixture = consoleFixture({ withTransitions: true });

  it('signs in, moves through the list, changes a status, opens a post, comments and goes back', async () => {
    const installation = await fixture.workspace();
    const { earshot, address, owner } = installation;
    for (const title of ['Third', 'Second', 'First']) await earshot.posts.create({ title });
    await makeOwner(installation);
    const page = await fixture.open();
    await page.goto(`${address}/posts`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('email');
    await page.keyboard.type(owner.email);
    await press(page, 'Tab');
    await page.keyboard.type(owner.password);
    await press(page, 'Tab', 'Enter');
    await eventually(() => page.getByLabel('Password').first().getAttribute('type')).toBe('text');
    await press(page, 'Shift+Tab', 'Enter');
    await listShows(page, ['First', 'Second', 'Third']);

    await press(page, 'j');
    await focusIsOn(page, 'First');
    await press(page, 'j');
    await focusIsOn(page, 'Second');
    await press(page, 'k');
    await focusIsOn(page, 'First');
    await press(page, 'j', 's');
    await page.getByRole('dialog', { name: 'Change status' }).waitFor();
    await isHighlighted(page, 'Under review');
    await press(page, 'Escape');
    await focusIsOn(page, 'Second');
    await press(page, 's', '3');
    await noticeOf(page, 'Moved to Planned.').waitFor();
    await focusIsOn(page, 'Second');
    const planned = await idOf(earshot.statuses.list(), 'Planned');
    const [moved] = await earshot.posts.list({ filters: { statusId: planned } }).toArray();
    expect(moved?.title).toBe('Second');

    await press(page, 'z');
    await noticeOf(page, 'Moved back.').waitFor();
    // Otherwise the same text would be on the page twice.
    await noticeOf(page, 'Moved to Planned.').waitFor({ state: 'detached' });
    // Enter takes the best match of what was typed, and nothing if there is none.
    await press(page, 's', ...'plano', 'Enter', 'Backspace', 'Enter');
    await noticeOf(page, 'Moved to Planned.').waitFor();

    await press(page, 'Enter');
    await page.getByRole('heading', { name: 'Second' }).waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    await press(page, 'Tab');
    await focusIsOn(page, 'Back to posts');
    await press(page, 'r');
    await focusIsOn(page, 'Write a comment');
    await page.keyboard.type('Written with keys alone: j, k, s, e.');
    await press(page, 'Control+Enter');
    await page.getByText('1 comment').waitFor();
    const [comment] = await earshot.posts.comments(moved?.id ?? '');
    expect(comment).toMatchObject({
      content: 'Written with keys alone: j, k, s, e.',
      author: { email: owner.email },
    });
    // The keys are those of the page again.
    await press(page, 's');
    // A dialog is visible before it has the focus.
    await page.getByRole('dialog', { name: 'Change status' }).locator(':focus').waitFor();
    await press(page, 'ArrowDown', 'Enter');
    await noticeOf(page, /^Moved to (?!Planned)/).waitFor();
    await press(page, 'u');
    await focusIsOn(page, 'Second');
    await press(page, 'j', 'e');
    await page.getByRole('heading', { name: 'Edit post' }).waitFor();
    await eventually(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe(
      'Third',
    );
  });
});
