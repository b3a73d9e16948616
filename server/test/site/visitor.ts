// A visitor's browser: keeps cookies, follows no redirects, and sends forms as a page of the site would.

import type { TestProgram } from '../support/program.ts';

export interface Answered {
  status: number;
  headers: Record<string, string>;
  text: string;
}

export interface VisitorBrowser {
  cookies: Map<string, string>;
  /** Paths are complete. */
  get(path: string, headers?: Record<string, string>): Promise<Answered>;
  /** As a page of the site sends a form; `headers` replace those that a browser would add. */
  post(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<Answered>;
  /** Opens a link and sends the form of its page. */
  come(link: string): Promise<Answered>;
}

export const fromSite = { 'sec-fetch-site': 'same-origin' };

export function visitorBrowser({ app }: Pick<TestProgram, 'app'>, host = 'earshot.test'): VisitorBrowser {
  const cookies = new Map<string, string>();
  const call = async (
    method: 'GET' | 'POST',
    url: string,
    headers: Record<string, string>,
    payload?: string,
  ) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await app.inject({
      ...{ method, url },
      headers: { host, ...(cookie !== '' && { cookie }), ...headers },
      ...(payload !== undefined && { payload }),
    });
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    return {
      status: answer.statusCode,
      headers: answer.headers as Answered['headers'],
      text: answer.payload,
    };
  };
  const post: VisitorBrowser['post'] = (path, fields = {}, headers = fromSite) =>
    call(
      'POST',
      path,
      { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      new URLSearchParams(fields).toString(),
    );
  return {
    cookies,
    get: (path, headers = {}) => call('GET', path, headers),
    post,
    async come(link) {
      const { pathname } = new URL(link);
      const page = await call('GET', pathname, {});
      const fields = fieldsIn(page.text);
      return fields === undefined ? page : post(pathname.replace(/\/sign-in\/.*$/, '/sign-in'), fields);
    },
  };
}

/** The hidden fields of the form that signs in. */
export function fieldsIn(page: string): Record<string, string> | undefined {
  const [, form] = /<form[^>]* id="sign-in"[^>]*>([\s\S]*?)<\/form>/.exec(page) ?? [];
  if (form === undefined) return undefined;
  const inputs = form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g);
  return Object.fromEntries([...inputs].map(([, name, value]) => [name, value]));
}

/** The link that the host application asks for. */
export async function linkFor(
  client: TestProgram['live'],
  person: object = { externalId: 'ada', name: 'Ada' },
): Promise<string> {
  const answer = await client.post('/visitor-tokens', person);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data.url;
}
