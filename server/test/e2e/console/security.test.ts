import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../../support/browser.ts';
import { freePort } from '../../support/servers/ports.ts';
import { arriveAt } from './support/actions.ts';
import { consoleFixture, type Installation, makeOwner, owner, signIn } from './support/console-fixture.ts';
import { untilQuiet } from './support/quiet.ts';

const elsewhere: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of elsewhere.splice(0)) await close();
});

/** An attacker's page: on another port of the same site, and on another site. */
async function strangerPage(html = ''): Promise<{ sameSite: string; otherSite: string }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Elsewhere</title>${html}`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  elsewhere.push(() => {
    server.closeAllConnections();
    return once(server.close(), 'close');
  });
  const { port } = server.address() as AddressInfo;
  return { sameSite: `http://localhost:${port}`, otherSite: `http://127.0.0.1:${port}` };
}

/** The status of a request with this cookie and forged headers. */
const statusWith = async ({ address }: Installation, cookie: string) =>
  (
    await fetch(`${address}/console/api/session`, {
      headers: {
        cookie: `__Host-earshot=${cookie}`,
        'x-earshot-console': '1',
        'sec-fetch-site': 'same-origin',
      },
    })
  ).status;

async function cookieOf(page: Page) {
  const found = (await page.context().cookies()).find(({ name }) => name === '__Host-earshot');
  if (found === undefined) throw new Error('There is no session.');
  return found;
}

const stateOf = async ({ earshot }: Installation, page: Page) => ({
  posts: (await earshot.posts.list().toArray()).length,
  keys: await page.evaluate(async () => {
    const response = await fetch('/console/api/keys', { headers: { 'x-earshot-console': '1' } });
    return (await response.json()).data.keys.length as number;
  }),
});

/** A script on a page of `origin` tries what it can with the session of its browser: forms, requests, frames. */
async function expectRefused(stranger: Page, origin: string, address: string): Promise<void> {
  for (const [path, enctype] of [
    ['/v1/posts', 'application/x-www-form-urlencoded'],
    ['/v1/posts', 'multipart/form-data'],
    ['/console/api/keys', 'text/plain'],
  ] as const) {
    await stranger.goto(origin);
    const [answer] = await Promise.all([
      stranger.waitForResponse((response) => response.url() === address + path),
      stranger.evaluate(
        ({ action, type }) => {
          const form = Object.assign(document.createElement('form'), {
            method: 'post',
            action,
            enctype: type,
          });
          const field = Object.assign(document.createElement('input'), {
            name: type === 'text/plain' ? '{"name":"Mine","mode":"live","x":"' : 'title',
            value: type === 'text/plain' ? '"}' : 'Forged',
          });
          form.append(field);
          document.body.append(form);
          form.submit();
        },
        { action: address + path, type: enctype },
      ),
    ]);
    expect([path, [401, 403].includes(answer.status())]).toEqual([path, true]);
    await stranger.waitForURL(address + path);
  }

  await stranger.goto(origin);
  const read = await stranger.evaluate(async (target) => {
    const tries: [string, RequestInit][] = [
      ['/v1/posts', { method: 'POST', body: '{"title":"Forged"}', mode: 'no-cors' }],
      ['/v1/posts', { method: 'POST', body: '{"title":"Forged"}', headers: { 'x-earshot-console': '1' } }],
      ['/console/api/keys', { headers: { 'x-earshot-console': '1' } }],
      ['/console/api/session', { mode: 'no-cors' }],
      ['/console/api/session', { method: 'DELETE' }],
    ];
    const seen: string[] = [];
    for (const [path, init] of tries) {
      try {
        seen.push(await (await fetch(target + path, { ...init, credentials: 'include' })).text());
      } catch {
        seen.push('');
      }
    }
    return seen.join('');
  }, address);
  expect(read).toBe('');

  const framed = await stranger.evaluate(async (target) => {
    const frame = Object.assign(document.createElement('iframe'), { src: target });
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(frame);
    await loaded;
    return frame.contentDocument === null;
  }, `${address}/settings/api-keys`);
  expect(framed).toBe(true);
  const frame = stranger.frames().at(-1);
  expect(await frame?.locator('#root').count()).toBe(0);
}

describe.skipIf(chromiumIsMissing)('the console with an active session', () => {
  const { workspace, asOwner, open, install } = consoleFixture();

  it('rejects forms, scripts and frames of other origins', async () => {
    const installation = await workspace();
    const { address } = installation;
    const page = await asOwner(installation, '/settings/api-keys');
    const before = await stateOf(installation, page);
    const { sameSite, otherSite } = await strangerPage();
    for (const origin of [sameSite, otherSite]) {
      const stranger = await page.context().newPage();
      await expectRefused(stranger, origin, address);
      await stranger.close();
    }
    expect(await stateOf(installation, page)).toEqual(before);
  });

  it('gives nothing to a script on the public site, whose host is another one of the same domain', async () => {
    const port = await freePort();
    const [address, site] = [`http://feedback.acme.localhost:${port}`, `http://ideas.acme.localhost:${port}`];
    const installation = await install({
      PORT: String(port),
      PUBLIC_URL: address,
      PUBLIC_HOSTS: 'ideas.acme.localhost=default',
    });
    await installation.earshot.site.update({ visibility: 'public' });
    const cookie = await makeOwner(installation);
    // The site's own policy, which has its test, would not let a script run.
    const cookies = [{ ...cookie, domain: new URL(address).hostname }];
    const page = await open({ bypassCSP: true, cookies });
    await page.goto(`${address}/settings/api-keys`);
    await arriveAt(page, 'API keys');
    const before = await stateOf(installation, page);

    const visitor = await page.context().newPage();
    expect((await visitor.goto(site))?.status()).toBe(200);
    await expectRefused(visitor, site, address);
    await visitor.goto(site);
    // A cookie for the whole domain must not take the place of the console's own.
    for (const name of ['__Host-earshot', 'earshot'])
      await visitor.evaluate(`document.cookie = '${name}=mine; domain=acme.localhost; path=/; secure'`);
    const there = await visitor.evaluate(async () => {
      const own = ['/console/api/session', '/v1/me', '/settings/api-keys'];
      const headers = { 'x-earshot-console': '1' };
      return Promise.all(own.map(async (path) => (await fetch(path, { headers })).status));
    });
    expect(there).toEqual([404, 404, 404]);
    const [opened] = await Promise.all([
      visitor.context().waitForEvent('page'),
      visitor.evaluate((url) => void Object.assign(window, { opened: window.open(url) }), page.url()),
    ]);
    await arriveAt(opened, 'API keys');
    expect(await opened.evaluate(() => window.opener)).toBeNull();
    const reached = await visitor.evaluate(() => {
      const { opened: other } = window as unknown as { opened: Window };
      return [() => other.document.body.innerText, () => other.location.href].map((read) => {
        try {
          return read();
        } catch {
          return '';
        }
      });
    });
    expect(reached.join('')).not.toMatch(/API keys|settings/);
    expect(await stateOf(installation, opened)).toEqual(before);
  });

  it('hides the session cookie from scripts, and invalidates copies of it after sign-out', async () => {
    const installation = await workspace();
    const page = await asOwner(installation, '/posts');
    expect(await page.evaluate(() => document.cookie)).toBe('');
    const cookie = await cookieOf(page);
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
    expect(
      await page.evaluate(
        (value) => JSON.stringify({ ...localStorage, ...sessionStorage }).includes(value),
        cookie.value,
      ),
    ).toBe(false);
    expect(await statusWith(installation, cookie.value)).toBe(200);

    await page.getByRole('button', { name: `Account: ${owner.name}` }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await arriveAt(page, 'Sign in');
    expect(await statusWith(installation, cookie.value)).toBe(401);
    await page.goto(`${installation.address}/settings/api-keys`);
    await signIn(page, installation.owner);
    await arriveAt(page, 'API keys');
    expect((await cookieOf(page)).value).not.toBe(cookie.value);
    expect(await statusWith(installation, cookie.value)).toBe(401);
  });

  it('runs no script from feedback', async () => {
    const installation = await workspace();
    const attack = '<script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">';
    const post = await installation.earshot.posts.create({
      title: attack,
      description: `Hello ${attack} <a href="javascript:window.hacked = 3">press</a>`,
      descriptionFormat: 'html',
      authorName: attack,
      authorEmail: 'eve@example.com',
    });
    await installation.earshot.posts.comment(post.id, { content: attack, authorEmail: 'eve@example.com' });
    const page = await asOwner(installation, `/posts/${post.id}`);
    await page.getByRole('heading', { name: attack }).waitFor();
    await page.getByText('press').click();
    await page.locator('main').getByText(attack).nth(1).waitFor();
    for (const path of ['/posts', `/customers/people/${post.author.id}`, '/insights', '/settings/activity']) {
      await page.goto(installation.address + path);
      await page.locator('h1').first().waitFor();
      await untilQuiet(page);
    }
    // Even if a page inserted it unfiltered, the content security policy would block it.
    const refused = await page.evaluate(async (html) => {
      const violations: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        violations.push(effectiveDirective),
      );
      const script = document.createElement('script');
      script.textContent = 'window.hacked = 4';
      const foreign = Object.assign(document.createElement('script'), { src: 'http://127.0.0.1:9/x.js' });
      const div = document.createElement('div');
      div.innerHTML = html;
      document.body.append(script, foreign, div);
      const image = div.querySelector('img');
      await new Promise((resolve) => image?.addEventListener('error', resolve));
      return violations.sort();
    }, attack);
    expect(refused).toEqual(['script-src-attr', 'script-src-elem', 'script-src-elem']);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  });

  it('sends headers against framing, type sniffing and cross-origin openers', async () => {
    const { address } = await workspace();
    const { headers } = await fetch(`${address}/settings/api-keys`, { headers: { accept: 'text/html' } });
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'self'; script-src 'self';.*frame-ancestors 'none'$/,
    );
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});
