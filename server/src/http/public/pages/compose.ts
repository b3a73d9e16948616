// The page for a new post, with similar ones: they may be what its author means.

import { type Html, html } from '../../../domain/kernel/html.ts';
import type { PublicListedPost } from '../../../shapes/site/public-post.ts';
import { statusMark, type View, withQuery } from '../view.ts';
import { followMark, followTick } from './follows.ts';
import { layout } from './layout.ts';
import { howToSignIn } from './sign-in-hint.ts';
import { voteButton, votesForm } from './votes.ts';

export interface Draft {
  title: string;
  text: string;
  /** Whether its author follows it. */
  follows: boolean;
  /** Why it was not taken, in a sentence. */
  problem: string;
}

export function composePage(view: View, draft: Draft, similar: readonly PublicListedPost[]): string {
  const { texts, links, visitor, site } = view;
  const { doing } = texts;
  const path = '/posts/new';
  const query = { title: draft.title };
  return layout(view, {
    title: doing.newTitle,
    description: '',
    path,
    query,
    tab: 'feedback',
    isPersonal: true,
    content: html`<a class="back" href="${links.page('/')}">← ${texts.backToFeedback}</a>
<h1>${doing.newTitle}</h1>
${votesForm(withQuery(path, query))}${
  visitor === undefined && !site.takesAnonymousPosts
    ? html`${draft.title !== '' && html`<p class="lead" dir="auto">${draft.title}</p>\n`}${howToSignIn(view, withQuery(path, query))}`
    : form(view, draft)
}
${
  similar.length > 0 &&
  html`<section><h2 class="section">${doing.similar(similar.length)}</h2><div class="near"><ul>${similar.map(
    (post) =>
      html`<li>${voteButton(view, post)}<div><a href="${post.url}" dir="auto">${post.title}</a><div class="meta">${statusMark(post.status)}${followMark(view, post)}</div></div></li>\n`,
  )}</ul></div></section>`
}`,
  });
}

function form(view: View, { title, text, follows, problem }: Draft): Html {
  const { texts, links, visitor } = view;
  const { doing } = texts;
  return html`<form class="form" method="post" action="${links.page('/posts')}">${
    problem !== '' && html`<p class="problem" role="alert">${problem}</p>`
  }<label>${doing.title}<input name="title" value="${title}" placeholder="${doing.titleHint}" required maxlength="200" autocomplete="off" dir="auto"></label>
<label>${doing.text}<textarea name="text" rows="7" maxlength="10000" placeholder="${doing.textHint}" dir="auto">
${text}</textarea></label>${visitor === undefined && trap(doing.leaveEmpty)}${visitor?.reach === 'reached' && followTick(view, follows)}<div class="row"><button class="btn">${doing.post}</button></div></form>`;
}

/** A field that people don't see. What fills in every field is no visitor. */
const trap = (label: string): Html =>
  html`<p class="trap" aria-hidden="true"><label>${label}<input name="website" tabindex="-1" autocomplete="off"></label></p>`;
