// What the visitor themselves sent, voted for and follow.

import { type Html, html } from '../../../domain/kernel/html.ts';
import type { PublicListedPost } from '../../../shapes/site/public-post.ts';
import { type ShownSubmission, statusMark, time, type View, withQuery } from '../view.ts';
import { followMark, unfollowForm } from './follows.ts';
import { layout } from './layout.ts';
import { mailSection, type OwnMail } from './mail.ts';
import { sentItem } from './submissions.ts';
import { voteButton, votesForm } from './votes.ts';

export interface MineContent {
  sent: ShownSubmission[];
  votes: PublicListedPost[];
  follows: PublicListedPost[];
  mail: OwnMail;
  /** The query strings of the next pages. */
  nextSent: string | null;
  nextVotes: string | null;
  nextFollows: string | null;
}

export function minePage(view: View, content: MineContent): string {
  const { sent, votes, nextSent, nextVotes } = content;
  const { texts, visitor } = view;
  const { doing } = texts;
  return layout(view, {
    title: doing.mine,
    description: '',
    path: '/mine',
    isPersonal: true,
    content: html`<h1>${doing.mine}</h1>
<p class="lead" dir="auto">${visitor?.name}</p>${votesForm('/mine')}
<section class="mine"><h2>${doing.mySent}</h2>${sent.length === 0 && none(view)}${sent.map((one) => sentItem(view, one))}${more(view, 'after', nextSent)}</section>
<section class="mine"><h2>${doing.myVotes}</h2>${
      votes.length === 0
        ? none(view)
        : html`<ol class="list">${votes.map(
            (post) =>
              html`<li class="post" id="${post.id}">${voteButton(view, post)}<div><h3 dir="auto"><a href="${post.url}">${post.title}</a></h3><div class="meta">${statusMark(post.status)}${time(post.createdAt, texts)}${followMark(view, post)}</div></div></li>\n`,
          )}</ol>`
    }${more(view, 'votesAfter', nextVotes)}</section>
${visitor !== undefined && visitor.reach !== 'never' && html`${followed(view, content)}\n${mailSection(view, content.mail)}`}
${leaving(view)}`,
  });
}

const followed = (view: View, { follows, nextFollows }: MineContent): Html =>
  html`<section class="mine" id="follows"><h2>${view.texts.doing.myFollows}</h2>${
    follows.length === 0
      ? none(view)
      : html`<ol class="list">${follows.map(
          (post) =>
            html`<li class="post"><div><h3 dir="auto"><a href="${post.url}">${post.title}</a></h3><div class="meta">${statusMark(post.status)}${unfollowForm(view, post, '/mine#follows')}</div></div></li>\n`,
        )}</ol>`
  }${more(view, 'followsAfter', nextFollows)}</section>`;

const none = ({ texts }: View): Html => html`<p class="none">${texts.doing.noneOfMine}</p>`;

const more = ({ texts, links }: View, name: string, next: string | null): Html | undefined =>
  next === null
    ? undefined
    : html`<p class="pages"><a href="${withQuery(links.page('/mine'), { [name]: next })}" rel="next">${texts.doing.older} →</a></p>`;

const leaving = ({ texts, links, visitor }: View): Html => {
  const { doing } = texts;
  return html`<section class="mine"><div class="own"><form method="post" action="${links.page('/sign-out')}"><button class="plain">${texts.signOut}</button></form>${
    // A rehearsal has no data.
    visitor?.isRehearsal === false &&
    html`<details><summary>${doing.deleteMine}</summary><form class="form" method="post" action="${links.page('/mine/delete')}"><p>${doing.deleteMineHint}</p><div class="row"><button class="btn quiet">${doing.deleteMine}</button></div></form></details>`
  }</div></section>`;
};
