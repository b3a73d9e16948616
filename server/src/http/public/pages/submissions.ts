// What a visitor sent, as they themselves see it.

import { type Html, html } from '../../../domain/kernel/html.ts';
import { type ShownSubmission, statusMark, time, type View } from '../view.ts';

export function sentItem(view: View, sent: ShownSubmission): Html {
  const { texts, links } = view;
  const { id, state, title, text, post, createdAt } = sent;
  return html`<article class="said${state === 'waiting' && ' waits'}" id="${id}"><div class="meta">${mark(view, sent)}${time(createdAt, texts)}</div>${
    post === null
      ? title !== '' && html`<p dir="auto"><b>${title}</b></p>`
      : html`<p dir="auto"><a href="${post.url}"><b>${post.title}</b></a></p>`
  }${text !== '' && html`<p dir="auto">${text}</p>`}${hint(view, sent)}${
    state === 'waiting' &&
    html`<div class="own"><form method="post" action="${links.page(`/submissions/${id}/withdraw`)}"><button class="plain">${texts.doing.withdraw}</button></form></div>`
  }</article>\n`;
}

function mark({ texts: { doing } }: View, { state, post }: ShownSubmission): Html {
  if (state === 'waiting') return html`<span class="mark wait">${doing.waiting}</span>`;
  if (state === 'rejected') return html`<span class="mark bad">${doing.rejected}</span>`;
  return post === null ? html`` : statusMark(post.status);
}

function hint({ texts: { doing } }: View, { state, kind, reason }: ShownSubmission): Html | undefined {
  if (state === 'rejected')
    return reason === '' ? undefined : html`<p class="reply" dir="auto">${reason}</p>`;
  if (state !== 'waiting') return undefined;
  const isEdit = kind === 'post_edit' || kind === 'comment_edit';
  return html`<p class="reply">${isEdit ? doing.waitingEdit : doing.waitingHint}</p>`;
}
