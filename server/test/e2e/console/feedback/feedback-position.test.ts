import { describe, expect, it } from 'vitest';
import type { BatchOperation } from '../../../../../client/src/index.ts';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { consoleFixture } from '../support/console-fixture.ts';
import { eventually, rowOf, toTheEnd } from '../support/feedback-page.ts';

describe.skipIf(chromiumIsMissing)('the position in the feedback list', () => {
  const fixture = consoleFixture();
  const withPosts = async (...titles: string[]) => {
    const installation = await fixture.workspace();
    const operations = titles.map(
      (title): BatchOperation => ({ method: 'POST', path: '/posts', body: { title } }),
    );
    await installation.earshot.batch(operations, { atomic: true });
    return installation;
  };

  it('restores search, scroll position and active row when going back', async () => {
    const installation = await withPosts(
      ...[...Array(40).keys()].map((number) => `Wish ${number + 10}`),
      'Other',
    );
    const page = await fixture.asOwner(installation, '/feedback?q=wish');
    await rowOf(page, 'Wish 49').waitFor();
    await eventually(async () => {
      await toTheEnd(page);
      return rowOf(page, 'Wish 20').isVisible();
    }).toBe(true);
    await rowOf(page, 'Wish 20').click();
    await page.getByRole('heading', { name: 'Wish 20' }).waitFor();
    await page.getByRole('link', { name: 'Back to feedback' }).click();
    await rowOf(page, 'Wish 20').waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('wish');
    await eventually(() => rowOf(page, 'Wish 20').getAttribute('data-active')).toBe('true');
    expect(await rowOf(page, 'Wish 20').getByRole('link').isVisible()).toBe(true);
    await page.keyboard.press('j');
    await eventually(() => rowOf(page, 'Wish 19').getAttribute('data-active')).toBe('true');
  });
});
