import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { arriveAt } from '../support/actions.ts';
import { consoleFixture, violationsOn } from '../support/console-fixture.ts';

describe.skipIf(chromiumIsMissing)('people', () => {
  const { workspace, asOwner } = consoleFixture();

  it('are exported in full, and erased after typing their email address', async () => {
    const { earshot, ...installation } = await workspace();
    const author = { authorEmail: 'bob@example.com', authorName: 'Bob' };
    const posts = [];
    for (const number of Array(3).keys())
      posts.push(await earshot.posts.create({ title: `Wish ${number}`, ...author }));
    const [first] = posts;
    const comment = await earshot.posts.comment(first?.id ?? '', { content: 'Please.', ...author });
    const userId = first?.author.id ?? '';
    const page = await asOwner({ earshot, ...installation }, `/customers/people/${userId}`);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${userId}.json`);
    const exported = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(exported).toEqual(JSON.parse(JSON.stringify(await earshot.users.export(userId))));
    expect(exported.posts.map(({ id }: { id: string }) => id).sort()).toEqual(
      posts.map(({ id }) => id).sort(),
    );
    expect(exported.comments).toMatchObject([{ id: comment.id, content: 'Please.' }]);

    await page.getByRole('button', { name: 'Delete personal data' }).click();
    const erase = page.getByRole('dialog').getByRole('button', { name: 'Delete personal data' });
    expect(await erase.isDisabled()).toBe(true);
    await page.getByLabel('Type bob@example.com to confirm').fill('bob@example.com');
    await erase.click();
    await page.getByText('Personal data deleted.').waitFor();
    await arriveAt(page, 'Customers');
    await page.getByText('bob@example.com').waitFor({ state: 'detached' });
    await page.goto(`${installation.address}/posts/${first?.id}`);
    await arriveAt(page, 'Wish 0');
    await page.getByText('Please.').waitFor();
    expect(await page.getByText('Bob', { exact: true }).count()).toBe(0);
  });

  it('include the default author, who can’t be erased, and the page says why', async () => {
    const { earshot, ...installation } = await workspace();
    const { author: own } = await earshot.posts.create({ title: 'By no one in particular' });
    const { author: bob } = await earshot.posts.create({ title: 'By Bob', authorEmail: 'bob@example.com' });
    const page = await asOwner({ earshot, ...installation }, `/customers/people/${own.id}`);
    await page.getByText('This is the default author').waitFor();
    await page.getByRole('button', { name: 'Export' }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete personal data' }).count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
    await page.goto(`${installation.address}/customers/people/${bob.id}`);
    await page.getByRole('button', { name: 'Delete personal data' }).waitFor();
    expect(await page.getByText('This is the default author').count()).toBe(0);
  });
});
