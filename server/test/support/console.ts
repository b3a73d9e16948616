// Uses the console like a browser: keeps cookies and sends the headers, unless told otherwise.

import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { operatorOf } from '../../src/compose/operator.ts';
import type { Answer } from './caller.ts';
import { expectDeclaredAnswer } from './console-answers.ts';
import type { TestProgram } from './program.ts';

export interface Browser {
  /** Its cookies by name. */
  cookies: Map<string, string>;
  call(method: string, path: string, options?: BrowserCall): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  patch(path: string, body?: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  /** Returns the data of a success; throws otherwise. */
  data(method: string, path: string, body?: unknown): Promise<Answer['body']>;
}

export interface BrowserCall {
  body?: unknown;
  /** Override the page's headers; undefined omits one. */
  headers?: Record<string, string | undefined>;
}

/** Paths are complete: `/console/api/…` and `/v1/…`. */
export function browser(app: FastifyInstance): Browser {
  const cookies = new Map<string, string>();
  const call = async (method: string, path: string, { body, headers = {} }: BrowserCall = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = {
      'x-earshot-console': '1',
      'sec-fetch-site': 'same-origin',
      'user-agent': 'A browser',
      ...(cookie !== '' && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    };
    const response = await app.inject({
      method: method as 'GET',
      url: path,
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = response.payload;
    const isJson = response.headers['content-type']?.toString().startsWith('application/json') === true;
    expect(response.headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
    const answer = isJson ? JSON.parse(text) : undefined;
    expectDeclaredAnswer(method, path, response.statusCode, answer);
    return {
      status: response.statusCode,
      headers: response.headers as Answer['headers'],
      body: answer,
      text,
    };
  };
  return {
    cookies,
    call,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, { body: body ?? {} }),
    patch: (path, body) => call('PATCH', path, { body: body ?? {} }),
    delete: (path) => call('DELETE', path),
    async data(method, path, body) {
      const answer = await call(method, path, body === undefined ? {} : { body });
      expect([200, 201], answer.text).toContain(answer.status);
      return answer.body.data;
    },
  };
}

export const password = 'a long enough passphrase';

/** A browser in which the workspace's owner has just signed in for the first time. */
export async function ownerOf(program: TestProgram, email = 'ada@example.com'): Promise<Browser> {
  const token = await operatorOf(program.engines.store, program.clock).setupToken(program.workspaceId);
  const page = browser(program.app);
  await page.data('POST', `/console/api/setup/${token}`, { name: 'Ada', email, password });
  return page;
}

/** A browser with a signed-in person whom the owner invited. */
export async function invitedBy(
  program: TestProgram,
  owner: Browser,
  role: 'owner' | 'admin' | 'member',
  email = `${role}@example.com`,
): Promise<Browser> {
  const { url } = await owner.data('POST', '/console/api/invites', { email, role });
  const page = browser(program.app);
  const token = String(url).split('/').at(-1);
  await page.data('POST', `/console/api/invitations/${token}`, { name: role, password });
  return page;
}

export const accountId = async (page: Browser): Promise<string> =>
  (await page.data('GET', '/console/api/session')).account.id;
