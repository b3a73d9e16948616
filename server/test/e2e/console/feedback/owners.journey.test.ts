// Who looks after a post: chosen on its page, taken back, shown in the list, and found there.

import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { consoleFixture } from '../support/console-fixture.ts';
import { eventually, noticeOf } from '../support/feedback-page.ts';
import { press } from '../support/keys.ts';

describe.skipIf(chromiumIsMissing)('the owner of a post', () => {
  const { workspace, asOwner } = consoleFixture();

  it('is chosen by typing, undone, shown in the list, and a filter', async () => {
    const { earshot, ...installation } = await workspace();
    const post = await earshot.posts.create({ title: 'Dark mode' });
    await earshot.posts.create({ title: 'Faster search' });
    const page = await asOwner({ earshot, ...installation }, `/posts/${post.id}`);
    const [member] = (await earshot.members.list().page()).items;
    const ownerIs = (id: string | null) =>
      eventually(async () => (await earshot.posts.get(post.id)).ownerId).toBe(id);

    await press(page, 'a', ...(member?.name ?? ''), 'Enter');
    await ownerIs(member?.id ?? '');
    await noticeOf(page, 'Saved.').getByRole('button', { name: 'Undo' }).click();
    await ownerIs(null);
    await page.getByRole('button', { name: 'Owner: No one yet. Change' }).click();
    await page.getByRole('option', { name: `${member?.name} (you)` }).click();
    await ownerIs(member?.id ?? '');

    await page.goto(`${installation.address}/posts`);
    await page.getByText(`Owner: ${member?.name}`).waitFor();
    await page.goto(`${installation.address}/posts?owner=none`);
    await page.getByRole('link', { name: 'Faster search' }).waitFor();
    expect(await page.getByRole('link', { name: 'Dark mode' }).count()).toBe(0);
    await page.goto(`${installation.address}/posts?owner=${member?.id}`);
    await page.getByRole('link', { name: 'Dark mode' }).waitFor();
    expect(await page.getByRole('link', { name: 'Faster search' }).count()).toBe(0);
  });
});
