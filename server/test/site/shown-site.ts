// A public site whose texts all hold markup, in a real browser.

import type { BrowserContextOptions, Page } from 'playwright-core';
import { sharedBrowser } from '../support/browser.ts';
import { ownerOf } from '../support/console.ts';
import { unreachableMail } from '../support/network/mail-server.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { answer, created, open, publish, statusesOf } from './world.ts';

const planted = `<script>document.title='ran'</script><img src=x onerror="document.title='ran'">`;

const pixel = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64');

export interface ShownSite {
  origin: string;
  /** Of every kind of page, below the site; the last one does not exist. */
  paths: string[];
  /** A link of the host application that signs a person in. */
  linkFor(person: object): Promise<string>;
  close(): Promise<void>;
}

export async function showSite(): Promise<ShownSite> {
  // Policies and cookies depend on the public address.
  let origin = 'http://127.0.0.1';
  const program = await startProgram({ publicUrl: () => origin, environment: unreachableMail });
  origin = `http://127.0.0.1:${await program.listen()}`;
  const paths = [
    '/roadmap',
    '/changelog',
    '/changelog/release',
    `/posts/${await fill(program)}`,
    '/posts/new?title=dark',
    '',
    '/nowhere',
  ];
  const linkFor = async (person: object) =>
    (await program.live.post('/visitor-tokens', person)).body.data.url;
  return { origin, paths, linkFor, close: () => program.close() };
}

/** A page with a context of its own; closing that is left to the caller. */
export async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  const browser = await sharedBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  return context.newPage();
}

/** Returns the ID of the post with comments. */
async function fill(program: TestProgram): Promise<string> {
  const statuses = await statusesOf(program);
  await program.live.patch(`/statuses/${statuses.planned}`, { name: `Planned ${planted}`.slice(0, 64) });
  const form = new FormData();
  const description = `My eyes hurt. ${planted}\n\n# Why\n\n- night\n\n> said\n\n\`\`\`\n${'long '.repeat(80)}\n\`\`\``;
  const fields = { title: `Dark mode ${planted}`, description, statusId: statuses.planned ?? '' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('attachments', new Blob([new Uint8Array(pixel)], { type: 'image/gif' }), 'a.gif');
  const dark: string = (await program.live.call('POST', '/posts', { form })).body.data.id;
  const said = { content: `Please. ${planted}`, authorName: planted, authorEmail: 'zoe@example.com' };
  const first = await created(program, `/posts/${dark}/comments`, said);
  await created(program, `/posts/${dark}/comments`, { content: 'And charts?', parentId: first });
  await publish(program, dark);
  await answer(await ownerOf(program), dark, planted);
  const titles = ['Export as PDF', 'مواعيد التسليم في التقويم', '夜间模式', 'Unbreakable'.repeat(15)];
  for (const [index, title] of titles.entries()) {
    const slug = ['in-progress', 'complete', 'open', 'open'][index] ?? '';
    const type = index % 2 === 0 ? 'bug-report' : 'feature-request';
    const given = { title, statusId: statuses[slug], postTypeId: type, importedVotes: 9 - index };
    await publish(program, await created(program, '/posts', given));
  }
  await created(program, '/changelogs', {
    title: `Release ${planted}`,
    slug: 'release',
    content: `We shipped it. ${planted}`,
    labels: ['New'],
    state: 'published',
    linkedPostIds: [dark],
  });
  await open(program, {
    name: `Acme ${planted}`,
    description: planted,
    accentColor: '#fde047',
    signInUrl: 'https://app.acme.test/feedback',
  });
  return dark;
}
