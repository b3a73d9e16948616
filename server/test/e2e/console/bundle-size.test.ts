import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../support/browser.ts';
import { seed } from './support/actions.ts';
import { consoleFixture, makeOwner, ownContext } from './support/console-fixture.ts';
import { untilQuiet } from './support/quiet.ts';

const size = join(import.meta.dirname, '../../../../console/scripts/size.mjs');
const maxBytes = 250 * 1024;

it('a first visit to the console loads less than 250 KB, even when built by a test run', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [size], { encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
});

describe.skipIf(chromiumIsMissing)('the first visit to the feedback list', () => {
  const { workspace, open } = consoleFixture();

  it('asks for the session, the list, the code and the texts together, and takes few requests', async () => {
    const installation = await workspace();
    // More than a page, as long as usual.
    await seed(installation, 100);
    await installation.earshot.posts.create({ title: 'Dark mode' });
    const page = await open({ ...ownContext, cookies: [await makeOwner(installation)] });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    let releaseSession: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      releaseSession = resolve;
    });
    await page.route('**/console/api/session', async (route) => {
      await released;
      await route.continue();
    });
    // Without what happens meanwhile.
    await page.route('**/console/api/live', (route) => route.fulfill({ status: 404 }));
    await page.goto(`${installation.address}/posts`);
    const together = ['/console/api/session', '/v1/posts', '/v1/statuses', /feedback-page/, /assets\/en-/];
    for (const part of together)
      await expect
        .poll(() => asked.some((path) => path.match(part) !== null), { message: String(part) })
        .toBe(true);
    releaseSession();
    await page.getByRole('link', { name: 'Dark mode' }).waitFor();
    await untilQuiet(page);
    const bytes = await page.evaluate(() =>
      performance
        .getEntries()
        .filter((entry) => 'transferSize' in entry)
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0),
    );
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(20);
    expect(bytes).toBeLessThan(maxBytes);
  });
});
