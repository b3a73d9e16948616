// The frame of every page. All addresses are relative to /docs/, so a proxy can put a path in front.

import { type Html, html } from '../../../domain/kernel/html.ts';
import type { Resource } from './document.ts';
import { type Language, languages } from './examples.ts';
import { methodBadge } from './operation-section.ts';

export interface Page {
  title: string;
  /** The name in the address; empty for the first page. */
  slug: string;
  content: Html;
  query?: string;
}

const icon =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#2563eb"/>' +
      '<path d="M5 8a3 3 0 0 1 6 0c0 2-2 2-2 4" fill="none" stroke="#fff" stroke-width="1.6"/></svg>',
  );

export const layoutOf =
  (resources: readonly Resource[]) =>
  ({ title, slug, content, query = '' }: Page): string =>
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${slug === '' ? 'Earshot API' : `${title} · Earshot API`}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="style.css">
<script src="search.js" defer></script>
</head>
<body>
<header>
<a class="home" href="./">Earshot <span>API</span></a>
<form role="search" action="./" method="get">
<input type="search" name="q" value="${query}" placeholder="Search" aria-label="Search the reference" autocomplete="off">
<div id="results" hidden></div>
</form>
<a class="menu" href="#menu">Menu</a>
<fieldset><legend>Examples in</legend>${(Object.keys(languages) as Language[]).map(
      (language) =>
        html`<label><input type="radio" name="language" id="in-${language}"${
          language === 'curl' && html` checked`
        }>${languages[language]}</label>`,
    )}</fieldset>
</header>
<main>${content}</main>
<nav id="menu" aria-label="Reference">
<ul>
<li>${linkTo('', 'Overview', slug)}</li>
<li>${linkTo('errors', 'Errors', slug)}</li>
</ul>
<h2>Resources</h2>
<ul>${resources.map(
      (resource) =>
        html`<li>${linkTo(resource.slug, resource.title, slug)}${
          resource.slug === slug && operationLinks(resource)
        }</li>`,
    )}</ul>
<p><a href="../openapi.json">OpenAPI document</a></p>
</nav>
</body>
</html>
`.text;

const linkTo = (slug: string, title: string, current: string): Html =>
  html`<a href="${slug === '' ? './' : slug}"${slug === current && html` aria-current="page"`}>${title}</a>`;

const operationLinks = ({ operations }: Resource): Html =>
  html`<ul>${operations.map(
    ({ id, method, summary }) => html`<li><a href="#${id}">${methodBadge(method)} ${summary}</a></li>`,
  )}</ul>`;
