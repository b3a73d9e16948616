import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { consoleFixture } from '../support/console-fixture.ts';

interface Given {
  name: string;
  type: string;
  size: number;
}

const text: Given = { name: 'notes.txt', type: 'text/plain', size: 20 };
const picture = (name: string, size = 20): Given => ({ name, type: 'image/png', size });

/** The data of a paste or drop. */
const transfer = (page: Page, kind: 'paste' | 'drop', files: Given[]) =>
  page.evaluate(
    ({ kind, files }) => {
      const held = new DataTransfer();
      for (const { name, type, size } of files)
        held.items.add(new File([new Uint8Array(size)], name, { type }));
      const options = { bubbles: true, cancelable: true };
      const event =
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: held })
          : new DragEvent('drop', { ...options, dataTransfer: held });
      (kind === 'paste'
        ? document.querySelector('[role=textbox]')
        : document.querySelector('h1')
      )?.dispatchEvent(event);
    },
    { kind, files },
  );

async function choose(page: Page, files: Given[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles(
    files.map(({ name, type, size }) => ({ name, mimeType: type, buffer: Buffer.alloc(size) })),
  );
}

const ways = {
  choosing: choose,
  pasting: (page: Page, files: Given[]) => transfer(page, 'paste', files),
  dropping: (page: Page, files: Given[]) => transfer(page, 'drop', files),
};

describe.skipIf(chromiumIsMissing)('a file that the server would reject', () => {
  const { install, asOwner } = consoleFixture();

  it('is rejected when selected, pasted or dropped, on posts and changelog entries', async () => {
    const installation = await install({ UPLOAD_MAX_FILES: '2', UPLOAD_MAX_IMAGE_BYTES: '1000' });
    const page = await asOwner(installation, '/posts/new');
    const refusal = page.getByRole('alert').filter({ hasText: 'Some files weren’t attached' });
    const removal = (name: string) => page.getByRole('button', { name: `Remove ${name}` });
    for (const path of ['/posts/new', '/changelog/new']) {
      await page.goto(installation.address + path);
      await page.locator('.ProseMirror').waitFor();
      for (const add of Object.values(ways)) {
        await add(page, [text]);
        await refusal.filter({ hasText: '“notes.txt” is not an image, video or PDF.' }).waitFor();
        await add(page, [picture('large.png', 1500)]);
        await refusal.filter({ hasText: '“large.png” is too large (1.5 kB). The limit is 1 kB.' }).waitFor();
        await add(page, [picture('a.png'), picture('b.png'), picture('c.png')]);
        await refusal.filter({ hasText: 'You can attach up to 2 files. Not added: c.png.' }).waitFor();
        for (const name of ['notes.txt', 'large.png', 'c.png']) expect(await removal(name).count()).toBe(0);
        for (const name of ['a.png', 'b.png']) await removal(name).click();
        await refusal.waitFor({ state: 'detached' });
      }
    }
  });
});
