// What visitors are told by mail, as they set it themselves. Only pages of people whom mail can come to have it.

import { type Html, html } from '../../../domain/kernel/html.ts';
import type { MailSettings } from '../../../domain/mail/settings.ts';
import { siteLanguages } from '../../../domain/site/site.ts';
import { textsOf, type View } from '../view.ts';
import { signInUrl } from './sign-in-hint.ts';

export interface OwnMail {
  settings: MailSettings;
  /** Whether they may start mails again that they have stopped. */
  mayResume: boolean;
}

export function mailSection(view: View, { settings, mayResume }: OwnMail): Html {
  const { news } = view.texts;
  const isStopped = view.visitor?.reach === 'left';
  return html`<section class="mine" id="mail"><h2>${news.title}</h2>${isStopped ? stopped(view, mayResume) : form(view, settings)}</section>`;
}

const stopped = ({ texts: { news }, links }: View, mayResume: boolean): Html =>
  html`<p>${news.stopped}</p>${
    mayResume
      ? html`<form class="form" method="post" action="${links.page('/mine/mail/resume')}"><div class="row"><button class="btn quiet">${news.resume}</button></div></form>`
      : html`<p class="hint">${news.resumeNeedsProof}</p>`
  }`;

const kinds = ['statusChanges', 'answers', 'replies', 'changelog', 'allEntries'] as const;

const form = ({ texts: { news, doing }, links }: View, settings: MailSettings): Html =>
  html`<form class="form" method="post" action="${links.page('/mine/mail')}"><div class="field" role="group" aria-label="${news.kindsOf}"><span>${news.kindsOf}</span>${kinds.map(
    (kind) =>
      html`<label class="tick"><input type="checkbox" name="${kind}" value="1"${settings[kind] && html` checked`}>${news.kinds[kind]}</label>`,
  )}</div><label>${news.language}<select name="language"><option value="">${news.languageOfSite}</option>${siteLanguages.map(
    (language) =>
      html`<option value="${language}" lang="${textsOf(language).locale}"${language === settings.language && html` selected`}>${textsOf(language).language}</option>`,
  )}</select></label><div class="row"><button class="btn quiet">${doing.save}</button></div></form>`;

/** On the changelog: nothing where no mail can come. */
export function subscribeButton(view: View): Html | undefined {
  const { visitor, site, texts, links } = view;
  const { news } = texts;
  if (visitor === undefined)
    return site.hasMail
      ? html`<p class="subscribe"><a class="btn quiet" href="${signInUrl(view, '/changelog')}" rel="nofollow">${news.subscribe}</a></p>`
      : undefined;
  if (visitor.reach !== 'reached') return undefined;
  const { isSubscribed } = visitor;
  return html`<form class="subscribe" method="post" action="${links.page('/mine/subscribe')}"><input type="hidden" name="subscribe" value="${isSubscribed ? '0' : '1'}"><input type="hidden" name="returnTo" value="/changelog">${isSubscribed && html`<span>${news.subscribed}</span> `}<button class="btn quiet">${isSubscribed ? news.unsubscribe : news.subscribe}</button></form>`;
}
