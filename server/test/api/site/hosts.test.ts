// A host that is bound to the site of a workspace serves that site and nothing else.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
beforeAll(async () => {
  program = await startProgram({
    publicUrl: 'https://earshot.test:8443/base',
    environment: { PUBLIC_HOSTS: 'ideas.test=default' },
  });
});
afterAll(() => program.close());

const at = async (host: string, url: string, headers: Record<string, string> = {}) => {
  const authorization = `Bearer ${program.secrets.live}`;
  return program.app.inject({ url, headers: { host, authorization, ...headers } });
};

it('the settings tell the host and the address there', async () => {
  const { data } = (await program.live.patch('/site', { visibility: 'public' })).body;
  expect(data).toMatchObject({ host: 'ideas.test', url: 'https://ideas.test:8443' });
  const other = (await program.stranger.patch('/site', { visibility: 'public' })).body.data;
  expect(other).toMatchObject({ host: null, url: 'https://earshot.test:8443/base/p/elsewhere' });
});

it.each([
  '/v1/me',
  '/v1/site',
  '/console/api/session',
  '/docs',
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/metrics',
  '/files/abc/logo.png',
  '/feedback',
  '/p/default',
  '/p/elsewhere',
  '//v1/me',
  'http://earshot.test/v1/me',
  '/%ff',
  '/posts/%',
])('404 for %s on a bound host, in any spelling of its name', async (url) => {
  const absent = await at('ideas.test', '/nothing-at-all');
  for (const host of ['ideas.test', 'IDEAS.test', 'ideas.test:80', 'ideas.test:8443', 'ideas.test.']) {
    const answer = await at(host, url, { 'x-forwarded-host': 'earshot.test' });
    expect([answer.statusCode, answer.body], host).toEqual([404, absent.body]);
  }
});

it.each(['/', '/roadmap', '/changelog', '/feedback.json', '/robots.txt'])(
  'serves its site at %s',
  async (url) => {
    const there = await at('ideas.test', url);
    expect(there.statusCode).toBe(200);
    expect(there.body).not.toContain('/p/default');
    expect((await at('ideas.test', url, { 'x-forwarded-host': 'evil.test' })).body).toBe(there.body);
  },
);

it('writes are refused there like pages that do not exist', async () => {
  const absent = await at('ideas.test', '/nothing-at-all');
  for (const url of ['/v1/posts', '/', '/console/api/session']) {
    const headers = { host: 'ideas.test', 'content-type': 'application/json' };
    const answer = await program.app.inject({ method: 'POST', url, headers, payload: '{"title":"x"}' });
    expect([answer.statusCode, answer.body], url).toEqual([404, absent.body]);
  }
});

it('another host is not a site, whatever other headers say', async () => {
  for (const host of ['earshot.test', 'unknown.test', 'sub.ideas.test']) {
    const answer = await at(host, '/v1/me', {
      'x-forwarded-host': 'ideas.test',
      forwarded: 'host=ideas.test',
    });
    expect(answer.statusCode, host).toBe(200);
  }
});
