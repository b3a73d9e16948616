// GET /console/api/live: what happens in the workspace, for open pages of the console.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beatMs, maxStreams } from '../../src/app/team/live.ts';
import { accountId, type Browser, invitedBy, ownerOf } from '../support/console.ts';
import { startProgram, type TestProgram } from '../support/program.ts';

let program: TestProgram;
let port: number;
let owner: Browser;
const open: AbortController[] = [];
beforeAll(async () => {
  program = await startProgram();
  port = await program.listen();
  owner = await ownerOf(program);
});
beforeEach(() => {
  // Streams need not hear of what was before.
  program.clock.advance(60_000);
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.abort();
});
afterAll(() => program.close());

const headersOf = ({ cookies }: Browser) => ({
  'x-earshot-console': '1',
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});

async function ask(headers: Record<string, string>, query = '') {
  const stop = new AbortController();
  open.push(stop);
  const response = await fetch(`http://127.0.0.1:${port}/console/api/live${query}`, {
    headers,
    signal: stop.signal,
  });
  return { response, stop };
}

interface News {
  id: number;
  kinds: string[] | null;
}

/** The stream of a browser, without signs of life. Its end is undefined. */
async function follow(browser: Browser, query = '') {
  const { response, stop } = await ask(headersOf(browser), query);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  if (response.body === null) throw new Error('There is no stream.');
  const texts = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  const next = async (): Promise<News | undefined> => {
    for (;;) {
      const end = rest.indexOf('\n\n');
      if (end >= 0) {
        const event = rest.slice(0, end);
        rest = rest.slice(end + 2);
        const [, id, data] = /^id: (\d+)\ndata: (.+)$/.exec(event) ?? [];
        if (id !== undefined && data !== undefined) return { id: Number(id), ...JSON.parse(data) };
        continue;
      }
      const { done, value } = await texts.read();
      if (done) return undefined;
      rest += value;
    }
  };
  return { next, stop };
}

const make = async (title: string): Promise<string> =>
  (await program.live.post('/posts', { title })).body.data.id;

describe('GET /console/api/live', () => {
  it('says of which kinds of objects something has happened, and nothing else', async () => {
    const stream = await follow(owner);
    const id = await make('Secret plans');
    const first = await stream.next();
    expect(first).toEqual({ id: expect.any(Number), kinds: ['post'] });
    await program.live.post(`/posts/${id}/comments`, { content: 'Yes', authorEmail: 'eve@example.com' });
    expect(await stream.next()).toEqual({ id: expect.any(Number), kinds: ['user', 'comment'] });
    await program.live.post('/views', { name: 'Own', filters: '' });
    expect(await stream.next()).toEqual({ id: expect.any(Number), kinds: ['view'] });
  });

  it('goes on where it was cut off', async () => {
    const before = await follow(owner);
    await make('One');
    const last = await before.next();
    before.stop.abort();
    await make('Two');
    await program.live.post('/tags', { name: 'three' });
    const after = await follow(owner, `?after=${last?.id}`);
    expect(await after.next()).toEqual({ id: (last?.id ?? 0) + 2, kinds: ['post', 'tag'] });
  });

  it('begins shortly before it was asked for, since a page may have read a moment earlier', async () => {
    await make('A moment ago');
    program.clock.advance(2_000);
    expect((await (await follow(owner)).next())?.kinds).toContain('post');
    program.clock.advance(60_000);
    const stream = await follow(owner);
    await program.live.post('/tags', { name: 'only this' });
    expect((await stream.next())?.kinds).toEqual(['tag']);
  });

  it('says that anything may have changed if it was away for too long', async () => {
    const { id = 0 } = (await (await follow(owner, '?after=0')).next()) ?? {};
    const operations = [...Array(100).keys()].map((number) => ({
      method: 'POST',
      path: '/tags',
      body: { name: `many ${number}` },
    }));
    for (let batch = 0; batch < 5; batch += 1)
      await program.live.post('/batch', {
        operations: operations.map((each) => ({ ...each, body: { name: `${each.body.name} ${batch}` } })),
      });
    const stream = await follow(owner, `?after=${id}`);
    expect(await stream.next()).toEqual({ id: id + 500, kinds: null });
  });

  it('ends before it says anything once the role is another, and once the member is removed', async () => {
    const colleague = await invitedBy(program, owner, 'member', 'colleague@example.com');
    program.clock.advance(60_000);
    const colleagueId = await accountId(colleague);
    const stream = await follow(colleague);
    await owner.data('PATCH', `/console/api/members/${colleagueId}`, { role: 'admin' });
    expect(await stream.next()).toBeUndefined();
    program.clock.advance(60_000);
    const again = await follow(colleague);
    await owner.data('DELETE', `/console/api/members/${colleagueId}`);
    expect(await again.next()).toBeUndefined();
  });

  it('ends before it says anything once the session has ended', async () => {
    const leaver = await invitedBy(program, owner, 'member', 'leaver@example.com');
    program.clock.advance(60_000);
    const stream = await follow(leaver);
    await leaver.data('DELETE', '/console/api/session');
    await make('After signing out');
    expect(await stream.next()).toBeUndefined();
  });

  it('hears nothing of another workspace', async () => {
    const stream = await follow(owner);
    await program.stranger.post('/posts', { title: 'Elsewhere' });
    await program.live.post('/tags', { name: 'here' });
    expect((await stream.next())?.kinds).toEqual(['tag']);
  });

  it('401 without the header of the console, whatever the cookie, and without a session', async () => {
    const { cookie } = headersOf(owner);
    for (const headers of [{ cookie }, { 'x-earshot-console': '1' }])
      expect((await ask(headers as Record<string, string>)).response.status).toBe(401);
    const foreign = { ...headersOf(owner), 'sec-fetch-site': 'cross-site' };
    expect((await ask(foreign)).response.status).toBe(401);
  });

  it('400 for a position that is no number', async () => {
    expect((await ask(headersOf(owner), '?after=x')).response.status).toBe(400);
  });

  it('429 for more streams than a session may have, until one has ended', async () => {
    const streams = [];
    while (streams.length < maxStreams) streams.push(await follow(owner));
    const { response } = await ask(headersOf(owner));
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '30']);
    streams[0]?.stop.abort();
    // It notices that its client is gone when it looks for news.
    await make('News');
    await expect
      .poll(async () => (await ask(headersOf(owner))).response.status, { timeout: beatMs })
      .toBe(200);
  });
});
