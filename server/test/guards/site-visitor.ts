// A visitor of the built program's public site, over HTTP. Each has an address of its own, so that one's limits are not
// another's: the program must trust its proxy.

import { createHash } from 'node:crypto';
import { dataOf } from './sending.ts';
import { makeSiteThings, type SiteForm, type SiteThings } from './site-forms.ts';

export interface SiteAnswer {
  status: number;
  text: string;
}

export interface SiteVisitor {
  headers: Record<string, string>;
  get(path: string): Promise<SiteAnswer>;
  /** As the script of the site sends it. */
  send(form: SiteForm): Promise<SiteAnswer>;
}

const digestOf = (name: string): Buffer => createHash('sha256').update(name).digest();
const addressOf = (name: string): string => `${digestOf(name).toString('hex', 0, 8)}@example.com`;

export const site = '/p/default';

/** Switches the site on, and signs someone in whom only this name tells from others. */
export async function arrived(address: string, secret: string, name: string): Promise<SiteVisitor> {
  const asked = {
    method: 'POST',
    path: '/visitor-tokens',
    body: { externalId: name, email: addressOf(name) },
  };
  await dataOf(address, secret, { method: 'PATCH', path: '/site', body: { visibility: 'public' } });
  const { url } = await dataOf(address, secret, asked);
  const digest = digestOf(name);
  const from = {
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': `2001:db8:${digest.toString('hex', 0, 2)}:${digest.toString('hex', 2, 4)}::1`,
  };
  const fields = (values: Record<string, string>) => ({
    method: 'POST',
    redirect: 'manual' as const,
    body: new URLSearchParams(values),
  });
  const token = String(url).split('/').at(-1) ?? '';
  const signedIn = await fetch(`${address}${site}/sign-in`, { ...fields({ token }), headers: from });
  const [cookie = ''] = signedIn.headers.getSetCookie().map((one) => one.split(';', 1)[0] ?? '');
  if (signedIn.status !== 303) throw new Error(`Signing in answered ${signedIn.status}.`);
  const headers = { ...from, cookie };
  const answerOf = async (response: Response): Promise<SiteAnswer> => ({
    status: response.status,
    text: await response.text(),
  });
  return {
    headers,
    get: async (path) => answerOf(await fetch(address + site + path, { headers })),
    send: async (form) =>
      answerOf(
        await fetch(address + site + form.path, {
          ...fields(form.fields),
          headers: { ...headers, accept: 'application/json' },
        }),
      ),
  };
}

/** What the forms are about, with the visitor who sent some of it. */
export async function arrivedWithThings(
  address: string,
  secret: string,
  name: string,
): Promise<{ visitor: SiteVisitor; things: SiteThings }> {
  const visitor = await arrived(address, secret, name);
  const things = await makeSiteThings(
    (asked) => dataOf(address, secret, asked),
    async (form) => {
      const { status, text } = await visitor.send(form);
      if (status !== 200) throw new Error(`${form.path} answered ${status}: ${text}`);
      return JSON.parse(text).url;
    },
  );
  return { visitor, things };
}
