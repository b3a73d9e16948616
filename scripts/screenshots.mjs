// `npm run screenshots`: takes the README's screenshots of the built program with demo data in a real Chromium.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ensureBuilt, root } from './build.mjs';

const cli = join(root, 'server/dist/cli.js');
const viewport = { width: 1280, height: 800 };

/** File name, path and color scheme. */
const picturesOf = ({ postId, sitePath }) => [
  { name: 'feedback', path: '/posts', colorScheme: 'light' },
  { name: 'feedback-dark', path: '/posts', colorScheme: 'dark' },
  { name: 'inbox', path: '/inbox', colorScheme: 'light' },
  { name: 'post', path: `/posts/${postId}`, colorScheme: 'light' },
  { name: 'api-keys', path: '/settings/api-keys', colorScheme: 'light' },
  { name: 'insights', path: '/insights', colorScheme: 'light' },
  { name: 'public-site', path: sitePath, colorScheme: 'light' },
];

/** What is new since the member joined. */
const newPosts = [
  ['Two-factor sign-in for guests', 'Kofi Aguilar', 'kofi@example.com'],
  ['Invoices in Arabic', 'Zoe Rossi', 'zoe@example.com'],
  ['Export reports as PDF', 'Nina Weber', 'nina@example.com'],
  ['Charts are unreadable at night', 'Milan Ricci', 'milan@example.com'],
  ['Let me group fields while onboarding', 'Chiara Laurent', 'chiara@example.com'],
];
const description =
  'At the moment we do this in a spreadsheet. With forty of them, no one finds anything in the first week.';

async function main() {
  await ensureBuilt();
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-screenshots-'));
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' };
  const server = spawn(process.execPath, [cli, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const link = await setupLink(server);
    spawnSync(process.execPath, [cli, 'seed', '--posts', '400', '--seed', '7', '--site'], { env });
    const context = await browser.newContext({ viewport });
    await becomeOwner(await context.newPage(), link);
    const { cookies } = await context.storageState();
    const { origin } = new URL(link);
    const pictures = picturesOf(await useApi(origin, env));
    for (const picture of pictures) await take(browser, cookies, origin, picture);
  } finally {
    await browser.close();
    server.kill();
    await once(server, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function setupLink(server) {
  let said = '';
  for await (const text of server.stdout.setEncoding('utf8')) {
    said += text;
    const link = /http:\/\/\S+\/setup\/\S+/.exec(said)?.[0];
    if (link !== undefined) return link;
  }
  throw new Error('The program ended without printing a link.');
}

/** Sends some API requests, so that keys have usage to show. Returns a post with comments, and where the public site is. */
async function useApi(origin, env) {
  const create = [cli, 'keys', 'create', '--mode', 'live', '--name', 'Shop backend'];
  const key = spawnSync(process.execPath, create, { env, encoding: 'utf8' }).stdout.trim();
  const ask = (path) => fetch(`${origin}/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
  const make = (path, body) =>
    fetch(`${origin}/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  for (let page = 1; page <= 60; page += 1)
    await ask(page % 12 === 0 ? '/posts/post_gone' : `/posts?limit=5&cursor=${page}`);
  for (const [title, authorName, authorEmail] of newPosts)
    await make('/posts', { title, description, authorName, authorEmail });
  const { data } = await (await ask('/posts?sortBy=votes&limit=30')).json();
  const [post] = data.posts.sort((one, other) => other.commentsCount - one.commentsCount);
  const site = await (await ask('/site')).json();
  return { postId: post.id, sitePath: new URL(site.data.url).pathname };
}

async function becomeOwner(page, link) {
  await page.goto(link);
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password').first().fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Get started' }).waitFor();
}

async function take(browser, cookies, origin, { name, path, colorScheme }) {
  const context = await browser.newContext({ viewport, colorScheme });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(origin + path);
  await page.locator('h1').first().waitFor();
  // The network is never idle: the page follows the workspace.
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(1_000);
  const file = join(root, 'docs/images', `${name}.png`);
  await page.screenshot({ path: file, animations: 'disabled' });
  process.stdout.write(`${file}\n`);
  await context.close();
}

await main();
