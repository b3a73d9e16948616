import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { statusOf } from '../../processes.ts';
import { heldBack } from '../support/actions.ts';
import { consoleFixture, ownContext, signIn, violationsOn } from '../support/console-fixture.ts';
import { eventually, idOf, listShows, noticeOf, rowOf, writtenIn } from '../support/feedback-page.ts';
import { press } from '../support/keys.ts';

/** An image of one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const pictureFile = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') });

const editor = (page: Page) => page.getByRole('textbox', { name: 'Description' });
const save = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
const act = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name }).click();
};
const voteCount = (page: Page) => page.getByRole('heading', { name: /^\d+ votes?$/ }).textContent();

/** The data of a paste or drop: one image. */
const send = (page: Page, kind: 'paste' | 'drop', name: string) =>
  page.evaluate(
    ({ kind, name, pixel }) => {
      const bytes = Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name, { type: 'image/png' }));
      const options = { bubbles: true, cancelable: true };
      const event =
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
          : new DragEvent('drop', { ...options, dataTransfer: transfer });
      (kind === 'paste' ? document.activeElement : document.querySelector('h1'))?.dispatchEvent(event);
    },
    { kind, name, pixel },
  );

describe.skipIf(chromiumIsMissing)('a post', () => {
  const fixture = consoleFixture({ withTransitions: true });
  const withPost = async (
    fields: { title: string; description?: string; authorEmail?: string },
    options?: BrowserContextOptions,
  ) => {
    const installation = await fixture.workspace();
    const post = await installation.earshot.posts.create(fields);
    const page = await fixture.asOwner(installation, `/posts/${post.id}`, options);
    const read = () => installation.earshot.posts.get(post.id, { include: ['attachments'] });
    return { ...installation, post, page, read };
  };

  it('shows rich text, and saves bold text, lists and links exactly', async () => {
    const { page, read } = await withPost({ title: 'Dark mode', description: '# Why\n\nMy **eyes** hurt.' });
    await page.getByRole('heading', { name: 'Why' }).waitFor();
    expect(await page.locator('.prose strong').textContent()).toBe('eyes');
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    await editor(page).waitFor();
    await page.getByLabel('Title').fill('Dark mode everywhere');
    await editor(page).press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Control+Alt+0');
    await page.getByRole('button', { name: 'Bold' }).click();
    await page.keyboard.type('At night');
    await page.getByRole('button', { name: 'Bold' }).click();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Bullet list' }).click();
    await page.keyboard.type('the list');
    await page.keyboard.press('Enter');
    await page.keyboard.type('the docs');
    await page.keyboard.press('Shift+Home');
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    await page.getByRole('textbox', { name: 'URL' }).fill('https://example.com/docs');
    await page.keyboard.press('Enter');
    await editor(page).getByRole('link', { name: 'the docs' }).waitFor();
    await save(page);
    await noticeOf(page, 'Saved.').waitFor();
    const { title, descriptionHtml } = await read();
    expect(title).toBe('Dark mode everywhere');
    expect(descriptionHtml).toBe(
      '<p><strong>At night</strong></p><ul><li><p>the list</p></li><li><p><a href="https://example.com/docs" rel="nofollow noopener noreferrer">the docs</a></p></li></ul>',
    );
    await page.getByRole('heading', { name: 'Dark mode everywhere' }).waitFor();
    expect(await page.locator('.prose a').getAttribute('href')).toBe('https://example.com/docs');
  });

  it('is created on behalf of someone, with similar posts shown and a warning before leaving', async () => {
    const installation = await fixture.workspace();
    const { earshot } = installation;
    await earshot.posts.create({ title: 'Dark mode' });
    const page = await fixture.asOwner(installation, '/posts/new');
    await page.getByLabel('Title').fill('A dark mode');
    await page.getByRole('region', { name: 'Similar posts' }).getByRole('link').click();
    const question = page.getByRole('dialog', { name: 'Leave this page?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByLabel('Title').fill('Light mode');
    await editor(page).fill('For the summer.');
    await page.getByLabel('On behalf of').fill('bob@example.com');
    await page.getByRole('button', { name: 'Create post' }).click();
    await page.getByRole('heading', { name: 'Light mode' }).waitFor();
    const [made] = await earshot.posts.list({ include: ['author'] }).toArray();
    expect(made).toMatchObject({
      title: 'Light mode',
      descriptionHtml: '<p>For the summer.</p>',
      author: { email: 'bob@example.com' },
    });
  });

  it('keeps what is typed while the server is slow to save', async () => {
    const { page, read, post, earshot } = await withPost({ title: 'Dark mode' });
    const letSave = await heldBack(page, '/v1/batch');
    await page.getByRole('button', { name: /^Tags/ }).click();
    for (const tag of ['night', 'eyes']) {
      await page.keyboard.type(tag);
      await page.getByRole('option', { name: `Create “${tag}”` }).click();
    }
    await press(page, 'Escape');
    await page.getByRole('button', { name: 'Tags: night, eyes. Change' }).waitFor();
    letSave();
    await eventually(async () => (await read()).tags.map(({ name }) => name).toSorted()).toEqual([
      'eyes',
      'night',
    ]);

    const letComment = await heldBack(page, `/v1/posts/${post.id}/comments`);
    const letVote = await heldBack(page, `/v1/posts/${post.id}/votes`);
    const comment = page.getByRole('textbox', { name: 'Write a comment' });
    await comment.fill('First');
    await comment.press('Control+Enter');
    await comment.fill('Second');
    const voter = page.getByRole('textbox', { name: 'Add voter by email' });
    await voter.fill('bob@example.com');
    await voter.press('Enter');
    await voter.fill('eve@example.com');
    letComment();
    await page.getByText('1 comment').waitFor();
    letVote();
    await noticeOf(page, 'Vote added.').waitFor();
    expect(await writtenIn(comment)).toBe('Second');
    expect(await voter.inputValue()).toBe('eve@example.com');
    expect((await earshot.posts.comments(post.id)).map(({ content }) => content)).toEqual(['First']);
  });

  it('reports a concurrent edit, keeps what was typed, and overwrites only when asked', async () => {
    const { page, read, post, earshot } = await withPost({ title: 'Dark mode', description: 'First.' });
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    await editor(page).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Mine.');
    const planned = await idOf(earshot.statuses.list(), 'Planned');
    await earshot.posts.update(post.id, { statusId: planned });
    await save(page);
    await noticeOf(page, 'Saved.').waitFor();
    expect(await read()).toMatchObject({ descriptionHtml: '<p>First. Mine.</p>', statusId: planned });

    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    await editor(page).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' More.');
    await earshot.posts.update(post.id, { description: 'Theirs.' });
    await save(page);
    await page.getByText('Someone else edited this post').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    expect(await editor(page).textContent()).toBe('First. Mine. More.');
    expect((await read()).descriptionHtml).toBe('<p>Theirs.</p>');
    await page.getByRole('button', { name: 'Overwrite with mine' }).click();
    // The editor shows it before it is saved.
    await eventually(async () => (await read()).descriptionHtml).toBe('<p>First. Mine. More.</p>');
  });

  it('takes the best match of what is typed; undo removes a tag that it created, and no other', async () => {
    const { page, read, post, earshot } = await withPost({ title: 'Dark mode' });
    for (const name of ['talent', 'enterprise']) await earshot.tags.create({ name });
    await page.reload();
    await page.getByRole('heading', { name: 'Dark mode' }).waitFor();
    const names = async () => (await read()).tags.map(({ name }) => name);
    await press(page, 't', ...'ent');
    await eventually(() => page.getByRole('option').allTextContents()).toEqual([
      'enterprise',
      'talent',
      'Create “ent”',
    ]);
    expect(await violationsOn(page)).toEqual([]);
    // It can be undone once it is saved, for longer than its notice is shown.
    const isSaved = () => noticeOf(page, 'Saved.').getByRole('button', { name: 'Close' }).click();
    await press(page, 'Enter');
    await isSaved();
    expect(await names()).toEqual(['enterprise']);
    // The best match stays highlighted until an arrow key says otherwise; the last line is one step up.
    for (const [name, keys] of [
      ['ent', ['ArrowUp', 'Enter']],
      ['shared', ['Enter', 'ArrowDown', 'Enter']],
    ] as const) {
      await press(page, 't', ...name);
      await page.getByRole('option', { name: `Create “${name}”` }).waitFor();
      await press(page, ...keys);
      await isSaved();
      expect(await names()).toContain(name);
    }
    await earshot.posts.create({ title: 'Other', tags: ['shared'] });
    for (const left of [['enterprise', 'ent'], ['enterprise'], []]) {
      await press(page, 'z');
      await eventually(names).toEqual(left);
    }
    const known = async () => (await earshot.tags.list().toArray()).map(({ name }) => name).toSorted();
    await eventually(known).toEqual(['enterprise', 'shared', 'talent']);

    await press(page, 'y', ...'imp', 'Enter');
    const improvement = await idOf(earshot.postTypes.list(), 'Improvement');
    await eventually(async () => (await read()).postTypeId).toBe(improvement);
    expect((await read()).id).toBe(post.id);
  });

  it('accepts selected, pasted and dropped files, previews them, and names rejected ones', async () => {
    const { page, read } = await withPost({ title: 'Dark mode' });
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    await editor(page).waitFor();
    await page.getByRole('article').getByRole('button', { name: 'Attach files' }).click();
    await (await chosen).setFiles([
      pictureFile('chosen.png'),
      { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('only words') },
    ]);
    await editor(page).focus();
    await send(page, 'paste', 'pasted.png');
    await send(page, 'drop', 'dropped.png');
    for (const name of ['chosen.png', 'fake.png', 'pasted.png', 'dropped.png'])
      await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
    await save(page);
    await page.getByRole('alert').filter({ hasText: 'fake.png' }).waitFor();
    expect((await read()).attachments).toEqual([]);
    await page.getByRole('button', { name: 'Remove fake.png' }).click();
    await save(page);
    await noticeOf(page, 'Saved.').waitFor();
    const names = ['chosen.png', 'pasted.png', 'dropped.png'];
    expect((await read()).attachments.map(({ fileName }) => fileName).sort()).toEqual([...names].sort());
    const pictures = page.getByRole('list', { name: 'Attachments' }).getByRole('img');
    await eventually(() =>
      pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth)),
    ).toEqual([1, 1, 1]);
  });

  it('has comments, replies and private notes, which can be edited and deleted', async () => {
    const { page, post, earshot, owner } = await withPost({ title: 'Dark mode' });
    const comment = (text: string) => page.getByRole('listitem').filter({ hasText: text }).first();
    const composer = page.getByRole('region', { name: 'Write' });
    await page.getByRole('textbox', { name: 'Write a comment' }).fill('A question');
    await composer.getByRole('button', { name: 'Reply' }).click();
    await comment('A question').getByRole('button', { name: 'Reply' }).click();
    const reply = page.getByRole('textbox', { name: 'Write a comment' }).first();
    await reply.fill('An answer');
    // A half-written reply is shown again below its comment.
    await page.reload();
    await page.getByRole('heading', { name: '1 comment' }).waitFor();
    await eventually(() => writtenIn(reply)).toBe('An answer');
    await comment('A question').getByRole('button', { name: 'Reply' }).last().click();
    await page.getByRole('heading', { name: '2 comments' }).waitFor();
    await composer.getByRole('tab', { name: 'Note' }).click();
    await page.getByRole('textbox', { name: 'Write a note only your team can see' }).fill('Big customer');
    // What is half-written stays, and stays a note.
    await page.reload();
    await page.getByRole('textbox', { name: 'Write a note only your team can see' }).waitFor();
    await page.getByRole('button', { name: 'Add note' }).click();
    await comment('Big customer').getByText('Private note').waitFor();
    await page.getByRole('heading', { name: '2 comments, 1 note' }).waitFor();
    expect(await writtenIn(page.getByRole('textbox', { name: 'Write a comment' }))).toBe('');
    await page.reload();
    await page.getByRole('heading', { name: '2 comments, 1 note' }).waitFor();
    expect(await writtenIn(page.getByRole('textbox', { name: 'Write a comment' }))).toBe('');
    const tree = await earshot.posts.comments(post.id, { include: ['replies'] });
    expect(tree).toMatchObject([
      { content: 'A question', author: { email: owner.email }, replies: [{ content: 'An answer' }] },
    ]);
    await comment('An answer').getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Write a comment' }).first().fill('A better answer');
    // It is shown again, like a new one.
    await page.reload();
    await eventually(() => writtenIn(page.getByRole('textbox', { name: 'Write a comment' }).first())).toBe(
      'A better answer',
    );
    await save(page);
    await comment('A better answer').waitFor();
    await comment('A question').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('This comment was deleted.').waitFor();
    await comment('A better answer').waitFor();
    await page.getByRole('heading', { name: '1 comment' }).waitFor();
  });

  it('takes rich text, files, and notes that mention members, whose name is plain text in a reply', async () => {
    const { page, post, earshot } = await withPost({ title: 'Dark mode' });
    const [member] = (await earshot.members.list().page()).items;
    const name = member?.name ?? '';
    const field = page.getByRole('region', { name: 'Write' }).locator('[contenteditable="true"]');
    const write = async (key: string) => {
      await field.waitFor();
      await press(page, key, ...'Ask @', ...name.slice(0, 2).toLowerCase());
    };
    await write('n');
    await page.getByRole('option', { name, selected: true }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await press(page, 'Enter', 'Control+b', ...'soon', 'Control+b');
    await press(page, 'Control+Enter');
    await page
      .getByRole('listitem')
      .filter({ hasText: `Ask @${name} soon` })
      .waitFor();
    const [note] = await earshot.comments.list({ filters: { postId: post.id, private: true } }).toArray();
    expect(note?.contentHtml).toBe(
      `<p>Ask <span data-member="${member?.id}">@${name}</span> <strong>soon</strong></p>`,
    );

    await write('n');
    await page.getByRole('option', { name }).click();
    // It becomes a reply.
    await page.getByRole('tab', { name: 'Reply' }).click();
    await page.getByRole('region', { name: 'Write' }).getByRole('button', { name: 'Reply' }).click();
    await page.getByRole('heading', { name: '1 comment, 1 note' }).waitFor();
    const [reply] = await earshot.posts.comments(post.id);
    expect(reply?.contentHtml).toBe(`<p>Ask @${name} </p>`);
    await write('r');
    expect(await page.getByRole('option').count()).toBe(0);
  });

  it('keeps no draft of someone who signed out', async () => {
    const { page, owner } = await withPost({ title: 'Dark mode' }, ownContext);
    const field = page.getByRole('textbox', { name: 'Write a comment' });
    await field.fill('Half a thought');
    await page.reload();
    await eventually(() => writtenIn(field)).toBe('Half a thought');
    const address = page.url();
    await page.getByRole('button', { name: `Account: ${owner.name}` }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Half a thought');
    await page.goto(address);
    await signIn(page, owner);
    await field.waitFor();
    expect(await writtenIn(field)).toBe('');
  });

  it('accepts votes by email, which can be removed and restored', async () => {
    const { page, read } = await withPost({ title: 'Dark mode', authorEmail: 'eve@example.com' });
    await eventually(() => voteCount(page)).toBe('1 vote');
    await page.getByRole('textbox', { name: 'Add voter by email' }).fill('bob@example.com');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'bob@example.com' }).waitFor();
    await eventually(() => voteCount(page)).toBe('2 votes');
    await page.getByRole('button', { name: 'Remove bob@example.com’s vote' }).click();
    await eventually(() => voteCount(page)).toBe('1 vote');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'bob@example.com' }).waitFor();
    expect((await read()).votesCount).toBe(2);
  });

  it('shows who follows and where they began, and takes followers by email, who can be removed and restored', async () => {
    const { page, post, earshot } = await withPost({ title: 'Dark mode' });
    await earshot.posts.follow(post.id, { userEmail: 'eve@example.com' });
    await page.reload();
    const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Followers' }) });
    await eventually(() => panel.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/eve@example\.com\s+API/),
    ]);
    await page.getByRole('textbox', { name: 'Add follower by email' }).fill('bob@example.com');
    await page.keyboard.press('Enter');
    await noticeOf(page, 'Follower added.').waitFor();
    await panel.getByRole('link', { name: 'bob@example.com' }).waitFor();
    await page.getByRole('button', { name: 'Remove eve@example.com from the followers' }).click();
    await eventually(() => panel.getByRole('listitem').count()).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await panel.getByRole('link', { name: 'eve@example.com' }).waitFor();
    const followers = await earshot.posts.followers(post.id).toArray();
    expect(followers.map(({ source }) => source)).toEqual(['team', 'team']);
    expect(await earshot.posts.votes(post.id).toArray()).toEqual([]);
  });

  it('reports each of several votes that are removed quickly, and gives them back with their time', async () => {
    const { post, page, earshot } = await withPost({ title: 'Dark mode' });
    const votes = [
      { userEmail: 'ann@example.com', votedAt: '2024-03-01T08:00:00.000Z' },
      { userEmail: 'ben@example.com', votedAt: '2024-02-01T08:00:00.000Z' },
    ];
    for (const vote of votes) await earshot.posts.vote(post.id, vote);
    await page.reload();
    const removeVoteOf = (email: string) => page.getByRole('button', { name: `Remove ${email}’s vote` });
    for (const { userEmail } of votes) await removeVoteOf(userEmail).waitFor();
    const release = await heldBack(page, `/v1/posts/${post.id}/votes`);
    for (const { userEmail } of votes) await removeVoteOf(userEmail).click();
    release();
    const notices = noticeOf(page, 'Vote removed.');
    await eventually(() => notices.count()).toBe(2);
    for (const _ of votes) await page.keyboard.press('z');
    await eventually(async () => (await earshot.posts.votes(post.id).toArray()).length).toBe(2);
    const kept = await earshot.posts.votes(post.id).toArray();
    expect(kept.map(({ votedAt }) => votedAt).sort()).toEqual(votes.map(({ votedAt }) => votedAt).sort());
  });

  it('says what could not be loaded, and loads it again when asked', async () => {
    const { post, page, earshot } = await withPost({ title: 'Dark mode' });
    for (const number of [1, 2, 3, 4, 5, 6])
      await earshot.posts.vote(post.id, { userEmail: `voter${number}@example.com` });
    await earshot.posts.comment(post.id, { content: 'Ask legal first', isPrivate: true });
    const isLost = ({ pathname, searchParams }: URL) =>
      pathname === '/v1/comments' || searchParams.has('after');
    // A lost connection would be retried without a click.
    await page.route(isLost, (route) => route.fulfill({ status: 500 }));
    await page.reload();
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await eventually(() => retry.count()).toBe(2);
    await page.unroute(isLost);
    await retry.first().click();
    await eventually(() => retry.count()).toBe(1);
    await retry.click();
    await page.getByText('Ask legal first').waitFor();
    await page.getByRole('link', { name: 'voter1@example.com' }).waitFor();
    expect(await retry.count()).toBe(0);
  });

  it('shows what was said and what became of it in one list, with who and why', async () => {
    const { page, post, earshot } = await withPost({ title: 'Dark mode' });
    await earshot.posts.comment(post.id, { content: 'Any date?' });
    await press(page, 's', ...'plan', 'Tab', ...'Next quarter.', 'Enter');
    const rows = page.getByRole('region', { name: '1 comment' }).getByRole('listitem');
    const row = (text: string | RegExp) => rows.filter({ hasText: text });
    await row(/Ada Lovelace moved this from Open to Planned · now.*Next quarter\./s).waitFor();
    await noticeOf(page, 'Moved to Planned.').getByRole('button', { name: 'Undo' }).click();
    await row('Ada Lovelace moved this from Planned to Open').waitFor();
    await press(page, 'a', 'Enter');
    await row('Ada Lovelace made Ada Lovelace the owner').waitFor();
    await earshot.posts.update(post.id, { statusId: await idOf(earshot.statuses.list(), 'Complete') });
    const other = await earshot.posts.create({ title: 'Night mode' });
    await earshot.posts.merge(other.id, { intoId: post.id });
    await earshot.changelogs.create({ title: 'It is dark', state: 'published', linkedPostIds: [post.id] });
    await page.reload();
    await row('First live key (API key) moved this from Open to Complete').waitFor();
    await row('merged a post into this one').getByRole('link', { name: 'Night mode' }).waitFor();
    await row('Shipped with a changelog entry').getByRole('link', { name: 'It is dark' }).waitFor();
    expect((await rows.allInnerTexts())[0]).toContain('Any date?');
    expect(await violationsOn(page)).toEqual([]);
    expect((await earshot.posts.statusChanges(post.id).toArray()).map(({ comment }) => comment)).toEqual([
      null,
      null,
      'Next quarter.',
    ]);
  });

  it('is renamed in place, copied, and shows likely duplicates and what else its author asked for', async () => {
    const { page, post, earshot, read, address } = await withPost(
      { title: 'Dark mode please', authorEmail: 'eve@example.com' },
      { ...ownContext, permissions: ['clipboard-read', 'clipboard-write'] },
    );
    const target = await earshot.posts.create({ title: 'Dark mode', authorEmail: 'bob@example.com' });
    await earshot.posts.create({ title: 'Faster search', authorEmail: 'eve@example.com' });
    await page.reload();
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByRole('link', { name: 'Faster search' }).waitFor();
    const same = page.getByRole('region', { name: 'Similar posts' });
    await same.getByRole('link', { name: 'Dark mode' }).waitFor();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await act(page, 'Copy link');
    await eventually(copied).toBe(`${address}/posts/${post.id}`);
    await act(page, 'Copy as Markdown');
    await eventually(copied).toBe(`# Dark mode please\n\n<${address}/posts/${post.id}>`);

    await page.getByRole('heading', { name: 'Dark mode please' }).getByRole('button').click();
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.fill('Light mode');
    await title.press('Escape');
    await page.getByRole('heading', { name: 'Dark mode please' }).waitFor();
    await page.getByRole('heading', { name: 'Dark mode please' }).getByRole('button').click();
    await title.fill('Dark mode at night');
    await title.press('Enter');
    await noticeOf(page, 'Saved.').getByRole('button', { name: 'Undo' }).click();
    await noticeOf(page, 'Undone.').waitFor();
    expect((await read()).title).toBe('Dark mode please');

    await same.getByRole('button', { name: 'Merge into another post' }).click();
    await page.getByRole('dialog', { name: 'Merge into' }).getByRole('option').first().waitFor();
    await press(page, 'Enter');
    await page.getByRole('heading', { name: 'Dark mode', exact: true }).waitFor();
    expect((await read()).mergedIntoId).toBe(target.id);
  });

  it('is merged into a suggested duplicate, and unmerged without loss', async () => {
    const { page, post, earshot, address } = await withPost({
      title: 'Dark mode please',
      authorEmail: 'a@example.com',
    });
    const target = await earshot.posts.create({ title: 'Dark mode', authorEmail: 'b@example.com' });
    await earshot.posts.create({ title: 'Something else' });
    for (const id of [post.id, target.id]) await earshot.posts.vote(id, { userEmail: 'both@example.com' });
    await earshot.posts.comment(post.id, { content: 'Came along' });
    const counts = async () =>
      (await Promise.all([post.id, target.id].map((id) => earshot.posts.get(id)))).map(
        ({ votesCount, commentsCount }) => [votesCount, commentsCount],
      );
    await act(page, 'Merge into another post');
    const dialog = page.getByRole('dialog', { name: 'Merge into' });
    await dialog.getByRole('option', { name: /^Dark mode\b.*2 votes.*b@example\.com/ }).waitFor();
    expect(await dialog.getByText('Something else').count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
    await press(page, 'Enter');
    await page.getByRole('heading', { name: 'Dark mode', exact: true }).waitFor();
    await eventually(() => voteCount(page)).toBe('3 votes');
    await page.getByText('Came along').waitFor();
    expect(await counts()).toEqual([
      [0, 0],
      [3, 1],
    ]);
    await page.goto(`${address}/posts/${post.id}`);
    await page.getByText('This post was merged into another').waitFor();
    await page.getByRole('button', { name: 'Unmerge', exact: true }).click();
    await noticeOf(page, 'Posts unmerged.').waitFor();
    await eventually(() => voteCount(page)).toBe('2 votes');
    await page.getByText('Came along').waitFor();
    expect(await counts()).toEqual([
      [2, 1],
      [2, 0],
    ]);
  });

  it('that was merged is found by search, leads to its target, and can be unmerged there', async () => {
    const { page, post, earshot, address } = await withPost({ title: 'Tables in many colors' });
    const target = await earshot.posts.create({ title: 'Themes for charts' });
    const other = await earshot.posts.create({ title: 'Tables that sort' });
    await earshot.posts.merge(post.id, { intoId: target.id });
    await page.goto(`${address}/posts`);
    await listShows(page, [other.title, target.title]);
    await page.getByRole('searchbox', { name: 'Search posts and comments' }).fill('tables');
    await listShows(page, [other.title, post.title]);
    const merged = rowOf(page, post.title);
    await merged.getByText('Merged into “Themes for charts”').waitFor();
    expect(await merged.getByRole('checkbox').count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
    await merged.getByRole('link').click();
    await page.getByRole('heading', { name: target.title }).waitFor();
    const from = page.getByRole('region', { name: 'Merged posts' });
    await from.getByRole('link', { name: post.title }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await from.getByRole('button', { name: `Unmerge “${post.title}”` }).click();
    await noticeOf(page, 'Posts unmerged.').waitFor();
    await from.waitFor({ state: 'detached' });
    expect((await earshot.posts.get(post.id)).mergedIntoId).toBeNull();
    await page.getByRole('link', { name: 'Back to posts' }).click();
    await listShows(page, [other.title, post.title]);
    expect(await rowOf(page, post.title).getByText('Merged into').count()).toBe(0);
  });

  it('refreshes while open, and keeps what is being typed', async () => {
    const { page, post, earshot } = await withPost(
      { title: 'Dark mode', authorEmail: 'eve@example.com' },
      ownContext,
    );
    await page.getByRole('heading', { name: 'Dark mode' }).waitFor();
    const draft = page.getByRole('textbox', { name: 'Write a comment' });
    await draft.fill('Half a thought');
    await earshot.posts.update(post.id, { title: 'Dark mode at night', tags: ['night'] });
    await earshot.posts.comment(post.id, { content: 'From the API' });
    await earshot.posts.vote(post.id, { userEmail: 'bob@example.com' });
    await page.getByRole('heading', { name: 'Dark mode at night' }).waitFor();
    await page.getByText('From the API').waitFor();
    await eventually(() => voteCount(page)).toBe('2 votes');
    await page.getByRole('button', { name: 'Tags: night. Change' }).waitFor();
    expect(await writtenIn(draft)).toBe('Half a thought');

    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    await page.getByLabel('Title').fill('Mine');
    const read = page.waitForResponse((response) => response.url().includes(`/v1/posts/${post.id}?`));
    await earshot.posts.update(post.id, { title: 'Theirs', description: 'Theirs too.' });
    await read;
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.getByLabel('Title').inputValue()).toBe('Mine');
    expect(await editor(page).textContent()).toBe('');
  });

  it('is deleted ten seconds later or when the page is left, and undone before that no one hears of it', async () => {
    const { page, post, earshot } = await withPost({ title: 'Spam' }, ownContext);
    await earshot.posts.create({ title: 'Dark mode' });
    await page.clock.install();
    await page.reload();
    const isThere = () => statusOf(earshot.posts.get(post.id));
    await act(page, 'Delete');
    await listShows(page, ['Dark mode']);
    await noticeOf(page, 'Post deleted.').getByRole('button', { name: 'Undo' }).click();
    await listShows(page, ['Dark mode', 'Spam']);
    await page.clock.fastForward(11_000);
    expect(await isThere()).toBe(200);
    expect(await earshot.auditLog.list({ filters: { action: 'post.deleted' } }).toArray()).toEqual([]);

    await rowOf(page, 'Spam').getByRole('link').click();
    await act(page, 'Delete');
    await listShows(page, ['Dark mode']);
    expect(await isThere()).toBe(200);
    await page.clock.fastForward(11_000);
    await eventually(isThere).toBe(404);
    await press(page, 'z');
    await page.getByRole('status').filter({ hasText: 'Nothing to undo.' }).waitFor();

    await rowOf(page, 'Dark mode').getByRole('link').click();
    await act(page, 'Delete');
    await noticeOf(page, 'Post deleted.').waitFor();
    await page.goto('about:blank');
    await eventually(async () => (await earshot.posts.list().toArray()).length).toBe(0);
  });
});
