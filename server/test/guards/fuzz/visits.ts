// Odd visits of a public site: pages with any query, and forms with any fields, of someone signed in or not.

import type { FormKind } from '../../../src/http/public/places.ts';
import type { Random } from '../random.ts';
import { type SiteThings, siteForms } from '../site-forms.ts';
import { site } from '../site-visitor.ts';
import { type FuzzRequest, type FuzzSurroundings, fuzzHeaders } from './frame.ts';
import { anyText, inTarget } from './values.ts';

const kinds = Object.keys(siteForms) as FormKind[];
const pages = [
  '',
  '/',
  '/feedback',
  '/roadmap',
  '/changelog',
  '/changelog/feed',
  '/feed',
  '/mine',
  '/posts/new',
];
const others = ['/sitemap.xml', '/robots.txt', '/style.css', '/site.js', '/icon.svg', '/logo', '/sign-in.js'];
const formats = ['', '.json', '.md', '.xml', '.html'];
const parameters = [
  'q',
  'sort',
  'status',
  'type',
  'after',
  'votesAfter',
  'followsAfter',
  'lang',
  'title',
  'returnTo',
  'v',
];

export function fuzzVisit(surroundings: FuzzSurroundings): FuzzRequest {
  return surroundings.random.once(3) ? ofPage(surroundings) : ofForm(surroundings);
}

function ofPage(surroundings: FuzzSurroundings): FuzzRequest {
  const { random, things } = surroundings;
  const odd = () => inTarget(random, anyText(random)).slice(0, 3000);
  const id = random.once(4) ? odd() : random.pick(Object.values(things));
  const paths = [
    () => random.pick(pages) + random.pick(formats),
    () => random.pick(others),
    () => `/posts/${id}${random.pick(formats)}`,
    () => `/changelog/${odd()}${random.pick(formats)}`,
    () => `/files/${id}/${odd()}`,
    () => `/sign-in/${odd()}`,
    () => '/similar.json',
    () => odd(),
  ];
  const query = Array.from({ length: random.below(4) }, () => `${random.pick(parameters)}=${odd()}`);
  const home = random.once(20) ? `/p/${odd()}` : site;
  const target = `${home}${random.pick(paths)()}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  const headers = visitorHeaders(surroundings);
  return { method: random.once(15) ? 'HEAD' : 'GET', target, headers, body: Buffer.alloc(0) };
}

function ofForm(surroundings: FuzzSurroundings): FuzzRequest {
  const { random, things } = surroundings;
  const { path, fields } = siteForms[random.pick(kinds)](oddThings(random, things));
  const odd = oddFields(random, random.once(10) ? { token: anyText(random), confirm: 'yes' } : fields);
  const isJson = random.once(8);
  const text = isJson ? JSON.stringify(Object.fromEntries(odd)) : new URLSearchParams(odd).toString();
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  const headers: [string, string][] = [
    ...visitorHeaders(surroundings),
    ['content-type', random.once(20) ? 'multipart/form-data; boundary=x' : type],
  ];
  const method = random.once(25) ? random.pick(['PUT', 'PATCH', 'DELETE', 'OPTIONS']) : 'POST';
  const broken = random.once(20) ? `${text}&%&=%ff&__proto__=x&${text.slice(0, -1)}` : text;
  const target = site + (random.once(12) ? '/sign-in' : path);
  return { method, target, headers, body: Buffer.from(broken) };
}

/** Some of them are of another kind. */
const oddThings = (random: Random, things: SiteThings): SiteThings =>
  random.once(6)
    ? (Object.fromEntries(
        Object.keys(things).map((name) => [name, random.pick(Object.values(things))]),
      ) as unknown as SiteThings)
    : things;

function oddFields(random: Random, fields: Record<string, string>): [string, string][] {
  const odd = Object.entries(fields);
  const names = [
    ...Object.keys(fields),
    'title',
    'text',
    'returnTo',
    'parentId',
    'commentId',
    'website',
    '__proto__',
  ];
  for (let turn = random.below(4); turn > 0; turn -= 1)
    odd.push([random.once(8) ? anyText(random) : random.pick(names), anyText(random).toWellFormed()]);
  return random.once(5) ? odd.reverse() : odd;
}

/** Mostly those of the visitor's browser. */
function visitorHeaders(surroundings: FuzzSurroundings): [string, string][] {
  const { random, visitorHeaders: usual } = surroundings;
  const asKey = fuzzHeaders(surroundings);
  const headers = Object.entries(usual).filter(() => !random.once(12));
  if (random.once(10))
    headers.push(['origin', random.pick(['null', 'https://evil.test', '', 'http://fuzz'])]);
  if (random.once(4)) headers.push(['accept', random.pick(['application/json', 'text/html', '*/*', ''])]);
  return random.once(6) ? [...headers, ...asKey] : headers;
}
