import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../support/browser.ts';
import { arriveAt } from './actions.ts';
import { consoleFixture, violationsOn } from './console-fixture.ts';

describe.skipIf(chromiumIsMissing)('people', () => {
  const { workspace, asOwner } = consoleFixture();

  it('are found by name, email or ID, and edited', async () => {
    const { earshot, ...installation } = await workspace();
    const bob = await earshot.users.upsert({ email: 'bob@example.com', name: 'Bob', externalId: 'crm-1' });
    await earshot.users.upsert({ email: 'carol@example.com', name: 'Carol' });
    const post = await earshot.posts.create({ title: 'Dark mode', authorId: bob.id });
    const other = await earshot.posts.create({ title: 'Faster search', authorEmail: 'carol@example.com' });
    await earshot.posts.vote(other.id, { userId: bob.id });
    await earshot.posts.comment(post.id, { content: 'My eyes hurt.', authorId: bob.id });

    const page = await asOwner({ earshot, ...installation }, '/people');
    const search = page.getByRole('searchbox');
    for (const words of ['bob', 'bob@example.com', 'crm-1']) {
      await search.fill(words);
      await page.getByText('carol@example.com').waitFor({ state: 'detached' });
      await page.getByRole('link', { name: /bob@example\.com/ }).waitFor();
      await search.fill('');
      await page.getByText('carol@example.com').waitFor();
    }
    await search.fill('nobody at all');
    await page.getByText('No people match').waitFor();
    await search.fill('bob');
    await page.getByRole('link', { name: /bob@example\.com/ }).click();

    await arriveAt(page, 'Bob');
    await page.getByRole('link', { name: /Dark mode/ }).waitFor();
    await page.getByRole('tab', { name: 'Votes' }).click();
    await page.getByRole('link', { name: /Faster search/ }).waitFor();
    await page.getByRole('tab', { name: 'Comments' }).click();
    await page.getByRole('link', { name: /My eyes hurt\./ }).waitFor();

    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill('carol@example.com');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Another person already has this email or external ID.').waitFor();
    await dialog.getByLabel('Email').fill('robert@example.com');
    await dialog.getByLabel('Name').fill('Robert');
    await dialog.getByLabel('External ID').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await arriveAt(page, 'Robert');
    expect(await earshot.users.get(bob.id)).toMatchObject({
      name: 'Robert',
      email: 'robert@example.com',
      externalId: null,
    });
  });

  it('are exported in full, and erased after typing their email address', async () => {
    const { earshot, ...installation } = await workspace();
    const author = { authorEmail: 'bob@example.com', authorName: 'Bob' };
    const posts = [];
    for (const number of Array(3).keys())
      posts.push(await earshot.posts.create({ title: `Wish ${number}`, ...author }));
    const [first] = posts;
    const comment = await earshot.posts.comment(first?.id ?? '', { content: 'Please.', ...author });
    const userId = first?.author.id ?? '';
    const page = await asOwner({ earshot, ...installation }, `/people/${userId}`);

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
    await arriveAt(page, 'People');
    await page.getByText('bob@example.com').waitFor({ state: 'detached' });
    await page.goto(`${installation.address}/feedback/${first?.id}`);
    await arriveAt(page, 'Wish 0');
    await page.getByText('Please.').waitFor();
    expect(await page.getByText('Bob', { exact: true }).count()).toBe(0);
  });

  it('include the default author, who can’t be erased, and the page says why', async () => {
    const { earshot, ...installation } = await workspace();
    const { author: own } = await earshot.posts.create({ title: 'By nobody in particular' });
    const { author: bob } = await earshot.posts.create({ title: 'By Bob', authorEmail: 'bob@example.com' });
    const page = await asOwner({ earshot, ...installation }, `/people/${own.id}`);
    await page.getByText('This is the default author').waitFor();
    await page.getByRole('button', { name: 'Export' }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete personal data' }).count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
    await page.goto(`${installation.address}/people/${bob.id}`);
    await page.getByRole('button', { name: 'Delete personal data' }).waitFor();
    expect(await page.getByText('This is the default author').count()).toBe(0);
  });
});
