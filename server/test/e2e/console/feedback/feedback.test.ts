import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { BatchOperation } from '../../../../../client/src/index.ts';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { seed } from '../support/actions.ts';
import { consoleFixture, ownContext, violationsOn } from '../support/console-fixture.ts';
import {
  eventually,
  idOf,
  listShows,
  noticeOf,
  rowOf,
  rowsOf,
  statusOfRow,
  toTheEnd,
} from '../support/feedback-page.ts';

const hasCurl = spawnSync('sh', ['-c', 'command -v curl']).status === 0;

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search posts and comments' });
const choose = async (page: Page, filter: string, name: string) => {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: filter, exact: true }).click();
  await page.getByRole('checkbox', { name, exact: true }).check();
  await page.keyboard.press('Escape');
};
const isList = ({ pathname }: URL) => pathname === '/v1/posts';
const failing = (route: Route) =>
  route.fulfill({
    status: 503,
    headers: { 'x-request-id': 'req_told' },
    json: { error: { code: 'UNAVAILABLE', message: 'Away.', status: 503 } },
  });

/** Passes the waits between four retries, on a page with a clock. `asked` counts the attempts. */
async function passRetries(page: Page, asked: () => number): Promise<void> {
  for (const attempt of [1, 2, 3, 4]) {
    await eventually(asked).toBeGreaterThanOrEqual(attempt);
    await page.clock.fastForward(8_000);
  }
}

describe.skipIf(chromiumIsMissing)('the feedback list', () => {
  const fixture = consoleFixture({ withTransitions: true });
  const withPosts = async (...titles: string[]) => {
    const installation = await fixture.workspace();
    const operations = titles.map(
      (title): BatchOperation => ({ method: 'POST', path: '/posts', body: { title } }),
    );
    if (operations.length > 0) await installation.earshot.batch(operations, { atomic: true });
    return installation;
  };

  /** 140 selected posts, more than fit into one batch. */
  const withManySelected = async (options?: BrowserContextOptions, status?: string) => {
    const installation = await withPosts(...[...Array(70).keys()].map((number) => `Early ${number}`));
    await installation.earshot.batch(
      [...Array(70).keys()].map(
        (number): BatchOperation => ({ method: 'POST', path: '/posts', body: { title: `Late ${number}` } }),
      ),
      { atomic: true },
    );
    const filter = status && `?status=${await idOf(installation.earshot.statuses.list(), status)}`;
    const page = await fixture.asOwner(installation, `/posts${filter ?? ''}`, options);
    await rowOf(page, 'Late 69').getByRole('checkbox').check();
    await eventually(async () => {
      await toTheEnd(page);
      return rowOf(page, 'Early 0').isVisible();
    }).toBe(true);
    await page.getByRole('button', { name: 'Select all (140)' }).click();
    await page.getByText('140 selected').waitFor();
    return { installation, page };
  };

  it('searches as you type, and ignores late responses to earlier searches', async () => {
    const page = await fixture.asOwner(await withPosts('Login fails', 'Dark mode', 'Dashboard'), '/posts');
    await listShows(page, ['Dashboard', 'Dark mode', 'Login fails']);
    let answerFirst: () => Promise<void> = async () => undefined;
    await page.route(isSearchFor('da'), (route) => {
      answerFirst = () => route.continue().catch(() => undefined);
    });
    const asked = page.waitForRequest((request) => isSearchFor('da')(new URL(request.url())));
    await searchBox(page).pressSequentially('da');
    const first = await asked;
    await searchBox(page).pressSequentially('rk');
    await listShows(page, ['Dark mode']);
    await answerFirst();
    await first.response().catch(() => null);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await listShows(page, ['Dark mode']);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await listShows(page, ['Dashboard', 'Dark mode', 'Login fails']);
  });

  it('keeps filters, sorting and search in the URL, for reloads and history', async () => {
    const installation = await withPosts();
    const { earshot } = installation;
    const planned = await idOf(earshot.statuses.list(), 'Planned');
    const bug = await idOf(earshot.postTypes.list(), 'Bug report');
    await earshot.posts.create({ title: 'Idea', statusId: planned });
    await earshot.posts.create({ title: 'Small bug', postTypeId: bug, statusId: planned });
    const big = await earshot.posts.create({ title: 'Big bug', postTypeId: bug, statusId: planned });
    await earshot.posts.create({ title: 'Open bug', postTypeId: bug });
    await earshot.posts.create({ title: 'Late bug', postTypeId: bug, statusId: planned });
    await earshot.posts.vote(big.id, { userEmail: 'bob@example.com' });
    const page = await fixture.asOwner(installation, '/posts');
    await listShows(page, ['Late bug', 'Open bug', 'Big bug', 'Small bug', 'Idea']);
    await choose(page, 'Status', 'Planned');
    await listShows(page, ['Late bug', 'Big bug', 'Small bug', 'Idea']);
    await choose(page, 'Type', 'Bug report');
    await listShows(page, ['Late bug', 'Big bug', 'Small bug']);
    await page.getByRole('button', { name: /^Sort/ }).click();
    await page.getByRole('menuitem', { name: 'Most votes' }).click();
    await listShows(page, ['Big bug', 'Late bug', 'Small bug']);
    await page.reload();
    await listShows(page, ['Big bug', 'Late bug', 'Small bug']);
    await searchBox(page).pressSequentially('small bug');
    await eventually(() => new URL(page.url()).searchParams.get('q')).toBe('small bug');
    await listShows(page, ['Small bug']);
    await page.goBack();
    await listShows(page, ['Big bug', 'Late bug', 'Small bug']);
    await eventually(() => searchBox(page).inputValue()).toBe('');
    await page.goBack();
    await listShows(page, ['Late bug', 'Big bug', 'Small bug']);
    await page.goForward();
    await page.goForward();
    await listShows(page, ['Small bug']);
    await eventually(() => searchBox(page).inputValue()).toBe('small bug');
  });

  it('finds texts, comments and private notes, and marks what is in a title', async () => {
    const installation = await withPosts('Dark mode', 'Export');
    const { earshot } = installation;
    const [exported] = await earshot.posts.list({ filters: { search: 'export' } }).toArray();
    await earshot.posts.comment(exported?.id ?? '', { content: 'Spreadsheets, please' });
    await earshot.posts.comment(exported?.id ?? '', { content: 'A large customer', isPrivate: true });
    await earshot.posts.create({ title: 'Modern look', description: 'Rounded corners' });
    const page = await fixture.asOwner(installation, '/posts');
    const marks = () => rowsOf(page).locator('mark').allTextContents();
    await searchBox(page).fill('mod');
    await listShows(page, ['Modern look', 'Dark mode']);
    await eventually(marks).toEqual(['Mod', 'mod']);
    expect(await violationsOn(page)).toEqual([]);
    for (const [words, title] of [
      ['spread', 'Export'],
      ['large cust', 'Export'],
      ['corners', 'Modern look'],
    ] as const) {
      await searchBox(page).fill(words);
      await listShows(page, [title]);
      await eventually(marks).toEqual([]);
    }
  });

  it('filters by comments, and by how long a post waits for an answer, one choice at a time', async () => {
    const installation = await withPosts('New');
    const { earshot } = installation;
    const createdAt = new Date(Date.now() - 40 * 86_400_000).toISOString();
    const talked = await earshot.posts.create({ title: 'Talked about', createdAt });
    const quiet = await earshot.posts.create({ title: 'Quiet', createdAt });
    await earshot.posts.comment(talked.id, { content: 'Me too' });
    const page = await fixture.asOwner(installation, '/posts');
    await choose(page, 'Comments', 'With comments');
    await listShows(page, ['Talked about']);
    await page.getByRole('button', { name: 'Comments: With comments' }).click();
    await page.getByRole('checkbox', { name: 'Without comments' }).check();
    await page.keyboard.press('Escape');
    await listShows(page, ['New', 'Quiet']);
    await choose(page, 'Unanswered for…', 'Unanswered for 30 days');
    await listShows(page, ['Quiet']);
    expect(await violationsOn(page)).toEqual([]);
    await page.reload();
    await listShows(page, ['Quiet']);
    await earshot.posts.update(quiet.id, {
      statusId: await idOf(earshot.statuses.list(), 'Planned'),
    });
    await page.reload();
    await page.getByRole('heading', { name: 'No posts match these filters' }).waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await listShows(page, ['New', 'Quiet', 'Talked about']);
  });

  it('adds up filter values that are checked faster than the list loads', async () => {
    const page = await fixture.asOwner(await withPosts('Idea'), '/posts');
    await listShows(page, ['Idea']);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('button', { name: 'Status', exact: true }).click();
    const boxes = page.getByRole('checkbox', { name: /^(Planned|Open)$/ });
    await eventually(() => boxes.count()).toBe(2);
    await boxes.evaluateAll(async (inputs) => {
      for (const input of inputs) {
        (input as HTMLInputElement).click();
        await Promise.resolve();
      }
    });
    await page.getByRole('button', { name: 'Status: Open and Planned' }).waitFor();
    await eventually(() => new URL(page.url()).searchParams.get('status')).toContain(',');
  });

  it('says how many match, and removes filters one by one', async () => {
    const installation = await withPosts('One', 'Two');
    const { earshot } = installation;
    const planned = await idOf(earshot.statuses.list(), 'Planned');
    const three = await earshot.posts.create({ title: 'Three', tags: ['mobile'], statusId: planned });
    await earshot.posts.create({ title: 'Four', tags: ['mobile'], userEmail: 'bob@example.com' });
    const page = await fixture.asOwner(installation, '/posts');
    await page.getByRole('status').filter({ hasText: '4 posts' }).waitFor();
    await choose(page, 'Tag', 'mobile');
    await listShows(page, ['Four', 'Three']);
    await choose(page, 'Author', 'bob@example.com');
    await page.getByRole('status').filter({ hasText: '1 post' }).waitFor();
    await page.getByRole('button', { name: 'Author: bob@example.com' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove “Tag”' }).click();
    await listShows(page, ['Four']);
    await page.getByRole('button', { name: 'Remove “Author”' }).click();
    await page.getByRole('status').filter({ hasText: '4 posts' }).waitFor();
    await earshot.posts.merge(three.id, { intoId: (await earshot.posts.list().page()).items[0]?.id ?? '' });
    await choose(page, 'Merged', 'Merged');
    await listShows(page, ['Three']);
    await page.getByRole('button', { name: 'Remove “Merged”' }).click();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('button', { name: 'Created before' }).click();
    await page.getByLabel('Created before').fill('2020-01-31');
    await page.getByRole('heading', { name: 'No posts match these filters' }).waitFor();
    await page.getByRole('button', { name: 'Created before: Jan 31, 2020' }).waitFor();
  });

  it('selects a range with Shift, by mouse and by keyboard', async () => {
    const page = await fixture.asOwner(await withPosts('F', 'E', 'D', 'C', 'B', 'A'), '/posts');
    const selected = () => rowsOf(page).and(page.locator('[data-selected="true"]')).locator('a');
    const areSelected = (titles: string[]) => eventually(() => selected().allTextContents()).toEqual(titles);
    await rowOf(page, 'B').getByRole('checkbox').check();
    await rowOf(page, 'D').click({ modifiers: ['Shift'] });
    await areSelected(['B', 'C', 'D']);
    await rowOf(page, 'C')
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await areSelected(['B', 'C']);
    await page.keyboard.press('Escape');
    await areSelected([]);
    // From the row below the one that was clicked.
    for (const key of ['j', 'Shift+ArrowUp', 'Shift+ArrowUp', 'Shift+ArrowDown'])
      await page.keyboard.press(key);
    await areSelected(['D', 'E']);
    expect(new URL(page.url()).pathname).toBe('/posts');
  });

  it('changes the status of many posts, with undo', async () => {
    const installation = await withPosts('One', 'Two', 'Three');
    const { earshot } = installation;
    const [open, planned] = [
      await idOf(earshot.statuses.list(), 'Open'),
      await idOf(earshot.statuses.list(), 'Planned'),
    ];
    const statuses = async () => (await earshot.posts.list().toArray()).map(({ statusId }) => statusId);
    const page = await fixture.asOwner(installation, '/posts');
    for (const title of ['One', 'Three']) await rowOf(page, title).getByRole('checkbox').check();
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Set status' }).click();
    await page.getByRole('option', { name: 'Open current', disabled: true, selected: false }).waitFor();
    await page.getByRole('dialog').getByRole('option', { name: 'Planned' }).click();
    await noticeOf(page, '2 posts moved to Planned.').waitFor();
    await eventually(() => statusOfRow(page, 'One').textContent()).toBe('Planned');
    expect(await statusOfRow(page, 'Two').textContent()).toBe('Open');
    expect(await statuses()).toEqual([planned, open, planned]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await noticeOf(page, 'Moved back.').waitFor();
    expect(await statuses()).toEqual([open, open, open]);
    await eventually(() => statusOfRow(page, 'One').textContent()).toBe('Open');
  });

  it('gives many posts an owner, and deletes them after ten seconds unless that is undone', async () => {
    const installation = await withPosts('One', 'Two', 'Three');
    const { earshot } = installation;
    const titles = async () => (await earshot.posts.list().toArray()).map(({ title }) => title);
    const page = await fixture.asOwner(installation, '/posts', ownContext);
    await page.clock.install();
    await listShows(page, ['Three', 'Two', 'One']);
    const bar = page.getByRole('region', { name: 'Selected posts' });
    const selectTwo = async () => {
      for (const title of ['One', 'Three']) await rowOf(page, title).getByRole('checkbox').check();
      await bar.getByText('2 selected').waitFor();
    };
    await selectTwo();
    await bar.getByRole('button', { name: 'Owner' }).click();
    await page
      .getByRole('dialog')
      .getByRole('option', { name: /\(you\)/ })
      .click();
    await noticeOf(page, '2 posts changed.').waitFor();
    await rowOf(page, 'One').getByText('Ada Lovelace').waitFor();
    await selectTwo();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await listShows(page, ['Two']);
    await page.getByRole('status').filter({ hasText: '1 post' }).waitFor();
    await noticeOf(page, '2 posts deleted.').getByRole('button', { name: 'Undo' }).click();
    await listShows(page, ['Three', 'Two', 'One']);
    await selectTwo();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await listShows(page, ['Two']);
    expect(await titles()).toEqual(['Three', 'Two', 'One']);
    await page.clock.fastForward(11_000);
    await eventually(titles).toEqual(['Two']);
  });

  it('explains refused status changes, and shows only what was saved', async () => {
    const installation = await withPosts('Stays', 'Goes');
    const { earshot } = installation;
    const [open, planned] = [
      await idOf(earshot.statuses.list(), 'Open'),
      await idOf(earshot.statuses.list(), 'Planned'),
    ];
    const [goes] = (await earshot.posts.list().page()).items;
    await earshot.posts.update(goes?.id ?? '', { statusId: planned });
    await earshot.statuses.update(open, { nextStatusIds: [planned] });
    const page = await fixture.asOwner(installation, '/posts');
    await statusOfRow(page, 'Stays').click();
    await page.getByRole('dialog').getByRole('option', { name: 'Complete', disabled: true }).waitFor();
    await page.keyboard.press('Escape');
    for (const title of ['Stays', 'Goes']) await rowOf(page, title).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Set status' }).click();
    await page.getByRole('dialog').getByRole('option', { name: 'Complete' }).click();
    await noticeOf(page, 'Moved to Complete.').waitFor();
    await noticeOf(page, /Couldn’t move “Stays” to Complete.*can only move to: Planned/).waitFor();
    const shown = async () => [
      await statusOfRow(page, 'Stays').textContent(),
      await statusOfRow(page, 'Goes').textContent(),
    ];
    expect(await shown()).toEqual(['Open', 'Complete']);
    await page.reload();
    await eventually(shown).toEqual(['Open', 'Complete']);
  });

  it('shows exactly what was saved when the network fails in the middle of a bulk change', async () => {
    const { installation, page } = await withManySelected(ownContext);
    await page.clock.install();
    let batches = 0;
    await page.route('**/v1/batch', (route) => {
      batches += 1;
      return batches === 1 ? route.continue() : route.abort();
    });
    await page.keyboard.press('s');
    await page.getByRole('dialog').getByRole('option', { name: 'Planned' }).click();
    await passRetries(page, () => batches - 1);
    await noticeOf(page, '100 posts moved to Planned.').waitFor();
    await noticeOf(page, /Couldn’t move 40 posts.*Can’t reach the server\./).waitFor();
    expect(await statusOfRow(page, 'Early 0').textContent()).toBe('Open');
    const planned = await idOf(installation.earshot.statuses.list(), 'Planned');
    const moved = await installation.earshot.posts.list({ filters: { statusId: planned } }).toArray();
    expect(moved).toHaveLength(100);
    await page.reload();
    await eventually(() => statusOfRow(page, 'Late 69').textContent()).toBe('Planned');
  });

  it('selects all loaded posts, then all that match, with counts, and a bulk change can be canceled', async () => {
    const installation = await fixture.workspace();
    await seed(installation, 230);
    const { earshot } = installation;
    const target = await idOf(earshot.statuses.list(), 'Under review');
    const countIn = async () =>
      (await earshot.posts.list({ filters: { statusId: target } }).toArray()).length;
    const total = (await earshot.posts.list({ filters: { merged: false } }).toArray()).length;
    const page = await fixture.asOwner(installation, '/posts');
    await rowsOf(page).first().getByRole('checkbox').check();
    const bar = page.getByRole('region', { name: 'Selected posts' });
    await bar.getByRole('button', { name: 'Select all loaded (50)' }).click();
    await bar.getByText('50 selected').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await bar.getByRole('button', { name: `Select all ${total} that match` }).click();
    await bar.getByText(`${total} selected`).waitFor();
    expect(await bar.getByRole('button', { name: /^Select/ }).count()).toBe(0);

    const asked: Route[] = [];
    await page.route('**/v1/batch', (route) => void asked.push(route));
    const [before, progress] = [
      await countIn(),
      page.getByRole('status').filter({ hasText: /^Moving \d+ posts…/ }),
    ];
    await bar.getByRole('button', { name: 'Set status' }).click();
    await page.getByRole('dialog').getByRole('option', { name: 'Under review' }).click();
    await eventually(() => asked.length).toBe(1);
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await asked[0]?.continue();
    await page
      .getByRole('status')
      .filter({ hasText: /^Stopped\. \d+ posts were not moved\./ })
      .waitFor();
    expect(asked).toHaveLength(1);
    expect(await countIn()).toBe(before + 100);
    await progress.waitFor({ state: 'detached' });
  });

  it('removes a post that no longer matches the filter, and restores it in place on undo', async () => {
    const installation = await withPosts('Third', 'Second', 'First');
    const open = await idOf(installation.earshot.statuses.list(), 'Open');
    const page = await fixture.asOwner(installation, `/posts?status=${open}`, ownContext);
    await page.clock.install();
    await listShows(page, ['First', 'Second', 'Third']);
    const planTo = async (title: string) => {
      await statusOfRow(page, title).click();
      await page.getByRole('dialog').getByRole('option', { name: 'Planned' }).click();
    };
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('s');
    await page.keyboard.press('3');
    await listShows(page, ['First', 'Third']);
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Third');
    await noticeOf(page, 'Moved to Planned.').getByRole('button', { name: 'Undo' }).click();
    await listShows(page, ['First', 'Second', 'Third']);
    await noticeOf(page, 'Moved to Planned.').waitFor({ state: 'detached' });
    let asked = 0;
    await page.route('**/v1/batch', (route) => {
      asked += 1;
      return failing(route);
    });
    await planTo('Second');
    await listShows(page, ['First', 'Third']);
    const waits = 'Moving “Second” to Planned… Server busy. Resuming automatically.';
    await page.getByRole('status').filter({ hasText: waits }).waitFor();
    await passRetries(page, () => asked);
    const failed = noticeOf(page, /Couldn’t move “Second” to Planned.*Server error\. Reference: req_told/);
    await failed.waitFor();
    await listShows(page, ['First', 'Second', 'Third']);
    await page.unroute('**/v1/batch');
    await failed.getByRole('button', { name: 'Try again' }).click();
    await listShows(page, ['First', 'Third']);
    for (const title of ['First', 'Third']) {
      await planTo(title);
      await rowOf(page, title).waitFor({ state: 'detached' });
    }
    await page.getByRole('heading', { name: 'No Open posts' }).waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await listShows(page, ['First', 'Second', 'Third']);
  });

  it('shows server errors, with their reference if there is one', async () => {
    const page = await fixture.asOwner(await withPosts('Dark mode'), '/posts', ownContext);
    await page.clock.install();
    const plan = async () => {
      await statusOfRow(page, 'Dark mode').click();
      await page.getByRole('dialog').getByRole('option', { name: 'Planned' }).click();
    };
    const said: string[] = [];
    const fault = (headers: Record<string, string>) => async (route: Route) => {
      said.push(...(await page.getByRole('status').allInnerTexts()));
      await route.fulfill({
        status: 500,
        headers,
        json: { error: { code: 'INTERNAL_ERROR', message: 'Something broke.', status: 500 } },
      });
    };
    for (const [headers, words] of [
      [{ 'x-request-id': 'req_told' }, 'Server error. Reference: req_told'],
      [{}, 'Server error. Try again in a moment.'],
    ] as const) {
      await page.route('**/v1/batch', fault(headers));
      await plan();
      await eventually(async () => {
        await page.clock.fastForward(8_000);
        return noticeOf(page, words).count();
      }).toBe(1);
      expect(await statusOfRow(page, 'Dark mode').textContent()).toBe('Open');
      await page.unroute('**/v1/batch');
    }
    expect(said.join()).not.toMatch(/busy/);
    expect(said).toContainEqual(
      expect.stringContaining('Moving “Dark mode” to Planned… Not saved yet. Trying again…'),
    );
  });

  it('shows what others change, and asks for nothing while nothing changes or the tab is hidden', async () => {
    const { earshot, ...installation } = await withPosts(
      ...[...Array(90).keys()].map((number) => `Wish ${number + 10}`),
    );
    const [planned] = [await idOf(earshot.statuses.list(), 'Planned')];
    const page = await fixture.asOwner({ earshot, ...installation }, '/posts', ownContext);
    await rowOf(page, 'Wish 99').waitFor();
    await eventually(async () => {
      await toTheEnd(page);
      return rowOf(page, 'Wish 10').isVisible();
    }).toBe(true);
    const { items } = await earshot.posts.list({ sortBy: 'oldest', limit: 1 }).page();
    const [id = ''] = items.map((post) => post.id);
    await earshot.posts.update(id, { statusId: planned, title: 'Wish come true' });
    await eventually(() => statusOfRow(page, 'Wish come true').textContent()).toBe('Planned');

    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/v1/')) asked.push(pathname);
    });
    const setHidden = (isHidden: boolean) =>
      page.evaluate(
        (state) => {
          Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        },
        isHidden ? 'hidden' : 'visible',
      );
    await setHidden(true);
    asked.length = 0;
    const other = await page.context().newPage();
    await other.goto(page.url());
    await rowOf(other, 'Wish 99').waitFor();
    await earshot.posts.update(id, { title: 'Wish forgotten' });
    const { items: newest } = await earshot.posts.list({ limit: 1 }).page();
    await earshot.posts.update(newest[0]?.id ?? '', { title: 'Wish 100' });
    // The other window hears of it by the stream of this one.
    await rowOf(other, 'Wish 100').waitFor();
    expect(asked).toEqual([]);
    await setHidden(false);
    await rowOf(page, 'Wish forgotten').waitFor();
    await other.close();
  });

  it('shows the progress of a bulk change, and when it waits for the rate limit', async () => {
    const { installation, page } = await withManySelected(ownContext, 'Open');
    const asked: Route[] = [];
    await page.route('**/v1/batch', (route) => void asked.push(route));
    const isAsked = (times: number) => eventually(() => asked.length).toBe(times);
    const progress = (text: string) => page.getByRole('status').filter({ hasText: text });
    await page.clock.install();
    await page.keyboard.press('s');
    await page.getByRole('dialog').getByRole('option', { name: 'Planned' }).click();
    await isAsked(1);
    await progress('Moving 140 posts…').waitFor();
    await asked[0]?.continue();
    await isAsked(2);
    // Rows stay until all are done, even if they no longer match the filter.
    expect(await statusOfRow(page, 'Early 0').textContent()).toBe('Planned');
    await progress('Moving 140 posts… 100 done.').waitFor();
    await asked[1]?.fulfill({
      status: 429,
      headers: { 'retry-after': '60' },
      json: { error: { code: 'RATE_LIMITED', message: 'Later.', status: 429 } },
    });
    await progress('Moving 140 posts… 100 done. Server busy. Resuming automatically.').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.clock.fastForward(61_000);
    await isAsked(3);
    await asked[2]?.continue();
    await noticeOf(page, '140 posts moved to Planned.').waitFor();
    await progress('Moving').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'No Open posts' }).waitFor();
    const planned = await idOf(installation.earshot.statuses.list(), 'Planned');
    const moved = await installation.earshot.posts.list({ filters: { statusId: planned } }).toArray();
    expect(moved).toHaveLength(140);
  });

  it.skipIf(!hasCurl)(
    'teaches, while it is empty, a command that makes the first post, which then appears',
    async () => {
      const installation = await fixture.workspace();
      const page = await fixture.asOwner(installation, '/posts');
      const command = (await page.locator('code').textContent()) ?? '';
      await promisify(execFile)('sh', ['-c', command], {
        env: { PATH: process.env.PATH ?? '', EARSHOT_KEY: installation.key },
      });
      await listShows(page, ['Hello from Earshot']);
    },
  );

  it('offers to clear the filters when nothing matches', async () => {
    const page = await fixture.asOwner(await withPosts('Dark mode'), '/posts?q=ark');
    await page.getByRole('heading', { name: 'No posts match' }).waitFor();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await listShows(page, ['Dark mode']);
    expect(await searchBox(page).inputValue()).toBe('');
  });

  it('reports server and network failures, and recovers', async () => {
    const page = await fixture.asOwner(await withPosts('Dark mode', 'Login fails'), '/posts');
    await listShows(page, ['Login fails', 'Dark mode']);
    await page.route(isList, failing);
    await searchBox(page).fill('dark');
    await page.getByRole('alert').filter({ hasText: 'req_told' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.unroute(isList);
    await page.getByRole('button', { name: 'Try again' }).click();
    await listShows(page, ['Dark mode']);
    await page.context().setOffline(true);
    await page.getByText('You’re offline.').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await searchBox(page).fill('login');
    await page.context().setOffline(false);
    await listShows(page, ['Login fails']);
    await page.getByText('You’re offline.').waitFor({ state: 'detached' });
  });
});

function isSearchFor(word: string) {
  return ({ pathname, searchParams }: URL) =>
    pathname === '/v1/posts' && (searchParams.get('filters') ?? '').split(';').includes(`text:${word}`);
}
