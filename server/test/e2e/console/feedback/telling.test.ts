import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { type MailServer, startMailServer } from '../../../support/network/mail-server.ts';
import { consoleFixture, type Installation, phone, violationsOn } from '../support/console-fixture.ts';
import { eventually, noticeOf } from '../support/feedback-page.ts';
import { press } from '../support/keys.ts';

const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString();

let mail: MailServer;

beforeEach(async () => {
  mail = await startMailServer();
});
afterEach(() => mail.close());

const choose = (page: Page, state: string) =>
  page.getByRole('radiogroup', { name: 'Publishing' }).getByText(state).click();

const telling = (page: Page) => page.getByRole('checkbox', { name: 'Tell followers by mail' });
const voters = (page: Page) => page.getByRole('checkbox', { name: /voted and/ });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A public post that one person follows and another has only voted for. */
async function askedFor({ earshot }: Installation) {
  const post = await earshot.posts.create({ title: 'Dark mode', visibility: 'public' });
  await earshot.posts.follow(post.id, { userEmail: 'fay@example.com', userName: 'Fay Follower' });
  await earshot.posts.vote(post.id, { userEmail: 'vera@example.com', userName: 'Vera Voter' });
  return post;
}

describe.skipIf(chromiumIsMissing)('telling people', () => {
  const { install, workspace, asOwner, open } = consoleFixture();
  const withMail = () => install({ SMTP_URL: mail.url, MAIL_FROM: 'team@acme.example' });

  it('of an entry says how many, shows who and the mail, tells them, and lists them', async () => {
    const installation = await withMail();
    const { earshot, address } = installation;
    const post = await askedFor(installation);
    const entry = { content: 'Switch it **on**.', linkedPostIds: [post.id] };
    const { id } = await earshot.changelogs.create({ title: 'Dark mode is here', ...entry });
    const page = await asOwner(installation, `/changelog/${id}`);

    await choose(page, 'Published');
    await button(page, 'Publish and tell 1 person').waitFor();
    expect([await telling(page).isChecked(), await voters(page).isChecked()]).toEqual([true, false]);
    await page.getByText('Fay Follower · Preview').waitFor();
    await voters(page).check();
    await button(page, 'Publish and tell 2 people').waitFor();
    await telling(page).uncheck();
    await button(page, 'Publish quietly').waitFor();
    await telling(page).check();
    await button(page, 'Publish and tell 1 person').waitFor();

    await page.getByRole('textbox', { name: 'Title' }).fill('Dark mode for all');
    await button(page, 'Preview').click();
    const dialog = page.getByRole('dialog', { name: 'Who would be told, and how' });
    await dialog.getByText('Fay Follower').waitFor();
    // What is not saved yet is in it.
    await dialog.getByText('Dark mode for all').waitFor();
    const shown = page.frameLocator('iframe[title=Mail]');
    await shown.getByText('Switch it on.').waitFor();
    expect(
      await shown
        .locator('.card')
        .first()
        .evaluate((card) => getComputedStyle(card).borderRadius),
    ).toBe('8px');
    for (const look of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: look });
      await page.locator(`html[data-mantine-color-scheme=${look}]`).waitFor();
      expect(await violationsOn(page)).toEqual([]);
      await page.setViewportSize(phone);
      const frame = await dialog.locator('iframe').boundingBox();
      expect((frame?.x ?? 0) + (frame?.width ?? 0)).toBeLessThanOrEqual(phone.width);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await violationsOn(page)).toEqual([]);

    await button(page, 'Publish and tell 1 person').click();
    await noticeOf(page, 'Published. One person is told by mail.').waitFor();
    const [told] = await mail.until('fay@example.com', 1);
    expect(told?.mail.subject).toBe('Dark mode for all');

    await page.goto(`${address}/changelog/${id}`);
    await page.getByText('Who was told').click();
    const list = page.locator('details').getByRole('listitem');
    await eventually(() => list.allTextContents()).toEqual([expect.stringMatching(/^Fay Follower.*Sent/)]);
    expect(await violationsOn(page)).toEqual([]);
    await page.goto(`${address}/posts/${post.id}`);
    await button(page, 'Details').click();
    await page.getByText('Who was told').click();
    await eventually(() => list.allTextContents()).toEqual([
      expect.stringMatching(/^Fay FollowerChangelog entry · Sent/),
    ]);
    expect(await violationsOn(page)).toEqual([]);
    expect(mail.to('vera@example.com')).toEqual([]);
  });

  it('goes all the way: a visitor votes, hears that it shipped, leaves, and hears no more', async () => {
    const installation = await withMail();
    const { earshot, address, slug } = installation;
    await earshot.site.update({ visibility: 'public', name: 'Acme' });
    const post = await earshot.posts.create({ title: 'Dark mode', visibility: 'public' });
    const visitor = await open({ viewport: phone });
    await visitor.goto(`${address}/p/${slug}`);
    await visitor.getByRole('button', { name: 'Vote, 0 votes' }).click();
    await visitor.getByRole('status').getByRole('link', { name: 'Sign in' }).click();
    await visitor.getByLabel('Email address').fill('zoe@example.com');
    await visitor.getByRole('button', { name: 'Send me a link' }).click();
    const [link] = await mail.until('zoe@example.com', 1);
    await visitor.goto(/<a href="([^"]+\/sign-in\/[^"]+)"/.exec(link?.mail.html ?? '')?.[1] ?? '');
    await visitor.getByRole('button', { name: 'Continue as z…@example.com' }).click();
    await visitor.getByRole('button', { name: 'Vote, 1 vote', pressed: true }).waitFor();

    const entry = { content: 'Switch it on.', linkedPostIds: [post.id] };
    const page = await asOwner(installation);
    const publish = async (title: string, name: string): Promise<string> => {
      const { id } = await earshot.changelogs.create({ title, ...entry });
      await page.goto(`${address}/changelog/${id}`);
      await choose(page, 'Published');
      await button(page, name).click();
      await noticeOf(page, /^Published\./).waitFor();
      return id;
    };
    const shipped = await publish('Dark mode is here', 'Publish and tell 1 person');
    const [, told] = await mail.until('zoe@example.com', 2);
    expect(told?.mail.subject).toBe('Dark mode is here');
    expect(told?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const unsubscribe = /^List-Unsubscribe:\s+<([^>]+)>/m.exec(told?.raw ?? '')?.[1] ?? '';
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(unsubscribe, { method: 'POST', body })).status).toBe(200);

    const again = await publish('Darker mode', 'Publish now');
    await eventually(async () => (await earshot.changelogs.get(again)).state).toBe('published');
    const noticesOf = async (id: string) => {
      const { items } = await earshot.changelogs.notices(id).page();
      return items.map(({ user, state, answer }) => [user?.email, state, answer?.slice(0, 3)]);
    };
    expect([await noticesOf(shipped), await noticesOf(again)]).toEqual([
      [['zoe@example.com', 'sent', '250']],
      [],
    ]);
    expect(mail.to('zoe@example.com')).toHaveLength(2);
  });

  it('of an entry can be left out, and is chosen for a scheduled entry', async () => {
    const installation = await withMail();
    const { earshot, address } = installation;
    const { id: postId } = await askedFor(installation);
    const linkedPostIds = [postId];
    const quiet = await earshot.changelogs.create({ title: 'Quiet', linkedPostIds });
    const page = await asOwner(installation, `/changelog/${quiet.id}`);
    await choose(page, 'Published');
    await telling(page).uncheck();
    await button(page, 'Publish quietly').click();
    await noticeOf(page, 'Published.').waitFor();
    await page.goto(`${address}/changelog/${quiet.id}`);
    await page.getByText('Who was told').click();
    await page.getByText('No one has been told by mail.').waitFor();

    const { id } = await earshot.changelogs.create({
      ...{ title: 'Soon', linkedPostIds, state: 'scheduled', publishedAt: inTwoDays },
    });
    await page.goto(`${address}/changelog/${id}`);
    // What was chosen before.
    await telling(page).waitFor();
    expect(await telling(page).isChecked()).toBe(false);
    await telling(page).check();
    await voters(page).check();
    await button(page, 'Save').click();
    await noticeOf(page, 'Scheduled.').waitFor();
    expect((await earshot.changelogs.get(id)).notify).toEqual({ includeVoters: true });
    await page.goto(`${address}/changelog/${id}`);
    await voters(page).waitFor();
    expect([await telling(page).isChecked(), await voters(page).isChecked()]).toEqual([true, true]);
    await choose(page, 'Published');
    await button(page, 'Publish and tell 2 people').click();
    const subjects = [];
    for (const address of ['fay@example.com', 'vera@example.com'])
      subjects.push(...(await mail.until(address, 1)).map((each) => each.mail.subject));
    expect(subjects).toEqual(['Soon', 'Soon']);
  });

  it('of an entry is tested with what is saved, to the own address, whatever its state', async () => {
    const installation = await withMail();
    const { earshot, address, owner } = installation;
    const linkedPostIds = [(await earshot.posts.create({ title: 'Dark mode', visibility: 'public' })).id];
    const { id } = await earshot.changelogs.create({ title: 'Dark mode is here', linkedPostIds });
    const page = await asOwner(installation, `/changelog/${id}`);
    const test = button(page, 'Send me a test');
    await page.getByRole('textbox', { name: 'Title' }).fill('Not saved');
    await test.click();
    await noticeOf(page, `A test is on its way to ${owner.email}. It has what is saved.`).waitFor();
    const [received] = await mail.until(owner.email, 1);
    expect(received?.mail.subject).toBe('[Test] Dark mode is here');
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Not saved');
    expect(await violationsOn(page)).toEqual([]);
    await page.setViewportSize(phone);
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);

    await earshot.changelogs.publish(id, {});
    const published = await page.context().newPage();
    await published.goto(`${address}/changelog/${id}`);
    await button(published, 'Send me a test').click();
    expect(await mail.until(owner.email, 2)).toHaveLength(2);
    await published.getByText('Who was told').click();
    await published.getByText('No one has been told by mail.').waitFor();
    // What is not saved has no mail yet.
    await published.goto(`${address}/changelog/new`);
    await button(published, 'Save draft').waitFor();
    expect(await button(published, 'Send me a test').count()).toBe(0);
  });

  it('of a status is off unless ticked, and undone with the change', async () => {
    const installation = await withMail();
    const { id } = await askedFor(installation);
    const { id: unfollowed } = await installation.earshot.posts.create({ title: 'Light mode' });
    const page = await asOwner(installation, `/posts/${unfollowed}`);
    await press(page, 's');
    expect(await page.getByRole('checkbox', { name: 'No followers to tell' }).isDisabled()).toBe(true);
    await installation.earshot.posts.follow(unfollowed, { userEmail: 'fay@example.com' });
    await page.reload();
    await page.getByRole('heading', { name: 'Light mode' }).waitFor();
    await press(page, 's');
    await page.getByText('The post is internal: 1 person would read its title.').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.goto(`${installation.address}/posts/${id}`);
    const tells = page.getByRole('checkbox', { name: 'Tell 1 follower by mail' });
    const move = async (status: string, tick = false) => {
      await page.getByRole('button', { name: /Change status of/ }).click();
      await tells.waitFor();
      if (tick) await tells.check();
      const sent = page.waitForRequest((request) => request.url().endsWith('/v1/batch'));
      await page.getByRole('option', { name: status }).click();
      return ((await sent).postDataJSON() as { operations: { body: object }[] }).operations[0]?.body;
    };
    expect(await move('In progress')).not.toHaveProperty('notify');
    await noticeOf(page, /^Moved to In progress\.(?!.*told)/).waitFor();
    expect(await move('Planned', true)).toMatchObject({ notify: true });
    const notice = noticeOf(page, 'Moved to Planned. Followers are told in ten minutes.');
    await notice.waitFor();
    await press(page, 's');
    await tells.waitFor();
    expect(await tells.isChecked()).toBe(false);
    expect(await violationsOn(page)).toEqual([]);
    await press(page, 'Escape');
    await notice.getByRole('button', { name: 'Undo' }).click();
    await noticeOf(page, 'Moved back.').waitFor();
  });

  it('of a status is preset by the status, for a post and for many', async () => {
    const installation = await withMail();
    const { earshot, address } = installation;
    const { id } = await askedFor(installation);
    await earshot.posts.create({ title: 'Secret', visibility: 'internal' });
    const page = await asOwner(installation, '/settings/statuses');
    const row = page.getByRole('listitem').filter({ hasText: 'Complete' });
    await row.getByRole('button', { name: /Edit/ }).click();
    await page.getByRole('switch', { name: 'Tell followers of public posts by mail' }).check();
    expect(await violationsOn(page)).toEqual([]);
    await button(page, 'Save').click();
    await row.getByText('tells followers').waitFor();

    const bodies: object[] = [];
    page.on('request', (request) => {
      if (!request.url().endsWith('/v1/batch')) return;
      const { operations } = request.postDataJSON() as { operations: { body: object }[] };
      bodies.push(...operations.map(({ body }) => body));
    });
    const statusIds = new Map((await earshot.statuses.list().toArray()).map((each) => [each.name, each.id]));
    const sent = (name: string, more: object = {}) => ({ statusId: statusIds.get(name), ...more });
    await page.goto(`${address}/posts/${id}`);
    const tells = page.getByRole('checkbox', { name: 'Tell 1 follower by mail' });
    const pick = async (status: string, isQuiet = false) => {
      await page.getByRole('button', { name: /Change status of/ }).click();
      await page.getByText('Only if the new status tells followers.').waitFor();
      expect(await tells.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
      if (isQuiet) {
        await tells.check();
        await tells.uncheck();
      }
      const marked = page.getByRole('option').filter({ has: page.getByLabel('tells followers') });
      await page.getByRole('option', { name: status }).waitFor();
      const names = await marked.allTextContents();
      expect(await violationsOn(page)).toEqual([]);
      await page.getByRole('option', { name: status }).click();
      return names.map((name) => name.replace(/\d$/, ''));
    };
    expect(await pick('Complete')).toEqual(['Complete']);
    const notice = noticeOf(page, 'Moved to Complete. Followers are told in ten minutes.');
    await notice.getByRole('button', { name: 'Undo' }).click();
    await noticeOf(page, 'Moved back.').waitFor();
    expect(bodies.splice(0)).toEqual([sent('Complete'), sent('Open', { notify: false })]);
    expect(await pick('Complete', true)).toEqual([]);
    await noticeOf(page, /^Moved to Complete\.(?!.*told)/).waitFor();
    expect(bodies.splice(0)).toEqual([sent('Complete', { notify: false })]);

    await earshot.posts.update(id, { statusId: statusIds.get('Planned') ?? '' });
    await page.goto(`${address}/posts`);
    const choose = page.getByRole('checkbox', { name: 'Tell followers of public posts by mail' });
    const pickMany = async (status: string, tick: boolean) => {
      for (const title of ['Dark mode', 'Secret'])
        await page.getByRole('checkbox', { name: new RegExp(title) }).check();
      await button(page, 'Set status').click();
      await choose.waitFor();
      if (tick) await choose.check();
      expect(await violationsOn(page)).toEqual([]);
      await page.getByRole('option', { name: status }).click();
      await noticeOf(
        page,
        new RegExp(`^2 posts moved to ${status}\\W.*Followers are told in ten minutes`),
      ).waitFor();
    };
    await pickMany('Complete', false);
    expect(bodies.splice(0)).toEqual([sent('Complete'), sent('Complete')]);
    await pickMany('Closed', true);
    // No one is told of the internal one.
    expect(bodies.splice(0).sort((a, b) => Number('notify' in a) - Number('notify' in b))).toEqual([
      sent('Closed'),
      sent('Closed', { notify: true }),
    ]);
  });

  it('needs mail, and says so', async () => {
    const installation = await workspace();
    const post = await askedFor(installation);
    const { id } = await installation.earshot.changelogs.create({ title: 'New', linkedPostIds: [post.id] });
    const page = await asOwner(installation, `/changelog/${id}`);
    await choose(page, 'Published');
    await page.getByText('1 person would be told. Set up mail to do it.').waitFor();
    expect(await page.getByRole('link', { name: 'Set up mail to do it.' }).getAttribute('href')).toBe(
      '/settings/mail',
    );
    expect([await telling(page).count(), await button(page, 'Send me a test').count()]).toEqual([0, 0]);
    await button(page, 'Publish now').click();
    await noticeOf(page, 'Published.').waitFor();
    await page.goto(`${installation.address}/posts/${post.id}`);
    await page.getByText('Who was told').waitFor();
    expect(await page.getByRole('checkbox', { name: /follower/ }).count()).toBe(0);
  });
});
