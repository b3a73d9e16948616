// One post: its status with the reason, the team's answer, and comments.

import { escaped, Html, html } from '../../../domain/kernel/html.ts';
import type { PublicComment, PublicFile, PublicPost } from '../../../shapes/site/public-post.ts';
import { excerptOf } from '../../../shapes/site/public-text.ts';
import { authorOf, dayOf, fromTeam, statusMark, time, type View, withQuery } from '../view.ts';
import { followButton } from './follows.ts';
import { layout } from './layout.ts';
import { commentForm, ownComment, ownPost, replyForm, reportForm } from './own.ts';
import { sentItem } from './submissions.ts';
import { voteButton, votesForm } from './votes.ts';

export interface PostContent {
  post: PublicPost;
  comments: PublicComment[];
  next: string | null;
}

export function postPage(view: View, after: string, { post, comments, next }: PostContent): string {
  const { texts, links, visitor } = view;
  const path = `/posts/${post.id}`;
  return layout(view, {
    title: post.title,
    description: excerptOf(post.descriptionHtml),
    path,
    query: { after },
    tab: 'feedback',
    wide: true,
    content: html`<a class="back" href="${links.page('/')}">← ${texts.backToFeedback}</a>
<div class="cols one"><div><h1 dir="auto">${post.title}</h1>
<div class="meta">${statusMark(post.status, post.reason)}</div></div>
<aside aria-label="${texts.details}">${votesForm(path)}${voteButton(view, post)}${visitor?.voted.has(post.id) === true && html`<p>${texts.doing.youAndOthers(post.votesCount - 1)}</p>`}${followButton(view, post)}<dl><div><dt>${texts.type}</dt><dd dir="auto">${post.type.name}</dd></div>${post.tags.length > 0 && html`<div><dt>${texts.tags}</dt><dd dir="auto">${post.tags.join(', ')}</dd></div>`}${post.authorName !== null && html`<div><dt>${texts.author}</dt><dd dir="auto">${post.authorName}</dd></div>`}<div><dt>${texts.created}</dt><dd>${time(post.createdAt, texts)}</dd></div></dl></aside>
<div><div class="text">${new Html(post.descriptionHtml)}</div>
${files(view, post.attachments, post.descriptionHtml)}${ownTools(view, post, comments)}${post.answer !== null && answer(view, post.answer)}
<h2 class="section" id="comments">${post.commentsCount === 0 ? texts.noComments : texts.comments(post.commentsCount)}</h2>
${commentForm(view, post)}${visitor?.waiting.map((sent) => sentItem(view, sent))}${comments.map((comment) => said(view, comment, post.id))}
${(next !== null || after !== '') && html`<p class="pages">${after !== '' && html`<a href="${links.page(path)}#comments">${texts.toStart}</a>`}${next !== null && html`<a href="${withQuery(links.page(path), { after: next })}#comments" rel="next">${texts.olderComments} →</a>`}</p>`}
</div></div>`,
  });
}

const answer = (view: View, comment: PublicComment): Html =>
  html`<div class="answer" id="${comment.id}"><b dir="auto">${fromTeam(comment, view)}</b><small>${view.texts.answered(dayOf(comment.createdAt, view.texts))}</small><div class="text">${new Html(comment.contentHtml)}</div>${filesOf(comment)}</div>`;

/** What a visitor who is signed in can do with the post itself. */
function ownTools(view: View, post: PublicPost, comments: readonly PublicComment[]): Html | undefined {
  const { visitor } = view;
  if (visitor === undefined) return undefined;
  if (!visitor.own.has(post.id)) return reportForm(view, post.id);
  const othersVoted = post.votesCount > (visitor.voted.has(post.id) ? 1 : 0);
  const othersCommented = comments.some(({ id }) => !visitor.own.has(id));
  return ownPost(view, post, othersVoted || othersCommented);
}

const said = (view: View, comment: PublicComment, postId: string): Html =>
  html`<article class="said" id="${comment.id}"><b dir="auto">${view.visitor?.own.has(comment.id) === true ? view.texts.doing.you : authorOf(comment, view)}</b>${comment.memberName !== null && html`<span class="team" dir="auto">${view.site.name}</span>`}<small>${time(comment.createdAt, view.texts)}</small>${comment.inReplyTo !== null && html`<p class="reply">${view.texts.inReplyTo} <a href="#${comment.inReplyTo.id}" dir="auto">${comment.inReplyTo.excerpt}</a></p>`}<div class="text">${new Html(comment.contentHtml)}</div>${filesOf(comment)}${view.visitor !== undefined && html`<div class="own">${replyForm(view, postId, comment.id)}${view.visitor.own.has(comment.id) ? ownComment(view, comment, postId) : reportForm(view, postId, comment.id)}</div>`}</article>\n`;

/** Those that the text does not show already. */
export function files({ texts }: View, attachments: readonly PublicFile[], text: string): Html | undefined {
  const list = fileList(attachments, text);
  return list && html`<h2 class="section">${texts.attachments}</h2>${list}`;
}

const filesOf = ({ attachments, contentHtml }: PublicComment): Html | undefined =>
  fileList(attachments, contentHtml);

function fileList(attachments: readonly PublicFile[], text: string): Html | undefined {
  const others = attachments.filter(({ url }) => !text.includes(`"${escaped(url)}"`));
  if (others.length === 0) return undefined;
  return html`<ul class="files">${others.map((file) => html`<li>${shown(file)}</li>`)}</ul>\n`;
}

function shown({ url, fileName, mimeType, width, height }: PublicFile): Html {
  const size = width !== null && height !== null && html` width="${width}" height="${height}"`;
  if (/^image\/(?!svg)/.test(mimeType))
    return html`<a href="${url}"><img src="${url}" alt="${fileName}"${size} loading="lazy"></a>`;
  if (mimeType.startsWith('video/'))
    return html`<video src="${url}" controls preload="metadata" aria-label="${fileName}"${size}></video>`;
  return html`<a href="${url}">${fileName}</a>`;
}
