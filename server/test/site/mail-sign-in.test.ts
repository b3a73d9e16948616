// Signing in to a site with a link from a mail: who gets one, whom it signs in, what it takes, and what ends it.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { visitorLimits } from '../../src/app/site/visiting/limits.ts';
import { memoryLimiter } from '../../src/engines/limiter/memory.ts';
import { type MailServer, startMailServer } from '../support/network/mail-server.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { fieldsIn, linkFor, type VisitorBrowser, visitorBrowser } from './visitor.ts';
import { created, open, publish } from './world.ts';

const site = '/p/default';
const hour = 3_600_000;
const email = 'ada@example.com';
const sent = 'If the address can sign in, a mail with a link is on its way.';

let mail: MailServer;
let program: TestProgram;
let ada: VisitorBrowser;
beforeEach(async () => {
  mail = await startMailServer();
  program = await startProgram({
    publicUrl: 'https://earshot.test',
    environment: { SMTP_URL: mail.url, MAIL_FROM: 'Ideas <ideas@acme.example>' },
  });
  ada = visitorBrowser(program);
  await open(program, { name: 'Acme' });
  program.mailing?.start();
});
afterEach(async () => {
  await program.close();
  await mail.close();
});

const rows = (sql: string) => program.database.rows(sql);
const ask = (browser: VisitorBrowser, address = email, fields: Record<string, string> = {}) =>
  browser.post(`${site}/sign-in`, { email: address, ...fields });
const linkIn = (text: string | undefined): string =>
  /https:\/\/earshot\.test\/p\/default\/sign-in\/[\w-]{43}/.exec(text ?? '')?.[0] ?? 'no link';
/** The link of the last mail to the address, once so many have come. */
const linkTo = async (address = email, count = 1): Promise<string> =>
  linkIn((await mail.until(address, count)).at(-1)?.mail.text);
/** Of each mail, in the order in which they were asked for, once none waits anymore. */
const states = async () => {
  const all = () => rows('select address, state, answer from mails order by created_at, id');
  await expect.poll(async () => (await all()).filter(({ state }) => state === 'waiting')).toEqual([]);
  return (await all()).map(({ address, state }) => [address, state]);
};
const people = () =>
  rows(
    `select id, email, external_id, email_proven from users where external_id is null or external_id not like 'earshot:%' order by created_at, id`,
  );
const known = async () => (await people()).filter(({ email: address }) => address !== null);
const sessions = () => rows('select user_id, came_by from visitor_sessions order by created_at, id');
const nameIn = (text: string) => /Continue as ([^<]*)</.exec(text)?.[1];

describe('a link in a mail', () => {
  it('signs in by a form alone, once, for 30 days, and its page never sends itself (threats 9, 26)', async () => {
    const before = await people();
    const asked = await ask(ada, email, { returnTo: '/roadmap?lang=de' });
    expect([asked.status, asked.text.includes(sent), asked.headers['set-cookie']]).toEqual([
      200,
      true,
      undefined,
    ]);
    expect(asked.headers['cache-control']).toBe('no-store');
    expect(await people()).toEqual(before);
    const link = await linkTo();
    const token = link.split('/').at(-1) ?? '';
    // The secret is made when the mail is sent, and kept as a hash.
    expect(program.dump()).not.toContain(token);
    expect(JSON.stringify(program.logged())).not.toContain(token);
    expect(await people()).toEqual(before);
    for (let opened = 0; opened < 3; opened += 1) {
      const page = await ada.get(new URL(link).pathname);
      expect([page.status, nameIn(page.text)]).toEqual([200, 'a…@example.com']);
      expect(page.text).not.toContain('data-now');
      expect(page.headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      });
    }
    expect(await people()).toEqual(before);
    program.clock.advance(hour - 1);
    const [one, two] = await Promise.all([ada.come(link), visitorBrowser(program).come(link)]);
    expect([one.status, two.status].sort()).toEqual([303, 401]);
    const done = one.status === 303 ? one : two;
    expect(done.headers.location).toBe('/p/default/roadmap?lang=de');
    expect(done.headers['set-cookie']).toContain('Max-Age=2592000;');
    expect((await ada.come(link)).status).toBe(401);
    expect((await people()).length).toBe(before.length + 1);
    const [person] = (await people()).slice(-1);
    expect(person).toMatchObject({ email, external_id: null, email_proven: '1' });
    expect(await sessions()).toEqual([{ user_id: person?.id, came_by: 'mail' }]);
    const [{ actorId } = { actorId: '' }] = program.events().slice(-1);
    expect(actorId).toBe('sign-in');
  });

  it('finds the same person the next time, and ends the session that the browser came with', async () => {
    await ask(ada);
    expect((await ada.come(await linkTo())).status).toBe(303);
    const [first] = await sessions();
    program.clock.advance(1);
    await ask(ada, 'ADA@example.com');
    const again = await linkTo('ADA@example.com');
    const page = await ada.get(new URL(again).pathname);
    expect(fieldsIn(page.text)).not.toHaveProperty('confirm');
    expect((await ada.come(again)).status).toBe(303);
    expect(await sessions()).toEqual([first]);
    expect(await known()).toHaveLength(1);
  });

  it('works for an hour, in its workspace, and not once the site was off (threat 14)', async () => {
    await program.stranger.patch('/site', { visibility: 'public' });
    await ask(ada);
    const link = await linkTo();
    expect((await ada.come(link.replace('/p/default/', '/p/elsewhere/'))).status).toBe(401);
    program.clock.advance(hour);
    expect((await ada.come(link)).status).toBe(401);
    await ask(ada);
    const early = await linkTo(email, 2);
    await program.live.patch('/site', { visibility: 'off' });
    program.clock.advance(1);
    await open(program);
    expect((await ada.come(early)).status).toBe(401);
    expect(await known()).toEqual([]);
  });

  it('ends with the person’s sessions, a ban, and their deletion (threat 14)', async () => {
    const end: Record<string, (id: string) => Promise<unknown>> = {
      ended: (id) => program.live.delete(`/users/${id}/sessions`),
      banned: (id) => program.live.call('PUT', `/users/${id}/ban`, { body: {} }),
      deleted: (id) => program.live.delete(`/users/${id}`),
    };
    for (const [name, act] of Object.entries(end)) {
      const address = `${name}@example.com`;
      await ask(ada, address);
      await ada.come(await linkTo(address));
      const [{ id } = { id: '' }] = await rows(`select id from users where email = '${address}'`);
      await ask(ada, address);
      const unused = await linkTo(address, 2);
      await act(id as string);
      expect((await visitorBrowser(program).come(unused)).status, name).toBe(401);
    }
  });

  it('asks before it signs in over someone else, and when another site sent the form (threat 9)', async () => {
    await ada.come(await linkFor(program.live));
    await ask(visitorBrowser(program), 'eve@example.com');
    const link = await linkTo('eve@example.com');
    const page = await ada.get(new URL(link).pathname);
    expect(page.text).toContain('You are signed in as Ada.');
    const { confirm, ...unasked } = fieldsIn(page.text) ?? {};
    expect(confirm).toBe('yes');
    expect((await ada.post(`${site}/sign-in`, unasked)).status).toBe(200);
    const token = link.split('/').at(-1) ?? '';
    const planted = await visitorBrowser(program).post(
      `${site}/sign-in`,
      { token },
      { origin: 'https://evil.test' },
    );
    expect([planted.status, planted.headers['set-cookie']]).toEqual([200, undefined]);
    expect(planted.text).not.toContain('data-now');
    expect(await known()).toEqual([]);
  });

  it.each([
    ['follows the post, too, if that was ticked', '1', [email]],
    ['follows nothing if it was not', '', []],
  ])('counts the vote that waits in it, and %s, whatever the browser holds', async (_, follow, expected) => {
    const post = await created(program, '/posts', { title: 'Dark mode', visibility: 'public' });
    const before = JSON.stringify(await rows('select * from followers'));
    const voted = await ada.post(`${site}/posts/${post}/vote`, { vote: '1' });
    const page = await ada.get(voted.headers.location ?? '');
    expect(page.text).toContain('name="follow" value="1" checked>Tell me by mail when there is news<');
    await ask(ada, email, { returnTo: `/posts/${post}`, follow });
    const link = await linkTo();
    expect(JSON.stringify(await rows('select * from followers'))).toBe(before);
    await ada.come(link);
    const { followers } = (await program.live.get(`/posts/${post}/followers`)).body.data;
    expect(followers.map(({ user }: { user: { email: string } }) => user.email)).toEqual(expected);
    expect((await ada.get(`${site}/posts/${post}`)).text).toContain(
      follow === '1' ? '>Following<' : '>Follow<',
    );
  });

  it('asks whether they follow only if a vote waits', async () => {
    expect((await ada.get(`${site}/sign-in`)).text).not.toContain('name="follow"');
  });

  it('counts the vote that waits in it, whichever browser opens it (threat 26)', async () => {
    const post = await created(program, '/posts', { title: 'Dark mode' });
    await publish(program, post);
    const voted = await ada.post(`${site}/posts/${post}/vote`, { vote: '1' });
    expect([voted.status, voted.headers.location]).toEqual([
      303,
      `${site}/sign-in?returnTo=%2Fposts%2F${post}`,
    ]);
    const page = await ada.get(voted.headers.location ?? '');
    expect(page.text).toContain('name="email"');
    await ask(ada, email, { returnTo: `/posts/${post}` });
    const votes = async () => (await program.live.get(`/posts/${post}`)).body.data.votesCount;
    const link = await linkTo();
    expect(await votes()).toBe(0);
    const phone = visitorBrowser(program);
    expect((await phone.come(link)).headers.location).toBe(`${site}/posts/${post}`);
    expect(await votes()).toBe(1);
    expect((await program.live.get('/votes')).body.data.votes).toMatchObject([{ source: 'visitor' }]);
  });

  it('lets ten people whom no one knew in from a network in an hour, and is not used up by the eleventh (threat 23)', async () => {
    const invite = async (index: number) => {
      program.clock.advance(1000);
      await ask(visitorBrowser(program), `p${index}@example.com`);
      return linkTo(`p${index}@example.com`);
    };
    // As many mails may be asked for from there: these take parts of two hours.
    await invite(0);
    program.clock.advance(hour - 20_000);
    const links: string[] = [];
    for (let index = 1; index <= 9; index += 1) links.push(await invite(index));
    program.clock.advance(20_000);
    for (let index = 10; index <= 11; index += 1) links.push(await invite(index));
    const came: number[] = [];
    for (const link of links) came.push((await visitorBrowser(program).come(link)).status);
    expect(came).toEqual([...Array.from({ length: 10 }, () => 303), 429]);
    expect(await known()).toHaveLength(10);
    expect((await ada.get(new URL(links.at(-1) ?? '').pathname)).status).toBe(200);
  });
});

describe('whose address it is (threat 10)', () => {
  it('takes it from whoever merely claimed it, and ends their session: no one is taken over', async () => {
    const mallory = visitorBrowser(program);
    await mallory.come(await linkFor(program.live, { externalId: 'mallory', name: 'Mallory', email }));
    const [claimant] = await known();
    expect(claimant).toMatchObject({ email, external_id: 'mallory', email_proven: '0' });
    await ask(ada);
    const link = await linkTo();
    // The page names no one who is not theirs.
    expect(nameIn((await ada.get(new URL(link).pathname)).text)).toBe('a…@example.com');
    expect(await sessions()).toHaveLength(1);
    expect((await ada.come(link)).status).toBe(303);
    const [owner, ...others] = await known();
    expect(others).toEqual([]);
    expect(owner).toMatchObject({ email, external_id: null, email_proven: '1' });
    expect(owner?.id).not.toBe(claimant?.id);
    expect((await program.live.get(`/users/${claimant?.id}`)).body.data).toMatchObject({
      externalId: 'mallory',
      email: null,
    });
    expect((await sessions()).map(({ user_id: id }) => id)).toEqual([owner?.id]);
    expect((await mallory.get(`${site}/mine`)).status).toBe(302);
    // Whoever claims it again gets nothing of it.
    await mallory.come(await linkFor(program.live, { externalId: 'mallory', email }));
    expect((await known()).map(({ id }) => id)).toEqual([owner?.id]);
  });

  it('is the person’s to whom an application has proven it', async () => {
    const user = { externalId: 'ada', name: 'Ada', email, emailVerified: true };
    await visitorBrowser(program).come(await linkFor(program.live, user));
    const [person] = await known();
    await ask(ada);
    const link = await linkTo();
    expect(nameIn((await ada.get(new URL(link).pathname)).text)).toBe('Ada');
    expect((await ada.come(link)).status).toBe(303);
    expect((await sessions()).map(({ user_id: id }) => id)).toEqual([person?.id, person?.id]);
    expect(await known()).toEqual([person]);
  });

  it('is the person’s who is known by nothing else, whom the proof makes theirs', async () => {
    const { id } = (await program.live.post('/users', { email, name: 'Ada' })).body.data;
    await ask(ada);
    expect((await ada.come(await linkTo())).status).toBe(303);
    expect(await known()).toMatchObject([{ id, email_proven: '1' }]);
  });

  it('goes with a person who came in, once the team gives them an address that they have not proven', async () => {
    await ask(ada, 'old@example.com');
    await ada.come(await linkTo('old@example.com'));
    const [{ id } = { id: '' }] = await known();
    await program.live.patch(`/users/${id}`, { email });
    await ask(visitorBrowser(program));
    expect((await visitorBrowser(program).come(await linkTo())).status).toBe(303);
    expect(await known()).toMatchObject([{ email, email_proven: '1' }]);
    expect((await known())[0]?.id).not.toBe(id);
    expect((await ada.get(`${site}/mine`)).status).toBe(302);
  });

  it('signs no one in as the workspace itself', async () => {
    const [{ user_id: own } = { user_id: '' }] = await rows(
      `select user_id from workspaces where slug = 'default'`,
    );
    await program.live.patch(`/users/${own}`, { email: 'team@example.com' });
    expect((await ask(ada, 'team@example.com')).status).toBe(200);
    expect(await states()).toEqual([['team@example.com', 'dropped']]);
  });
});

describe('a site for those who have signed in (threat 11)', () => {
  it('mails people with a proven address and its domains, and says the same to everyone', async () => {
    await open(program, { visibility: 'signed_in', allowedDomains: ['acme.example'] });
    await visitorBrowser(program).come(
      await linkFor(program.live, { externalId: 'ada', email, emailVerified: true }),
    );
    await program.live.post('/users', { email: 'imported@example.com' });
    const addresses = [
      email,
      'nobody@example.com',
      'imported@example.com',
      'new@Acme.Example',
      'x@not-acme.example',
    ];
    const answers = [];
    for (const address of addresses) {
      const { status, headers, text } = await ask(visitorBrowser(program), address);
      const { date: _date, 'x-request-id': _id, ...others } = headers;
      answers.push({ status, headers: others, text });
      program.clock.advance(1);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await states()).toEqual(
      addresses.map((address, index) => [address, [0, 3].includes(index) ? 'sent' : 'dropped']),
    );
    const link = await linkTo('new@acme.example');
    await open(program, { visibility: 'signed_in', allowedDomains: [] });
    expect((await visitorBrowser(program).come(link)).status).toBe(401);
    expect((await ada.come(await linkTo())).status).toBe(303);
    expect((await ada.get(`${site}/feedback.json`)).status).toBe(200);
  });
});

describe('asking for a link', () => {
  it('is for pages of the site: not for another site, and not for what is no address', async () => {
    for (const headers of [{}, { origin: 'https://evil.test' }, { 'sec-fetch-site': 'cross-site' }] as Record<
      string,
      string
    >[])
      expect((await ada.post(`${site}/sign-in`, { email }, headers)).status).toBe(403);
    for (const address of [
      '',
      'ada',
      'a@b@c',
      'ada@example.com\r\nBcc: eve@example.com',
      `${'x'.repeat(300)}@example.com`,
    ]) {
      const answer = await ask(ada, address, { returnTo: '/roadmap' });
      expect([answer.status, answer.text.includes('This is not an email address.')]).toEqual([400, true]);
      expect(answer.text).toContain('name="returnTo" value="/roadmap"');
    }
    expect(await rows('select id from mails')).toEqual([]);
  });

  it('takes and answers JSON, too', async () => {
    const call = async (body: object) =>
      program.app.inject({
        ...{ method: 'POST', url: `${site}/sign-in`, payload: body },
        headers: { host: 'earshot.test', accept: 'application/json', 'sec-fetch-site': 'same-origin' },
      });
    const answer = await call({ email });
    expect([answer.statusCode, answer.json().notice.text.startsWith(sent)]).toEqual([200, true]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await linkTo()).toContain('/sign-in/');
    const wrong = await call({ email: 'x' });
    expect([wrong.statusCode, wrong.json()]).toEqual([
      400,
      { notice: { text: 'This is not an email address.' } },
    ]);
  });

  it('never leads out of the site (threat 22)', async () => {
    await ask(ada, email, { returnTo: '//evil.test' });
    expect((await ada.come(await linkTo())).headers.location).toBe(site);
  });

  it('sends no mail in a rehearsal (threat 13)', async () => {
    await ada.come(await linkFor(program.test));
    const answer = await ask(ada);
    expect([answer.status, answer.text.includes(sent)]).toEqual([200, true]);
    expect(await rows('select id from mails')).toEqual([]);
  });

  it('is limited, and says nothing about that: three mails an hour to an address (threat 26)', async () => {
    const answers = [];
    for (let index = 0; index < 5; index += 1)
      answers.push((await ask(ada, index === 2 ? 'ADA@example.com' : email)).text);
    expect(new Set(answers).size).toBe(1);
    expect(await rows('select id from mails')).toHaveLength(3);
    program.clock.advance(hour);
    await ask(ada);
    expect(await rows('select id from mails')).toHaveLength(4);
  });

  it('is over for an address whose owner wants no such mail, by one click in it, and says nothing about that (threat 26)', async () => {
    const { text } = await ask(ada);
    const [received] = await mail.until(email, 1);
    const { value: leave = '' } = received?.mail.headers.find(({ key }) => key === 'list-unsubscribe') ?? {};
    const left = await program.app.inject({
      ...{ method: 'POST', url: new URL(leave.slice(1, -1)).pathname },
      headers: { host: 'earshot.test', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(left.statusCode).toBe(200);
    expect((await ask(ada, 'ADA@example.com')).text).toBe(text);
    expect(await rows('select id from mails')).toHaveLength(1);
    // The link that is under way still signs in: only mails have ended.
    expect((await ada.come(await linkTo())).status).toBe(303);
  });

  it('comes in the language of the page', async () => {
    await ada.post(`${site}/sign-in?lang=de`, { email });
    const [received] = await mail.until(email, 1);
    expect(received?.mail.subject).toBe('Bei Acme anmelden');
    expect(received?.mail.from).toEqual({ name: 'Acme', address: 'ideas@acme.example' });
  });
});

it('limits mail by recipient, network and workspace, each on its own (threat 26)', async () => {
  const limits = visitorLimits(memoryLimiter(program.clock), program.clock);
  let serial = 0;
  const take = (given: { email?: string; address?: string; workspaceId?: string } = {}) => {
    serial += 1;
    const other = `192.0.${Math.floor(serial / 200)}.${serial % 200}`;
    return limits.takeMail({
      workspaceId: 'ws_1',
      address: other,
      email: `p${serial}@example.com`,
      ...given,
    });
  };
  const took = async (count: number, given: Parameters<typeof take>[0]) => {
    const all: boolean[] = [];
    for (let index = 0; index < count; index += 1) all.push(await take(given));
    return all.filter(Boolean).length;
  };
  expect(await took(5, { email, workspaceId: 'ws_2' })).toBe(3);
  expect(await took(12, { address: '2001:db8::1', workspaceId: 'ws_2' })).toBe(10);
  // Another address of the same network.
  expect(await take({ address: '2001:db8::2', workspaceId: 'ws_2' })).toBe(false);
  expect(await took(210, {})).toBe(200);
  expect(await take({ workspaceId: 'ws_2' })).toBe(true);
});

it('without mail there is no field, and an address signs no one in', async () => {
  const plain = await startProgram({ publicUrl: 'https://earshot.test' });
  try {
    await open(plain);
    const browser = visitorBrowser(plain);
    expect((await browser.get(`${site}/sign-in`)).text).not.toContain('name="email"');
    expect((await ask(browser)).status).toBe(401);
    expect((await browser.get(site)).text).not.toContain('/sign-in');
  } finally {
    await plain.close();
  }
});
