import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { arriveAt } from '../support/actions.ts';
import { consoleFixture } from '../support/console-fixture.ts';

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

    const page = await asOwner({ earshot, ...installation }, '/customers/people');
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
});
