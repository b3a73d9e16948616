// `node bench/paint.mjs`: when visitors of a public site see text on a slow phone, and how far anything moves after
// that. Chromium emulates the connection and the processor. It only prints: the figures have no goal.

import { chromium } from 'playwright-core';
import { ensureBuilt } from '../scripts/build.mjs';
import { median } from './driver.mjs';
import { earshot, startServer, stopAll, temporaryDirectory } from './processes.mjs';

const rounds = 5;
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true };
/** In bytes a second, and milliseconds added to each request. */
const connection = { downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8, latency: 150 };
const slowdown = 4;

/** Waits for the first text, which a busy machine may paint after it has loaded everything, then for two frames. */
const watched = `new Promise((resolve) => {
  const shifts = [];
  new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    const [first] = list.getEntriesByName('first-contentful-paint');
    if (first === undefined) return;
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve({
      paintMs: first.startTime,
      shift: shifts.reduce((sum, { value }) => sum + value, 0),
    }), 0)));
  }).observe({ type: 'paint', buffered: true });
})`;

/** One visit with an empty cache. The pages have no pictures at their top, so what is painted first is text. */
async function visit(browser, url) {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...connection });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'load' });
  const { paintMs, shift } = await page.evaluate(watched);
  await context.close();
  return { paintMs, shift, bytes };
}

async function run() {
  const environment = { DATA_DIR: temporaryDirectory() };
  earshot(environment, ['migrate']);
  earshot(environment, ['workspaces', 'create', 'default']);
  earshot(environment, ['seed', '--posts', '400', '--site']);
  const { url } = await startServer(environment);
  const site = `${url}/p/default`;
  const { posts } = await (await fetch(`${site}.json`)).json();
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox'],
  });
  try {
    const paths = {
      feedback: '',
      post: `/posts/${posts[0].id}`,
      roadmap: '/roadmap',
      changelog: '/changelog',
    };
    for (const [name, path] of Object.entries(paths)) {
      const visits = [];
      for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, site + path));
      const times = visits.map(({ paintMs }) => paintMs);
      const [least, most] = [Math.min(...times), Math.max(...times)].map(Math.round);
      const shift = Math.max(...visits.map((each) => each.shift));
      const kib = (median(visits.map(({ bytes }) => bytes)) / 1024).toFixed(1);
      const painted = Math.round(median(times));
      console.log(
        `${name.padEnd(10)} text after ${painted} ms (${least} to ${most}), layout shift ${shift}, ${kib} KiB`,
      );
    }
  } finally {
    await browser.close();
  }
}

await ensureBuilt();
await run().finally(stopAll);
