// The frame of every page of a site.

import { type Html, html } from '../../../domain/kernel/html.ts';
import { siteLanguages } from '../../../domain/site/site.ts';
import { textsOf, type View, withQuery } from '../view.ts';

type Tab = 'feedback' | 'roadmap' | 'changelog';

export interface Page {
  /** Empty for the first page. */
  title: string;
  description: string;
  /** The page's own path, without a choice of what it shows. */
  path: string;
  /** What the page shows of its list. */
  query?: Record<string, string>;
  tab?: Tab;
  /** For whoever is signed in: it is not found by search engines, and has no other format. */
  isPersonal?: boolean;
  wide?: boolean;
  content: Html;
}

const tabs: readonly [Tab, string][] = [
  ['feedback', '/'],
  ['roadmap', '/roadmap'],
  ['changelog', '/changelog'],
];

export function layout(view: View, page: Page): string {
  const { site, texts, links, absolute } = view;
  const { title, path, tab, content, query = {}, isPersonal = false } = page;
  const isChoice = Object.values(query).some((value) => value !== '');
  const description = page.description === '' ? site.description : page.description;
  const width = page.wide === true ? 'wrap wide' : 'wrap';
  const wholeTitle = title === '' ? site.name : `${title} · ${site.name}`;
  return html`<!doctype html>
<html lang="${texts.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${wholeTitle}</title>
${description !== '' && html`<meta name="description" content="${description}">\n`}${
  // What a search finds, and the pages after the first, are no pages to be found.
  (isChoice || isPersonal) && html`<meta name="robots" content="noindex">\n`
}<link rel="canonical" href="${absolute.page(path)}">
${site.style}${site.script}
<link rel="icon" href="${site.logo ?? site.icon}">
<link rel="alternate" type="application/atom+xml" title="${texts.feed}" href="${links.file('/feed.xml')}">
<link rel="alternate" type="application/atom+xml" title="${texts.changelogFeed}" href="${links.file('/changelog/feed.xml')}">
${!isPersonal && formats(view, path)}<meta property="og:type" content="website">
<meta property="og:site_name" content="${site.name}">
<meta property="og:title" content="${title === '' ? site.name : title}">
${description !== '' && html`<meta property="og:description" content="${description}">\n`}<meta property="og:url" content="${absolute.page(path)}">
${site.logo !== null && html`<meta property="og:image" content="${absolute.file('/logo')}">\n`}</head>
<body>
<a class="skip" href="#content">${texts.skip}</a>
<header><div class="wrap wide"><a class="brand" href="${links.page('/')}">${brand(site)}</a><nav aria-label="${site.name}">${tabs.map(
    ([name, to]) =>
      html`<a href="${links.page(to)}"${name === tab && html` aria-current="${path === to ? 'page' : 'true'}"`}>${texts[name]}</a>`,
  )}</nav>${who(view, withQuery(path, query))}</div></header>
${
  view.visitor?.isRehearsal &&
  html`<p class="rehearsal">${texts.doing.rehearsal}</p>
`
}<main id="content" class="${width}">
${content}
</main>
<div id="notice" class="notice" role="status" data-close="${texts.doing.close}" data-failed="${texts.doing.failed}"></div>
<footer><div class="wrap wide"><a href="${links.file('/feed.xml')}">${texts.feed}</a><a href="${links.file('/changelog/feed.xml')}">${texts.changelogFeed}</a><span>${texts.poweredBy}</span><nav aria-label="${texts.otherLanguages}">${siteLanguages.map(
    (language) =>
      html`<a href="${withQuery(links.file(path), { ...query, lang: language })}" lang="${textsOf(language).locale}"${language === view.language && html` aria-current="true"`}>${textsOf(language).language}</a>`,
  )}</nav></div></footer>
</body>
</html>
`.text;
}

/** A page that shows nothing of the site but its name and logo, and is not to be found. */
export function bareLayout(
  view: View,
  { title, content, script }: { title: string; content: Html; script?: string },
): string {
  const { site, texts } = view;
  return html`<!doctype html>
<html lang="${texts.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${site.name}</title>
${site.style}
<link rel="icon" href="${site.logo ?? site.icon}">
${script !== undefined && html`<script src="${script}" defer></script>\n`}</head>
<body class="bare">
<main class="wrap">
<p class="brand">${brand(site)}</p>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.text;
}

const brand = ({ logo, name }: View['site']): Html =>
  html`${logo === null ? html`<i></i>` : html`<img src="${logo}" alt="" width="26" height="26">`}<span dir="auto">${name}</span>`;

const formats = ({ links }: View, path: string): Html =>
  html`<link rel="alternate" type="application/json" href="${links.file(inFormat(path, 'json'))}">
<link rel="alternate" type="text/markdown" href="${links.file(inFormat(path, 'md'))}">
`;

const who = ({ texts, links, site, visitor }: View, path: string): Html =>
  html`<div class="who">${
    visitor === undefined
      ? site.hasSignIn &&
        html`<a href="${withQuery(links.page('/sign-in'), { returnTo: path })}" rel="nofollow">${texts.signIn}</a>`
      : html`<a href="${links.page('/mine')}" dir="auto">${visitor.name === '' ? texts.doing.mine : visitor.name}</a>`
  }<a class="btn" href="${links.page('/posts/new')}" rel="nofollow">${texts.doing.share}</a></div>`;

/** The path of a page in another format. */
export const inFormat = (path: string, format: 'json' | 'md'): string =>
  `${path === '/' ? '/feedback' : path}.${format}`;
