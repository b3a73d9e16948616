import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leaveToken } from '../../src/domain/mail/leaving.ts';
import { addressHash, newMailKey, userHash } from '../../src/domain/mail/suppression.ts';
import { startProgram, type TestProgram } from '../support/program.ts';

let program: TestProgram;
let key: string;
let userId: string;

beforeEach(async () => {
  program = await startProgram();
  key = await program.engines.store.transaction((write) =>
    write.suppressions.ensureKey(program.workspaceId, newMailKey()),
  );
  userId = (await program.live.post('/users', { email: 'Ada@example.com' })).body.data.id;
});
afterEach(() => program.close());

const linkTo = (scope: string, who = userId, madeWith = key) =>
  `/m/${leaveToken(madeWith, { workspaceId: program.workspaceId, who, scope })}`;
const open = (url: string) => program.app.inject({ url });
const post = (url: string, headers: Record<string, string> = {}, payload = '') =>
  program.app.inject({ method: 'POST', url, headers, payload });
const scopesOf = (hash: string) =>
  program.engines.store.read.suppressions.scopesOf(program.workspaceId, [hash]);

describe('a link that ends mails', () => {
  it('asks first, and changes nothing when it is opened, however often', async () => {
    const rows = program.dump();
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await program.app.inject({ method, url: linkTo('notices') });
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        ...{ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' },
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect(headers['set-cookie']).toBeUndefined();
    }
    const { body } = await open(linkTo('notices'));
    expect(body).toContain('Get no more news by mail from Default workspace?');
    expect(body).toMatch(/<form method="post"><button>/);
    expect(body.toLowerCase()).not.toContain('ada');
    expect(program.dump()).toBe(rows);
  });

  it.each([
    ['the form of the page', { 'content-type': 'application/x-www-form-urlencoded' }, ''],
    ['a mail program', { 'content-type': 'application/x-www-form-urlencoded' }, 'List-Unsubscribe=One-Click'],
    [
      'a mail program that sends parts',
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
    ['a page of another site', { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }, ''],
  ])('ends what it names by %s, while the site is off', async (_, headers, payload) => {
    const { statusCode, body } = await post(linkTo('notices'), headers, payload);
    expect(statusCode).toBe(200);
    expect(body).toContain('Done. Default workspace sends you no more news by mail.');
    expect(await scopesOf(addressHash(key, 'ada@example.com'))).toEqual(['notices']);
    expect(await scopesOf(userHash(key, userId))).toEqual(['notices']);
    const rows = program.dump();
    expect((await post(linkTo('notices'), headers, payload)).statusCode).toBe(200);
    expect(program.dump()).toBe(rows);
  });

  it('ends sign-in mails to an address that no one is known by, and nothing else', async () => {
    const hash = addressHash(key, 'eve@example.com');
    expect((await post(linkTo('sign_in', hash))).statusCode).toBe(200);
    expect(await scopesOf(hash)).toEqual(['sign_in']);
  });

  it('speaks the language of the site', async () => {
    await program.live.patch('/site', { language: 'de', name: 'Acme <b>' });
    const { body } = await open(linkTo('notices'));
    expect(body).toContain('Keine Neuigkeiten mehr per E-Mail von Acme &lt;b&gt; erhalten?');
  });

  it('does nothing if it is not ours', async () => {
    const good = linkTo('notices');
    const rows = program.dump();
    for (const url of [
      good.replace('notices', 'sign_in'),
      linkTo('everything'),
      linkTo('notices', userId, newMailKey()),
      `${good.slice(0, -2)}00`,
      '/m/x',
      '/m/',
    ]) {
      expect((await open(url)).statusCode, url).toBe(404);
      expect((await post(url)).statusCode, url).toBe(404);
    }
    expect(program.dump()).toBe(rows);
  });
});
