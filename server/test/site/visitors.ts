// Visitors of a public site, as their browser sends their forms.

import type { TestProgram } from '../support/program.ts';

export interface Answered {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** The part of `location` below the site. */
  to: string;
}

export interface Visitor {
  /** The cookies of the browser. */
  readonly cookie: string;
  get(path: string, headers?: Record<string, string>): Promise<Answered>;
  /** Sends a form, and keeps the cookies of the answer. */
  send(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<Answered>;
  /** The same for the script. */
  ask(
    path: string,
    fields?: Record<string, string>,
  ): Promise<Answered & { body: Record<string, never> & { vote?: object } }>;
}

const site = '/p/default';

/** A browser that no one has signed in with. `origin`: of the site. */
export function visitorAt({ app }: Pick<TestProgram, 'app'>, origin: string): Visitor {
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const call = async (
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    payload?: string,
  ) => {
    const sent = cookie();
    const answer = await app.inject({
      method,
      url: site + path,
      headers: { ...(sent !== '' && { cookie: sent }), ...headers },
      ...(payload !== undefined && { payload }),
    });
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    const { date: _date, 'x-request-id': _id, ...others } = answer.headers;
    return {
      status: answer.statusCode,
      headers: others as Record<string, string>,
      text: answer.payload,
      to: String(answer.headers.location ?? '').replace(site, ''),
    };
  };
  const form = 'application/x-www-form-urlencoded';
  const send: Visitor['send'] = (path, fields = {}, headers = {}) =>
    call('POST', path, { origin, 'content-type': form, ...headers }, new URLSearchParams(fields).toString());
  return {
    get cookie() {
      return cookie();
    },
    get: (path, headers = {}) => call('GET', path, headers),
    send,
    async ask(path, fields) {
      const answer = await send(path, fields, { accept: 'application/json' });
      return { ...answer, body: JSON.parse(answer.text) };
    },
  };
}

/** Signs the browser in with a link that the host application asks for. */
export async function arrive(
  visitor: Visitor,
  { live, test }: Pick<TestProgram, 'live' | 'test'>,
  person: object,
  mode: 'live' | 'test' = 'live',
): Promise<Answered> {
  const asked = await (mode === 'live' ? live : test).post('/visitor-tokens', person);
  if (asked.status !== 201) throw new Error(asked.text);
  const token = String(asked.body.data.url).split('/').at(-1) ?? '';
  const answer = await visitor.send('/sign-in', { token });
  if (answer.status !== 303) throw new Error(answer.text);
  return answer;
}
