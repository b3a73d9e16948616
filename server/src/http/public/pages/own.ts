// The forms for what visitors write on a post: they open without a script. Only pages of those who are signed in have
// them.

import { type Html, html } from '../../../domain/kernel/html.ts';
import type { PublicComment, PublicPost } from '../../../shapes/site/public-post.ts';
import type { View } from '../view.ts';
import { ownFollowTick } from './follows.ts';
import { howToSignIn } from './sign-in-hint.ts';

const maxTextLength = 10_000;

/** A form with one text. */
const textForm = (
  { links }: View,
  {
    action,
    label,
    button,
    text = '',
    hidden = {},
    more,
    after,
  }: {
    action: string;
    label: string;
    button: string;
    text?: string;
    hidden?: Record<string, string>;
    more?: Html;
    /** Below the text. */
    after?: Html | undefined;
  },
): Html =>
  html`<form class="form" method="post" action="${links.page(action)}">${Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}${more}<textarea name="text" aria-label="${label}" placeholder="${label}" required maxlength="${maxTextLength}" dir="auto">
${text}</textarea>${after}<div class="row"><button class="btn">${button}</button></div></form>`;

const opening = (label: string, content: Html): Html =>
  html`<details><summary>${label}</summary>${content}</details>`;

const removing = (
  { texts, links }: View,
  { action, label, hint, returnTo = '' }: { action: string; label: string; hint: string; returnTo?: string },
): Html =>
  opening(
    texts.doing.remove,
    html`<form class="form" method="post" action="${links.page(action)}">${returnTo !== '' && html`<input type="hidden" name="returnTo" value="${returnTo}">`}<p>${hint}</p><div class="row"><button class="btn quiet">${label}</button></div></form>`,
  );

export function commentForm(view: View, post: { id: string }): Html {
  const { texts, visitor } = view;
  const path = `/posts/${post.id}`;
  if (visitor === undefined) return howToSignIn(view, `${path}#comments`);
  return textForm(view, {
    action: `${path}/comments`,
    label: texts.doing.commentLabel,
    button: texts.doing.comment,
    after: ownFollowTick(view, post),
  });
}

export const replyForm = (view: View, postId: string, parentId: string): Html =>
  opening(
    view.texts.doing.reply,
    textForm(view, {
      action: `/posts/${postId}/comments`,
      label: view.texts.doing.replyLabel,
      button: view.texts.doing.reply,
      hidden: { parentId },
      after: ownFollowTick(view, { id: postId }),
    }),
  );

export const ownComment = (view: View, { id, content }: PublicComment, postId: string): Html => {
  const { doing } = view.texts;
  return html`${opening(
    doing.edit,
    textForm(view, {
      action: `/comments/${id}/edit`,
      label: doing.commentLabel,
      button: doing.save,
      text: content,
    }),
  )}${removing(view, {
    action: `/comments/${id}/delete`,
    label: doing.removeComment,
    hint: doing.removeHint,
    returnTo: `/posts/${postId}`,
  })}`;
};

/** `isShared`: others have voted or commented, so the title stays, and deleting only takes the author's name away. */
export function ownPost(view: View, post: PublicPost, isShared: boolean): Html {
  const { doing } = view.texts;
  const title = isShared
    ? html`<p>${doing.titleStays}</p>`
    : html`<label>${doing.title}<input name="title" value="${post.title}" required maxlength="200" dir="auto"></label>`;
  return html`<div class="own">${opening(
    doing.edit,
    textForm(view, {
      action: `/posts/${post.id}/edit`,
      label: doing.text,
      button: doing.save,
      text: post.descriptionMarkdown,
      more: title,
    }),
  )}${removing(view, {
    action: `/posts/${post.id}/delete`,
    label: doing.removePost,
    hint: isShared ? doing.removeShared : doing.removeHint,
  })}</div>`;
}

/** Of a comment, or of the post itself. */
export const reportForm = ({ texts, links }: View, postId: string, commentId = ''): Html =>
  html`<details${commentId === '' && html` class="own"`}><summary>${texts.doing.report}</summary><form class="form" method="post" action="${links.page(`/posts/${postId}/report`)}">${
    commentId !== '' && html`<input type="hidden" name="commentId" value="${commentId}">`
  }<textarea name="reason" aria-label="${texts.doing.reportLabel}" placeholder="${texts.doing.reportLabel}" required maxlength="500" dir="auto"></textarea><div class="row"><button class="btn quiet">${texts.doing.report}</button></div></form></details>`;
