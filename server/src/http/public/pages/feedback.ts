// The first page: posts that can be searched, sorted and filtered without a script.

import { type Html, html } from '../../../domain/kernel/html.ts';
import { type FeedbackSort, feedbackOrders, feedbackSorts } from '../../../domain/site/reading.ts';
import type { PublicListedPost, PublicStatus, PublicType } from '../../../shapes/site/public-post.ts';
import { statusMark, time, type View, withQuery } from '../view.ts';
import { followMark } from './follows.ts';
import { layout } from './layout.ts';
import { voteButton, votesForm } from './votes.ts';

export interface FeedbackContent {
  posts: PublicListedPost[];
  /** How many there are in all, and whether there are more than that. */
  total: number;
  totalIsMore: boolean;
  /** The query string of the next page. */
  next: string | null;
  statuses: PublicStatus[];
  types: PublicType[];
}

/** What the page shows; empty for the usual. */
export interface FeedbackChoice {
  q: string;
  sort: FeedbackSort;
  status: string;
  type: string;
  after: string;
}

export const usualSort: FeedbackSort = 'top';

/** The choice as a query string has it. */
export const queryOf = ({ q, sort, status, type, after }: FeedbackChoice): Record<string, string> => ({
  q,
  sort: sort === usualSort ? '' : sort,
  status,
  type,
  after,
});

export function feedbackPage(view: View, choice: FeedbackChoice, content: FeedbackContent): string {
  const { texts, links, site } = view;
  const { posts, total, totalIsMore, next } = content;
  const to = (other: Partial<FeedbackChoice>): string =>
    withQuery(links.page('/'), queryOf({ ...choice, after: '', ...other }));
  return layout(view, {
    title: choice.q === '' ? '' : texts.results(choice.q),
    description: '',
    path: '/',
    query: queryOf(choice),
    tab: 'feedback',
    content: html`<h1>${texts.doing.ask}</h1>
${site.description !== '' && html`<p class="lead" dir="auto">${site.description}</p>\n`}${searchForm(view, choice)}
${similarPosts(view)}${votesForm(withQuery('/', queryOf(choice)))}
<div class="bar">${feedbackSorts.map(
      (sort) =>
        html`<a href="${to({ sort })}"${sort === choice.sort && html` aria-current="true"`}>${texts.sorts[sort]}</a>`,
    )}${menu(texts.status, choice.status, content.statuses, (status) => to({ status }), texts.all)}${menu(
      texts.type,
      choice.type,
      content.types,
      (type) => to({ type }),
      texts.all,
    )}<span class="count">${texts.posts(total)}${totalIsMore && '+'}</span></div>
${posts.length === 0 ? emptyList(view, choice) : html`<ol class="list">${posts.map((post) => row(view, post))}</ol>`}${choice.q !== '' && next === null && asNew(view, choice.q)}
${(next !== null || choice.after !== '') && html`<p class="pages">${choice.after !== '' && html`<a href="${to({})}">${texts.toStart}</a>`}${next !== null && html`<a href="${to({ after: next })}" rel="next">${texts.more} →</a>`}</p>`}`,
  });
}

const searchForm = ({ texts, links, site }: View, choice: FeedbackChoice): Html => {
  const kept = { ...queryOf({ ...choice, after: '' }), ...langIn(links.page('/')) };
  const hidden = Object.entries(kept).filter(([name, value]) => name !== 'q' && value !== '');
  return html`<form class="ask" role="search" action="${links.file('/')}" method="get" aria-label="${site.name}"><input type="search" name="q" value="${choice.q}" aria-label="${texts.search}" placeholder="${texts.searchPlaceholder}" maxlength="200" autocomplete="off" dir="auto" data-similar="${links.page('/similar.json')}">${hidden.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button class="btn">${texts.search}</button></form>`;
};

/** A form leaves out the query string of its address. */
const langIn = (url: string): Record<string, string> => {
  const lang = new URLSearchParams(url.split('?')[1]).get('lang');
  return lang === null ? {} : { lang };
};

function menu(
  label: string,
  chosen: string,
  options: readonly PublicType[],
  to: (slug: string) => string,
  all: string,
): Html | undefined {
  // With one option there is nothing to choose.
  if (options.length < 2 && chosen === '') return undefined;
  const current = options.find(({ slug }) => slug === chosen);
  const item = (name: string, slug: string) =>
    html`<li><a href="${to(slug)}"${slug === chosen && html` aria-current="true"`} dir="auto">${name}</a></li>`;
  return html`<details><summary>${label}${current !== undefined && html`: <b dir="auto">${current.name}</b>`}</summary><ul>${item(all, '')}${options.map(({ name, slug }) => item(name, slug))}</ul></details>`;
}

function emptyList({ texts, links }: View, { q, status, type, sort }: FeedbackChoice): Html {
  const isNarrowed = status !== '' || type !== '' || feedbackOrders[sort].stage !== undefined;
  if (q === '' && !isNarrowed) return html`<p class="empty">${texts.noPosts}</p>`;
  return html`<p class="empty">${q === '' ? texts.noneWithFilter : texts.noMatch} <a href="${links.page('/')}">${texts.showAll}</a></p>`;
}

const row = (view: View, post: PublicListedPost): Html =>
  html`<li class="post" id="${post.id}">${voteButton(view, post)}<div><h2 dir="auto"><a href="${post.url}">${post.title}</a></h2>${post.excerpt !== '' && html`<p dir="auto">${post.excerpt}</p>`}<div class="meta">${statusMark(post.status)}${post.commentsCount > 0 && html`<span>${view.texts.comments(post.commentsCount)}</span>`}${time(post.createdAt, view.texts)}${followMark(view, post)}</div></div></li>\n`;

/** What was searched for, as the beginning of a post. */
const asNew = ({ texts, links }: View, title: string): Html =>
  html`<a class="new" href="${withQuery(links.page('/posts/new'), { title })}" rel="nofollow">${texts.doing.postAsNew(html`<b dir="auto">${title}</b>`)}</a>`;

/** Empty: the script fills it while someone types. */
const similarPosts = (view: View): Html =>
  html`<div id="near" class="near" hidden><p class="hidden" role="status"></p><template><li><button class="vote" form="votes" name="vote"><span></span> <small></small></button><div><a dir="auto"></a><div class="meta"><span class="dot" dir="auto"></span></div></div></li></template><ul></ul>${asNew(view, '')}</div>`;
