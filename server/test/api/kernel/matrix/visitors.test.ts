// What a visitor's cookie is worth outside of its site, and what a visitor's forms are worth to everyone else.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMailKey, userHash } from '../../../../src/domain/mail/suppression.ts';
import { type FormKind, placeAt } from '../../../../src/http/public/places.ts';
import { operationsOf } from '../../../guards/matrix/operations.ts';
import { makeWorld, requestOf, type World } from '../../../guards/matrix/world.ts';
import {
  makeSiteThings,
  namesThing,
  type SiteForm,
  type SiteThings,
  siteForms,
} from '../../../guards/site-forms.ts';
import { linkFor, type VisitorBrowser, visitorBrowser } from '../../../site/visitor.ts';
import { type Browser, ownerOf } from '../../../support/console.ts';
import { unreachableMail } from '../../../support/network/mail-server.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';

const home = '/p/default';
const kinds = Object.keys(siteForms) as FormKind[];
const jar = (cookies: ReadonlyMap<string, string>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
/** With an address: others can't follow. */
const visitor = { externalId: 'ada', name: 'Ada', email: 'ada@visitors.example' };
const json = { accept: 'application/json' };

let program: TestProgram;
let world: World;
/** Of the workspace, and of the other one. */
let ada: VisitorBrowser;
let eve: VisitorBrowser;
let owner: Browser;
let things: SiteThings;
let eves: SiteThings;

beforeAll(async () => {
  program = await startProgram({ environment: unreachableMail });
  program.exporting.start();
  program.importing.start();
  owner = await ownerOf(program);
  world = await makeWorld(program.live, 'ours', program.engines.store);
  const arrived = async (client: TestProgram['live'], site: string) => {
    await client.patch('/site', { visibility: 'public' });
    const browser = visitorBrowser(program);
    await browser.come(await linkFor(client, visitor));
    const ask = async ({ method, path, body }: { method: string; path: string; body: object }) =>
      (await client.call(method, path, { body })).body.data;
    const send = async ({ path, fields }: SiteForm) => {
      const answer = await browser.post(site + path, fields, { 'sec-fetch-site': 'same-origin', ...json });
      return JSON.parse(answer.text).url;
    };
    return { browser, things: await makeSiteThings(ask, send) };
  };
  ({ browser: ada, things } = await arrived(program.live, home));
  ({ browser: eve, things: eves } = await arrived(program.stranger, '/p/elsewhere'));
});
afterAll(() => program.close());

const rows = async (): Promise<string> => {
  await program.idle();
  return program.dump();
};

describe("a visitor's cookie", () => {
  const token = () => [...ada.cookies.values()][0] ?? '';
  /** As the script of a page on the console's host could send it. */
  const fromConsole = { 'x-earshot-console': '1', 'sec-fetch-site': 'same-origin' };
  const disguises: Record<string, () => Promise<Record<string, string>>> = {
    'as it is': async () => ({ cookie: jar(ada.cookies), ...fromConsole }),
    'as a key': async () => ({ authorization: `Bearer ${token()}` }),
    'as a session of the console': async () => {
      const [name] = owner.cookies.keys();
      return { cookie: `${name}=${token()}`, ...fromConsole };
    },
  };

  it.each(Object.entries(disguises))('%s opens no operation of the API', async (_, disguised) => {
    // Failed authentications are limited by address and minute.
    program.clock.advance(60_000);
    const headers = await disguised();
    const before = await rows();
    const faults: string[] = [];
    const operations = operationsOf(program.app);
    for (const operation of operations) {
      const { method, path, body } = requestOf(operation, world);
      const { statusCode, payload } = await program.app.inject({
        ...{ method: method as 'GET', url: `/v1${path}` },
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });
      if (statusCode !== 401) faults.push(`${operation.id}: ${statusCode} ${payload}`);
    }
    expect(faults).toEqual([]);
    expect(operations.length).toBeGreaterThan(80);
    expect(await rows()).toBe(before);
  });
});

describe("a visitor's forms", () => {
  const sent = async (site: string, { path, fields }: SiteForm, headers: Record<string, string>) => {
    const answer = await program.app.inject({
      ...{ method: 'POST', url: site + path },
      headers: {
        ...headers,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams(fields).toString(),
    });
    return { status: answer.statusCode, to: answer.headers.location, text: answer.payload };
  };
  const callers: Record<string, () => Promise<Record<string, string>>> = {
    'a live key': async () => ({ authorization: `Bearer ${program.secrets.live}` }),
    'a test key': async () => ({ 'x-api-key': program.secrets.test }),
    'the owner of the workspace': async () => ({
      cookie: jar(owner.cookies),
    }),
    'a visitor of another workspace': async () => ({ cookie: jar(eve.cookies) }),
    'a visitor of another workspace with our name': async () => {
      const [ours = ''] = ada.cookies.keys();
      const [theirs = ''] = eve.cookies.values();
      return { cookie: `${ours}=${theirs}` };
    },
    'someone banned': async () => {
      const browser = visitorBrowser(program);
      await browser.come(await linkFor(program.live, { externalId: 'banned' }));
      const [user] = (await program.live.get('/users?filters=externalId:banned')).body.data.users;
      await program.live.call('PUT', `/users/${user.id}/ban`, { body: {} });
      return { cookie: jar(browser.cookies) };
    },
  };

  it('are all known, and reading their addresses does nothing, also for the visitor (threat 4)', async () => {
    const before = await rows();
    const absent = await ada.get(`${home}/nowhere`);
    for (const kind of kinds) {
      const { path } = siteForms[kind](things);
      expect(placeAt(home + path)?.kind).toBe(kind);
      const { status, text } = await ada.get(home + path);
      expect([kind, status, text]).toEqual([kind, 404, absent.text]);
    }
    expect(await rows()).toBe(before);
  });

  it.each(Object.entries(callers))('do nothing for %s', async (_, headersOf) => {
    const headers = await headersOf();
    const before = await rows();
    for (const kind of kinds)
      for (const accept of ['application/json', 'text/html']) {
        const form = siteForms[kind](things);
        const [theirs, nobodys] = [
          await sent(home, form, { accept, ...headers }),
          await sent(home, form, { accept }),
        ];
        expect([kind, theirs]).toEqual([kind, nobodys]);
      }
    expect(await rows()).toBe(before);
  });

  it('find nothing of another workspace, and do nothing at its address', async () => {
    const before = await rows();
    const cookie = jar(ada.cookies);
    for (const kind of kinds.filter(namesThing))
      expect([kind, (await sent(home, siteForms[kind](eves), { cookie, ...json })).status]).toEqual([
        kind,
        404,
      ]);
    for (const kind of kinds) {
      const form = siteForms[kind](eves);
      const there = '/p/elsewhere';
      expect(await sent(there, form, { cookie, ...json })).toEqual(await sent(there, form, json));
    }
    expect(await rows()).toBe(before);
  });

  it('change nothing for someone who rehearses', async () => {
    const browser = visitorBrowser(program);
    await browser.come(await linkFor(program.test));
    const before = await rows();
    for (const kind of kinds) {
      const { status } = await sent(home, siteForms[kind](things), { cookie: jar(browser.cookies), ...json });
      expect([kind, status < 500]).toEqual([kind, true]);
    }
    expect(await rows()).toBe(before);
  });

  /** There is nothing to start again before. */
  const leaveNotices = async () => {
    const [user] = (await program.live.get('/users?filters=externalId:ada')).body.data.users;
    const { store } = program.engines;
    await store.transaction(async (write) => {
      const key = await write.suppressions.ensureKey(program.workspaceId, newMailKey());
      await write.suppressions.add(program.workspaceId, {
        ...{ id: 'supp_1', hash: userHash(key, user.id), scope: 'notices', reason: 'left', address: null },
        isImported: false,
        createdAt: program.clock.now(),
      });
    });
  };

  it('do what they say for the visitor', async () => {
    // What a person may send in an hour is used up.
    program.clock.advance(3_600_000);
    const faults: string[] = [];
    for (const kind of kinds) {
      if (kind === 'resumeMail') await leaveNotices();
      const before = await rows();
      const { status, text } = await sent(home, siteForms[kind](things), {
        cookie: jar(ada.cookies),
        ...json,
      });
      if (status >= 400 || (await rows()) === before) faults.push(`${kind}: ${status} ${text}`);
      if (kind === 'signOut') await ada.come(await linkFor(program.live, visitor));
    }
    expect(faults).toEqual([]);
  });
});
