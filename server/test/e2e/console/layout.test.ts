import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../support/browser.ts';
import { heldBack } from './support/actions.ts';
import { consoleFixture, phone } from './support/console-fixture.ts';
import { eventually, noticeOf, rowOf, toTheEnd, writtenIn } from './support/feedback-page.ts';
import { untilQuiet } from './support/quiet.ts';

/** Scrollbars that take up space, as on most desktops; the test browser hides its own. */
const withScrollbars = '::-webkit-scrollbar { width: 15px; }';

/** Each visible focus ring, and whether it lies on the border of its field; otherwise there would be two lines. */
const ringsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')].flatMap((one) => {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(one);
      if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) === 0) return [];
      const isField = one.matches('.mantine-Input-input, .mantine-RichTextEditor-root');
      return isField && Number.parseFloat(outlineOffset) < 0 ? ['on the edge'] : ['elsewhere'];
    }),
  );

/** The contrast of text with its background, and of the shape with its surroundings. */
const contrastOf = (shape: Locator): Promise<{ text: number; shape: number }[]> =>
  shape.evaluateAll((all) => {
    type Color = [number, number, number, number];
    const colorOf = (text: string): Color => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
      return [red, green, blue, alpha];
    };
    const over = (top: Color, below: Color): Color => {
      const mix = (index: 0 | 1 | 2) => top[index] * top[3] + below[index] * (1 - top[3]);
      return [mix(0), mix(1), mix(2), 1];
    };
    const groundOf = (one: Element | null): Color => {
      if (one === null) return [255, 255, 255, 1];
      const own = colorOf(getComputedStyle(one).backgroundColor);
      return own[3] === 1 ? own : over(own, groundOf(one.parentElement));
    };
    const light = (color: Color): number => {
      const part = (value: number) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      };
      return 0.2126 * part(color[0]) + 0.7152 * part(color[1]) + 0.0722 * part(color[2]);
    };
    const ratio = (one: Color, other: Color): number => {
      const [low = 0, high = 0] = [light(one), light(other)].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    };
    return all.map((one) => {
      const style = getComputedStyle(one);
      const [ground, around] = [groundOf(one), groundOf(one.parentElement)];
      const edge =
        Number.parseFloat(style.borderTopWidth) > 0 ? over(colorOf(style.borderTopColor), ground) : ground;
      return {
        text: ratio(over(colorOf(style.color), ground), ground),
        shape: Math.max(ratio(ground, around), ratio(edge, around)),
      };
    });
  });

const boxOf = async (one: Locator) => {
  const box = await one.boundingBox();
  if (box === null) throw new Error('It is not on the page.');
  return box;
};

/** The titles, links and buttons of the page that a notice lies over. */
const coveredBy = (notice: Locator): Promise<string[]> =>
  notice.evaluate((one) => {
    const over = one.getBoundingClientRect();
    const main = document.getElementById('main');
    const frame = main?.getBoundingClientRect();
    return [...(main?.querySelectorAll('h1, h2, a, button, input') ?? [])]
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        // What has been scrolled out of sight can't be covered.
        const end = Math.min(bottom, frame?.bottom ?? 0);
        return end > top && left < over.right && right > over.left && top < over.bottom && end > over.top;
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });

/** How much of the page has moved since it was loaded, as a browser rates it: up to 0.1 is good. */
const shiftsOn = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = observer.takeRecords() as (PerformanceEntry & { value: number })[];
    return shifts.reduce((sum, { value }) => sum + value, 0);
  });

const fewShifts = 0.05;

describe.skipIf(chromiumIsMissing)('the layout', () => {
  const { workspace, asOwner, open } = consoleFixture({ withTransitions: true });

  it('keeps everything in place when the rest loads, and when a scrollbar appears', async () => {
    const installation = await workspace();
    const { posts } = installation.earshot;
    const post = await posts.create({ title: 'Dark mode' });
    for (const number of [1, 2, 3]) await posts.vote(post.id, { userEmail: `v${number}@example.com` });
    for (const isPrivate of [true, false])
      await posts.comment(post.id, { content: 'Yes, please.', isPrivate });
    const page = await asOwner(installation, `/posts/${post.id}`);
    // What loads later has its place already.
    await page.locator('[contenteditable="true"]').waitFor();
    await untilQuiet(page);
    expect(await shiftsOn(page)).toBeLessThan(fewShifts);
    await page.addStyleTag({ content: withScrollbars });
    const button = page.getByRole('button', { name: 'Edit', exact: true }).first();
    const before = await boxOf(button);
    const isScrolling = await page.getByRole('article').evaluate((article) => {
      const scroller = article.parentElement;
      scroller?.append(Object.assign(document.createElement('div'), { style: 'height: 3000px' }));
      return scroller !== null && scroller.scrollHeight > scroller.clientHeight;
    });
    expect(isScrolling).toBe(true);
    expect(await boxOf(button)).toEqual(before);
    expect(await shiftsOn(page)).toBeLessThan(fewShifts);
  });

  it('keeps everything in place while an import is checked, and checked again', async () => {
    const installation = await workspace();
    const { imports } = installation.earshot;
    const csv = ['Title,Kind,Status', 'Dark mode,Idea,Open', ',Idea,Open'].join('\n');
    const files = [new File([csv], 'posts.csv', { type: 'text/csv' })];
    const { id } = await imports.create({ source: 'csv', dryRun: true, files });
    await expect.poll(async () => (await imports.get(id)).state).toBe('finished');
    const page = await asOwner(installation, '/settings/import-export');
    const release = await heldBack(page, `/v1/imports/${id}`);
    await page.goto(`${installation.address}/settings/import-export/${id}`);
    await page.locator('.mantine-Skeleton-root').first().waitFor();
    release();
    await page.getByRole('heading', { name: '1 error', exact: true }).waitFor();
    expect(await shiftsOn(page)).toBeLessThan(fewShifts);
    const released = await heldBack(page, `/v1/imports/${id}`);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: 'Import now' }).waitFor({ state: 'detached' });
    released();
    await page.getByRole('button', { name: 'Import now' }).waitFor();
    expect(await shiftsOn(page)).toBeLessThan(fewShifts);
  });

  it('draws one focus ring around a field, including tags and the editor', async () => {
    const installation = await workspace();
    const page = await asOwner(installation, '/posts/new');
    for (const field of [
      page.getByLabel('Title'),
      page.locator('.ProseMirror'),
      page.getByRole('button', { name: /^Tags/ }),
      page.getByLabel('On behalf of'),
    ]) {
      await field.focus();
      await eventually(() => ringsOn(page)).toEqual(['on the edge']);
    }
    await page.goto(`${installation.address}/settings/you`);
    await page.getByLabel('Current password').focus();
    await eventually(() => ringsOn(page)).toEqual(['on the edge']);
  });

  it('shows notices where they cover no title and no button, on desktops and phones', async () => {
    const installation = await workspace();
    const { posts } = installation.earshot;
    const post = await posts.create({ title: 'Wish 1' });
    for (let number = 2; number <= 20; number += 1) await posts.create({ title: `Wish ${number}` });
    const page = await asOwner(installation, `/posts/${post.id}`);
    for (const viewport of [{ width: 1440, height: 900 }, { width: 1100, height: 700 }, phone]) {
      await page.setViewportSize(viewport);
      await page.goto(`${installation.address}/posts/${post.id}`);
      if (viewport === phone) await page.getByRole('button', { name: 'Details' }).click();
      await page.getByRole('textbox', { name: 'Add voter by email' }).fill(`v${viewport.width}@example.com`);
      await page.keyboard.press('Enter');
      // A notice stays for as long as the pointer is over it, however slow this machine is.
      await noticeOf(page, 'Vote added.').hover();
      await page.keyboard.press('Escape');
      // A notice moves to its place.
      await eventually(() => coveredBy(noticeOf(page, 'Vote added.'))).toEqual([]);
      // Its time starts again on a new page.
      await page.getByRole('link', { name: 'Back to posts' }).press('Enter');
      await rowOf(page, 'Wish 20').waitFor();
      await noticeOf(page, 'Vote added.').hover();
      await eventually(() => coveredBy(noticeOf(page, 'Vote added.'))).toEqual([]);
    }
  });

  it('has room for posts on a short screen, each text in the direction of its script', async () => {
    const installation = await workspace();
    const { earshot, address } = installation;
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) await earshot.posts.create({ title: `Wish ${number}` });
    const description = '- שלום\n\nHello.';
    const post = await earshot.posts.create({ title: 'الوضع الداكن!', description, tags: ['تصميم'] });
    // A screen of 1440 by 900 at 200%.
    const page = await asOwner(installation, '/posts', { viewport: { width: 720, height: 450 } });
    const isShown = (title: string) =>
      rowOf(page, title).evaluate((row) => {
        const [{ top, bottom }, main] = [row.getBoundingClientRect(), document.getElementById('main')];
        const frame = main?.getBoundingClientRect();
        // A frame may end between two pixels.
        return frame !== undefined && top >= frame.top - 1 && bottom <= frame.bottom + 1;
      });
    await rowOf(page, 'Wish 7').waitFor();
    for (const title of [post.title, 'Wish 8', 'Wish 7']) expect(await isShown(title)).toBe(true);
    await toTheEnd(page);
    await eventually(() => isShown('Wish 1')).toBe(true);
    for (const title of ['Wish 5', 'Wish 4', 'Wish 3', 'Wish 2']) expect(await isShown(title)).toBe(true);
    const directionOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).direction);
    await page.goto(`${address}/posts/${post.id}`);
    const texts = [
      page.getByRole('heading', { name: post.title }),
      page.locator('.prose ul'),
      page.getByText('تصميم', { exact: true }),
    ];
    for (const text of texts) await eventually(() => directionOf(text)).toBe('rtl');
    expect(await directionOf(page.getByRole('article').locator('.prose > p'))).toBe('ltr');
    // Its last item is in sight, or can be scrolled there.
    await page.getByRole('button', { name: /Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).scrollIntoViewIfNeeded();
    await page.keyboard.press('Escape');
    // Each paragraph for itself.
    const field = page.locator('[contenteditable="true"] p');
    expect(await field.evaluate((one) => getComputedStyle(one).unicodeBidi)).toBe('plaintext');
  });

  it('marks a private note while it is typed', async () => {
    const installation = await workspace();
    const post = await installation.earshot.posts.create({ title: 'Dark mode' });
    const page = await asOwner(installation, `/posts/${post.id}`);
    const composer = page.getByRole('region', { name: 'Write' });
    const lookOf = () => composer.evaluate((one) => getComputedStyle(one).backgroundColor);
    const head = composer.getByText('Private note, visible only to your team');
    const asReply = await lookOf();
    expect(await head.count()).toBe(0);
    await page.keyboard.press('n');
    await head.waitFor();
    // Colors may be in transition.
    await eventually(lookOf).not.toBe(asReply);
    await page.keyboard.type('Big customer');
    await composer.getByRole('textbox', { name: 'Write a note only your team can see' }).waitFor();
    await composer.getByRole('button', { name: 'Add note' }).waitFor();
    await composer.getByRole('tab', { name: 'Note' }).press('ArrowLeft');
    await eventually(lookOf).toBe(asReply);
    expect(await writtenIn(composer.getByRole('textbox', { name: 'Write a comment' }))).toBe('Big customer');
  });

  it('keeps avatars, badges and tags visible in dark mode', async () => {
    const installation = await workspace();
    const { earshot, address } = installation;
    const post = await earshot.posts.create({
      title: 'Dark mode',
      authorEmail: 'bob@example.com',
      tags: ['design'],
    });
    await earshot.posts.comment(post.id, { content: 'A note', isPrivate: true });
    await earshot.changelogs.create({ title: 'New', labels: ['Fixed'], state: 'published' });
    const cookies = await (await asOwner(installation)).context().cookies();
    const page = await open({ colorScheme: 'dark', cookies });
    const shapes = page.locator(
      '.mantine-Avatar-placeholder, .mantine-Badge-root, .mantine-Pill-root, [class*=_badge_], [class*=_tag_]',
    );
    for (const [path, least] of [
      ['/posts', 3],
      [`/posts/${post.id}`, 5],
      ['/customers/people', 2],
      ['/changelog', 3],
      ['/settings/api-keys', 3],
      ['/settings/members', 3],
    ] as const) {
      await page.goto(address + path);
      await eventually(() => shapes.count()).toBeGreaterThanOrEqual(least);
      await eventually(async () => {
        const faint = (await contrastOf(shapes)).filter(({ text, shape }) => text < 4.5 || shape < 3);
        return [path, faint];
      }).toEqual([path, []]);
    }
  });
});
