// A post beside the list: the list and the focus stay, and the panel follows the active row.

import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { consoleFixture, violationsOn } from '../support/console-fixture.ts';
import { eventually, listShows, noticeOf, rowOf } from '../support/feedback-page.ts';
import { focusIsOn, press } from '../support/keys.ts';

describe.skipIf(chromiumIsMissing)('a post beside the list', () => {
  const { workspace, asOwner } = consoleFixture();

  it('follows the active row, takes its keys, and leaves the focus where it was', async () => {
    const { earshot, ...installation } = await workspace();
    for (const title of ['Third', 'Second', 'First']) await earshot.posts.create({ title });
    const page = await asOwner({ earshot, ...installation }, '/posts');
    await listShows(page, ['First', 'Second', 'Third']);
    const panel = page.getByRole('complementary', { name: 'Post beside the list' });
    const shows = (title: string) => panel.getByRole('heading', { name: title }).waitFor();

    await press(page, 'j', ' ');
    await shows('First');
    await focusIsOn(page, 'First');
    // The next post is read already.
    await page.route('**/v1/posts/post_*', (route) => route.abort());
    await press(page, 'j');
    await shows('Second');
    await focusIsOn(page, 'Second');
    await page.unroute('**/v1/posts/post_*');
    expect(await violationsOn(page)).toEqual([]);

    await press(page, 's');
    await page.getByRole('dialog', { name: 'Change status' }).locator(':focus').waitFor();
    await press(page, '3');
    await noticeOf(page, 'Moved to Planned.').waitFor();
    await eventually(
      async () =>
        (await rowOf(page, 'Second')
          .getByRole('button', { name: /Change status/ })
          .textContent()) ?? '',
    ).toBe('Planned');

    await press(page, 'n');
    await page.keyboard.type('Of a large customer');
    await press(page, 'Escape');
    await focusIsOn(page, 'Second');
    await shows('Second');
    await press(page, 'Escape');
    await panel.waitFor({ state: 'detached' });
    await focusIsOn(page, 'Second');

    await rowOf(page, 'Third').hover();
    await page.getByRole('button', { name: 'Peek at “Third”' }).click();
    await shows('Third');
    await panel.getByRole('button', { name: 'Close' }).click();
    await focusIsOn(page, 'Third');
    expect(new URL(page.url()).pathname).toBe('/posts');
  });
});
