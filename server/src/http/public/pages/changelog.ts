// The changelog, and one of its entries.

import { Html, html } from '../../../domain/kernel/html.ts';
import type { PublicEntry, PublicListedEntry } from '../../../shapes/site/public-entry.ts';
import { statusMark, time, type View, withQuery } from '../view.ts';
import { layout } from './layout.ts';
import { subscribeButton } from './mail.ts';
import { files } from './post.ts';

export interface ChangelogContent {
  entries: PublicListedEntry[];
  next: string | null;
}

export function changelogPage(view: View, after: string, { entries, next }: ChangelogContent): string {
  const { texts, links } = view;
  return layout(view, {
    title: texts.changelog,
    description: '',
    path: '/changelog',
    query: { after },
    tab: 'changelog',
    content: html`<h1>${texts.changelog}</h1>
${subscribeButton(view)}
${entries.length === 0 && html`<p class="empty">${texts.noEntries}</p>`}${entries.map(
  (entry) =>
    html`<article class="entry">${facts(view, entry)}<h2 dir="auto"><a href="${entry.url}">${entry.title}</a></h2>${entry.excerpt !== '' && html`<p dir="auto">${entry.excerpt}</p>`}<a class="more" href="${entry.url}" aria-label="${texts.readMore}: ${entry.title}">${texts.readMore} →</a></article>\n`,
)}
${(next !== null || after !== '') && html`<p class="pages">${after !== '' && html`<a href="${links.page('/changelog')}">${texts.toStart}</a>`}${next !== null && html`<a href="${withQuery(links.page('/changelog'), { after: next })}" rel="next">${texts.olderEntries} →</a>`}</p>`}`,
  });
}

export function entryPage(view: View, entry: PublicEntry): string {
  const { texts, links, visitor } = view;
  return layout(view, {
    title: entry.title,
    description: entry.excerpt,
    path: `/changelog/${encodeURIComponent(entry.slug)}`,
    tab: 'changelog',
    content: html`<a class="back" href="${links.page('/changelog')}">← ${texts.backToChangelog}</a>
<article class="one"><h1 dir="auto">${entry.title}</h1>
${facts(view, entry)}
<div class="text">${new Html(entry.contentHtml)}</div>
${files(view, entry.attachments, entry.contentHtml)}</article>
${
  entry.posts.length > 0 &&
  html`<section><h2 class="section">${texts.ships}</h2>${entry.posts.map(
    ({ id, url, title, votesCount, status }) =>
      html`<a class="card" href="${url}"><b dir="auto">${title}</b><div class="meta">${statusMark(status)}<span>${texts.votes(votesCount)}</span>${visitor?.voted.has(id) === true && html`<span class="mark">${texts.doing.youAskedForThis}</span>`}</div></a>\n`,
  )}</section>`
}`,
  });
}

const facts = ({ texts }: View, { publishedAt, labels }: PublicListedEntry): Html =>
  html`<div class="meta">${publishedAt !== null && time(publishedAt, texts)}${labels.map(
    (label) => html`<span class="label" dir="auto">${label}</span>`,
  )}</div>`;
