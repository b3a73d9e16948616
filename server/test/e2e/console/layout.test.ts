import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../support/browser.ts';
import { consoleFixture, phone } from './console-fixture.ts';
import { eventually, noticeOf, rowOf } from './feedback-page.ts';

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

describe.skipIf(chromiumIsMissing)('the layout', () => {
  const { workspace, asOwner, open } = consoleFixture({ withTransitions: true });

  it('keeps everything in place when a scrollbar appears', async () => {
    const installation = await workspace();
    const post = await installation.earshot.posts.create({ title: 'Dark mode' });
    const page = await asOwner(installation, `/feedback/${post.id}`);
    // What loads later moves other things.
    await page.waitForLoadState('networkidle');
    await page.addStyleTag({ content: withScrollbars });
    const button = page.getByRole('button', { name: 'Edit', exact: true }).first();
    const before = await boxOf(button);
    await page.getByRole('main').evaluate((main) => {
      main.append(Object.assign(document.createElement('div'), { style: 'flex: none; height: 3000px' }));
    });
    expect(await page.getByRole('main').evaluate((main) => main.scrollHeight > main.clientHeight)).toBe(true);
    expect(await boxOf(button)).toEqual(before);
  });

  it('draws one focus ring around a field, including tags and the editor', async () => {
    const installation = await workspace();
    const page = await asOwner(installation, '/feedback/new');
    for (const field of [
      page.getByLabel('Title'),
      page.locator('.ProseMirror'),
      page.getByLabel('Tags').first(),
      page.getByLabel('On behalf of'),
    ]) {
      await field.focus();
      await eventually(() => ringsOn(page)).toEqual(['on the edge']);
    }
    await page.goto(`${installation.address}/settings/account`);
    await page.getByLabel('Current password').focus();
    await eventually(() => ringsOn(page)).toEqual(['on the edge']);
  });

  it('keeps the size of the vote arrow for any number of votes', async () => {
    const installation = await workspace();
    const { earshot } = installation;
    const few = await earshot.posts.create({ title: 'Few' });
    const many = await earshot.posts.create({ title: 'Many' });
    const voters = Array.from({ length: 888 }, (_, index) => ({ email: `v${index}@example.com` }));
    await earshot.posts.voteMany(many.id, { voters });
    const page = await asOwner(installation, '/feedback');
    const caretOf = async (title: string) => {
      const { width, height } = await boxOf(rowOf(page, title).locator('[class*=votes] svg'));
      return [width, height];
    };
    expect(await caretOf(many.title)).toEqual([14, 14]);
    expect(await caretOf(few.title)).toEqual([14, 14]);
  });

  it('shows notices where they cover no button, on desktops and phones', async () => {
    const installation = await workspace();
    const post = await installation.earshot.posts.create({ title: 'Dark mode' });
    const page = await asOwner(installation, `/feedback/${post.id}`);
    for (const viewport of [{ width: 1440, height: 900 }, { width: 1100, height: 700 }, phone]) {
      await page.setViewportSize(viewport);
      await page.getByRole('textbox', { name: 'Add voter by email' }).fill(`v${viewport.width}@example.com`);
      await page.keyboard.press('Enter');
      const notice = noticeOf(page, 'Vote added.').first();
      await notice.waitFor();
      await page.getByRole('textbox', { name: 'Write a comment' }).fill('Yes');
      const button = page.getByRole('button', { name: 'Comment', exact: true });
      await button.scrollIntoViewIfNeeded();
      // A notice moves to its place.
      await eventually(async () => {
        const { x, y, width, height } = await boxOf(button);
        const shown = await boxOf(notice);
        return (
          shown.y + shown.height <= y ||
          shown.y >= y + height ||
          shown.x >= x + width ||
          shown.x + shown.width <= x
        );
      }).toBe(true);
      await notice.getByRole('button', { name: 'Close' }).click();
      await notice.waitFor({ state: 'detached' });
    }
  });

  it('marks a private note while it is typed', async () => {
    const installation = await workspace();
    const post = await installation.earshot.posts.create({ title: 'Dark mode' });
    const page = await asOwner(installation, `/feedback/${post.id}`);
    const form = page.locator('form').filter({ has: page.getByRole('switch', { name: 'Private note' }) });
    const lookOf = () =>
      form.evaluate((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).borderTopStyle]);
    const head = form.getByText('Private note, visible only to your team');
    const asComment = await lookOf();
    expect(await head.count()).toBe(0);
    await form.getByRole('switch').check({ force: true });
    await head.waitFor();
    // Colors may be in transition.
    await eventually(async () => (await lookOf())[0]).not.toBe(asComment[0]);
    expect((await lookOf())[1]).toBe('solid');
    await form.getByRole('textbox', { name: 'Write a note only your team can see' }).fill('Big customer');
    await form.getByRole('button', { name: 'Add note' }).waitFor();
    await form.getByRole('switch').uncheck({ force: true });
    await eventually(lookOf).toEqual(asComment);
    expect(await form.getByRole('textbox', { name: 'Write a comment' }).inputValue()).toBe('Big customer');
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
      '.mantine-Avatar-placeholder, .mantine-Badge-root, .mantine-Pill-root, [class*=_badge_], [class*=_tag_], [class*=_votes_]',
    );
    for (const [path, least] of [
      ['/feedback', 4],
      [`/feedback/${post.id}`, 5],
      ['/people', 2],
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
