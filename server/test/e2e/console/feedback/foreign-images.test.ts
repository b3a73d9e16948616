import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../../support/browser.ts';
import { consoleFixture, violationsOn } from '../support/console-fixture.ts';
import { eventually } from '../support/feedback-page.ts';
import { untilQuiet } from '../support/quiet.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const hosts: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of hosts.splice(0)) await close();
});

/** A third-party server that records its requests. */
async function imageHost(): Promise<{
  host: string;
  asked: { url: string; headers: IncomingHttpHeaders }[];
}> {
  const asked: { url: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push({ url, headers });
    response.setHeader('content-type', 'image/png');
    response.end(pixel);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  hosts.push(() => {
    server.closeAllConnections();
    return once(server.close(), 'close');
  });
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

describe.skipIf(chromiumIsMissing)('an image from another host', () => {
  const { workspace, asOwner } = consoleFixture();

  it('is loaded only by the button that names its host; an avatar on another host never is', async () => {
    const { host, asked } = await imageHost();
    const installation = await workspace();
    const { earshot, address } = installation;
    const author = { email: 'eve@example.com', name: 'Eve', avatarUrl: `http://${host}/face.png` };
    await earshot.users.upsert(author);
    const markdown = `Look:\n\n![A chart](http://${host}/pixel.png?who=7)`;
    const post = await earshot.posts.create({
      title: 'Dark mode',
      description: markdown,
      authorEmail: author.email,
    });
    await earshot.posts.comment(post.id, { content: 'Mine', authorEmail: author.email });
    const entry = await earshot.changelogs.create({ title: 'New', content: markdown });
    const page = await asOwner(installation, `/posts/${post.id}`);
    const button = page.getByRole('button', { name: `Load image from ${host}` });
    for (const path of [
      `/posts/${post.id}?edit=true`,
      `/changelog/${entry.id}`,
      '/customers/people',
      `/customers/people/${post.author.id}`,
      '/posts',
      `/posts/${post.id}`,
    ]) {
      await page.goto(address + path);
      await page.locator('h1').first().waitFor();
      if (path.includes('_') && !path.startsWith('/customers/people')) await button.waitFor();
      await untilQuiet(page);
    }
    expect(asked).toEqual([]);
    // Even if a page inserted one, the content security policy would block it.
    const violated = await page.evaluate(
      (source) =>
        new Promise((resolve) => {
          document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
          document.body.append(Object.assign(document.createElement('img'), { src: source }));
        }),
      `http://${host}/injected.png`,
    );
    expect(violated).toBe('img-src');
    expect(asked).toEqual([]);

    await page.goto(`${address}/posts/${post.id}`);
    await button.waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await button.click();
    const image = page.frameLocator('iframe[title="A chart"]').getByRole('img', { name: 'A chart' });
    await eventually(() =>
      image.evaluate((one) => (one as HTMLImageElement).naturalWidth, null, { timeout: 1000 }).catch(() => 0),
    ).toBe(1);
    expect(asked.map(({ url }) => url)).toEqual(['/pixel.png?who=7']);
    expect(asked[0]?.headers).not.toHaveProperty('referer');
    expect(asked[0]?.headers).not.toHaveProperty('cookie');
    await page.goto(`${address}/posts/${post.id}?edit=true`);
    await button.click();
    await image.waitFor();
    expect(asked).toHaveLength(2);
  });

  it('shows an error if it can’t be loaded, and can be retried', async () => {
    const installation = await workspace();
    const post = await installation.earshot.posts.create({
      title: 'Dark mode',
      description: '![](http://127.0.0.1:9/none.png)',
    });
    const page = await asOwner(installation, `/posts/${post.id}`);
    await page.getByRole('button', { name: 'Load image from 127.0.0.1:9' }).click();
    await page.getByText('The image couldn’t be loaded.').waitFor();
    await page.getByRole('button', { name: 'Load image from 127.0.0.1:9' }).waitFor();
  });

  it('is distinguished from the server’s own files, which are shown directly', async () => {
    const installation = await workspace();
    const { earshot } = installation;
    const files = [{ content: new Blob([pixel], { type: 'image/png' }), name: 'own.png', type: 'image/png' }];
    const made = await earshot.posts.create({ title: 'Holds the file', attachments: files });
    const [file] = (await earshot.posts.get(made.id, { include: ['attachments'] })).attachments;
    const post = await earshot.posts.create({ title: 'Shows it', description: `![Ours](${file?.url})` });
    const page = await asOwner(installation, `/posts/${post.id}`);
    const image = page.locator('.prose').getByRole('img', { name: 'Ours' });
    await eventually(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(1);
    expect(await page.getByRole('button', { name: /^Load image/ }).count()).toBe(0);
  });
});
