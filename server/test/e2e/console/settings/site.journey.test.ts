import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Earshot } from '../../../../../client/src/index.ts';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { pick } from '../support/actions.ts';
import { consoleFixture, desktop, phone, violationsOn } from '../support/console-fixture.ts';
import { noticeOf, rowOf } from '../support/feedback-page.ts';

const planned = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

describe.skipIf(chromiumIsMissing)('the public site', () => {
  const { workspace, asOwner, open } = consoleFixture();

  it('is switched on and set up, and shows visitors what the team chooses', async () => {
    const installation = await workspace();
    const { earshot, address } = installation;
    for (const title of ['Dark mode', 'Export']) await earshot.posts.create({ title });
    for (const number of planned)
      await earshot.posts.create({ title: `Wish ${number}`, statusId: 'planned' });
    const page = await asOwner(installation, '/settings/site');
    await settingUp(page);
    expect(await earshot.site.get()).toMatchObject({
      visibility: 'public',
      name: 'Acme feedback',
      accentColor: '#3b82f6',
      language: 'de',
      frameOrigins: ['https://app.example.com'],
      moderation: 'links',
      signInUrl: 'https://app.example.com/feedback',
      roadmapStatusIds: [expect.stringMatching(/^stat_/)],
    });
    const link = page.getByRole('navigation').getByRole('link', { name: 'Public site' }).first();
    expect(await link.getAttribute('href')).toBe((await earshot.site.get()).url);
    expect(await violationsOn(page)).toEqual([]);

    await page.goto(`${address}/posts`);
    await rowOf(page, 'Wish 10').getByText('Public').waitFor();
    await publishingOne(page, earshot);
    await page.goto(`${address}/settings/tags`);
    await page.getByRole('button', { name: 'New tag' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('mobile');
    await page.getByRole('switch', { name: 'Show on the public site' }).click({ force: true });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit mobile' }).waitFor();
    expect(await earshot.tags.list().toArray()).toMatchObject([{ name: 'mobile', isPublic: true }]);

    await page.goto(`${address}/changelog/new`);
    await announcing(page);
    const { url } = await earshot.site.get();
    const visitor = await open({ viewport: phone });
    await visiting(visitor, url ?? '');
    await page.goto(`${address}/posts`);
    await publishingMany(page);
    expect(await visibilitiesOf(earshot)).toMatchObject({
      'Dark mode': 'internal',
      Export: 'internal',
      'Wish 10': 'public',
    });
    await mergingAcross(page, earshot);
    // What is internal again is gone with the next request.
    await visitor.goto(url ?? '');
    await visitor.getByRole('link', { name: 'Wish 10' }).waitFor();
    for (const title of ['Export', 'Wish 8'])
      expect(await visitor.getByRole('link', { name: title, exact: true }).count()).toBe(0);
  });
});

const visibilitiesOf = async (earshot: Earshot) => {
  const posts = await earshot.posts.list({ include: ['details'] }).toArray();
  return Object.fromEntries(posts.map(({ title, visibility }) => [title, visibility]));
};

async function settingUp(page: Page): Promise<void> {
  // On the console's own host, a page says so.
  await page.getByText('The site has no host of its own yet').waitFor();
  await page.getByRole('radiogroup', { name: 'Who can read the site' }).getByText('Everyone').click();
  await noticeOf(page, 'The public site is on.').waitFor();
  // Nothing is public until someone chooses it.
  const dialog = page.getByRole('dialog', { name: 'Make your 12 existing posts public?' });
  await dialog.getByText('12 posts match.').waitFor();
  await dialog.getByRole('checkbox', { name: 'Planned' }).check();
  await dialog.getByText('10 posts match.').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Make public' }).click();
  await noticeOf(page, '10 posts are public.').waitFor();
  await page.getByText('2 posts are internal.').waitFor();

  const logo = page.getByRole('img', { name: 'Logo' });
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 80, height: 40 } });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
  await noticeOf(page, 'Logo uploaded.').waitFor();
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Acme feedback');
  const preview = page.frameLocator('iframe[title="Preview"]');
  await preview.getByText('Acme feedback').first().waitFor();
  await page.getByRole('textbox', { name: 'Accent color' }).fill('#3b82f6');
  await page.keyboard.press('Tab');
  await page.getByRole('combobox', { name: 'Language of the site' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await page.getByRole('checkbox', { name: 'Planned' }).check();
  const origins = page.getByRole('textbox', { name: 'Pages that may embed the site' });
  await origins.fill('http://app.example.com/');
  const save = page.getByRole('button', { name: 'Save' }).first();
  await save.click();
  await page.getByText('Enter up to 20 https addresses').waitFor();
  await origins.fill('https://app.example.com');
  await save.click();
  await noticeOf(page, 'Saved.').waitFor();

  const visitors = page.getByRole('region', { name: 'Visitors' });
  await pick(visitors.getByRole('combobox', { name: 'What waits for approval' }), 'Texts with links');
  const signIn = visitors.getByRole('textbox', { name: 'Sign-in page' });
  await signIn.fill('http://app.example.com/feedback');
  await visitors.getByRole('button', { name: 'Save' }).click();
  await visitors.getByText('Enter a full https URL').waitFor();
  await signIn.fill('https://app.example.com/feedback');
  await visitors.getByRole('button', { name: 'Save' }).click();
  // Nothing is left to save.
  await visitors.locator('button[type=submit]:disabled:not([data-loading])').waitFor();

  await visitors.getByRole('button', { name: 'New live secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create secret' }).click();
  const shown = page.getByRole('dialog', { name: 'Identity secret' });
  await shown.getByText('It won’t be shown again.').waitFor();
  expect(await shown.getByLabel('Identity secret').inputValue()).toMatch(/^idsec_live_/);
  await shown.getByRole('button', { name: 'Done' }).click();
}

/** Comments from before stay with the team; the team's comment becomes the answer. */
async function publishingOne(page: Page, earshot: Earshot): Promise<void> {
  await rowOf(page, 'Export').getByRole('link', { name: 'Export' }).click();
  const composer = page.getByRole('region', { name: 'Write' });
  const reply = async (text: string) => {
    await composer.getByRole('textbox', { name: 'Write a comment' }).fill(text);
    await composer.getByRole('button', { name: 'Reply' }).click();
  };
  await reply('Between us.');
  await page.getByRole('heading', { name: '1 comment' }).waitFor();
  await page.getByRole('switch', { name: 'Public' }).click({ force: true });
  const dialog = page.getByRole('dialog', { name: 'Make this post public?' });
  await dialog.getByText('They won’t see who voted').waitFor();
  await dialog.getByRole('button', { name: 'Make public' }).click();
  await noticeOf(page, 'The post is public.').waitFor();
  await page.getByText('Not on the site').waitFor();
  await page.getByText('Visitors will read this comment.').waitFor();
  // So they will the reason of a change of status.
  await page.keyboard.press('s');
  await page.getByText('Visitors will read this.', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await reply('We are on it.');
  await page.getByRole('button', { name: 'Pin as the answer' }).click();
  await page.getByText('Answer', { exact: true }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.setViewportSize(phone);
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
  await page.setViewportSize(desktop);
  const [post] = await earshot.posts.list({ filters: { search: 'Export' } }).toArray();
  const comments = await earshot.posts.comments(post?.id ?? '');
  expect(comments.map(({ content, isPublic, isAnswer }) => ({ content, isPublic, isAnswer }))).toEqual([
    { content: 'Between us.', isPublic: false, isAnswer: false },
    { content: 'We are on it.', isPublic: true, isAnswer: true },
  ]);
}

async function announcing(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Title' }).fill('Wish 1 is here');
  await page.getByRole('radiogroup', { name: 'Publishing' }).getByText('Published').click();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByRole('link', { name: 'Wish 1 is here' }).waitFor();
}

/** As someone on a phone who never signed in. The site is in German. */
async function visiting(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByText('Acme feedback').first().waitFor();
  for (const title of ['Export', ...planned.map((number) => `Wish ${number}`)])
    await page.getByRole('link', { name: title, exact: true }).waitFor();
  expect(await page.getByText('Dark mode').count()).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('link', { name: 'Export', exact: true }).click();
  await page.getByText('We are on it.').waitFor();
  expect(await page.getByText('Between us.').count()).toBe(0);
  await page.getByRole('link', { name: 'Changelog', exact: true }).click();
  await page.getByText('Wish 1 is here').first().waitFor();
}

async function publishingMany(page: Page): Promise<void> {
  for (const title of ['Dark mode', 'Export']) await rowOf(page, title).getByRole('checkbox').check();
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Visibility' }).last().click();
    await page.getByRole('menuitem', { name }).click();
  };
  // One of them is public already.
  await choose('Make public');
  await page.getByRole('dialog').getByRole('button', { name: 'Make public' }).click();
  await noticeOf(page, 'The post is public.').waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Visibility', exact: true }).last().click();
  await page.getByRole('checkbox', { name: 'Public', exact: true }).check();
  await page.keyboard.press('Escape');
  for (const title of ['Dark mode', 'Export']) await rowOf(page, title).getByRole('checkbox').check();
  await choose('Make internal');
  await noticeOf(page, '2 posts are internal.').waitFor();
  // They no longer match the filter.
  await rowOf(page, 'Dark mode').waitFor({ state: 'detached' });
  await rowOf(page, 'Wish 10').waitFor();
}

/** Between a post that visitors see and one that they don't, a merge asks first. */
async function mergingAcross(page: Page, earshot: Earshot): Promise<void> {
  const idOf = async (search: string) => {
    const [post] = await earshot.posts.list({ filters: { search } }).toArray();
    return post?.id ?? '';
  };
  await earshot.posts.comment(await idOf('Dark mode'), { content: 'At night, please.' });
  const merge = async (title: string, into: string) => {
    await rowOf(page, title).getByRole('link', { name: title }).click();
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Merge into another post' }).click();
    const picker = page.getByRole('dialog', { name: 'Merge into' });
    await picker.getByRole('combobox').fill(into);
    await picker.getByRole('option', { name: into }).click();
  };
  const dialog = page.getByRole('dialog');
  await page.goto(new URL('/posts', page.url()).href);
  await merge('Dark mode', 'Wish 10');
  await dialog.getByText('Merge into a public post?').waitFor();
  await dialog.getByRole('checkbox', { name: 'Also publish the comments' }).check();
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Merge posts' }).click();
  await noticeOf(page, 'Posts merged.').waitFor();
  const comments = await earshot.posts.comments(await idOf('Wish 10'));
  expect(comments).toMatchObject([{ content: 'At night, please.', isPublic: true }]);

  await page.goto(new URL('/posts', page.url()).href);
  await merge('Wish 8', 'Export');
  await dialog.getByText('Take this post from the public site?').waitFor();
  await dialog.getByText('“Export” is internal.').waitFor();
  await dialog.getByRole('button', { name: 'Merge posts' }).click();
  await page.getByRole('heading', { name: 'Export', level: 1 }).waitFor();
}
