// The pages of signing in. They show nothing of the site but its name and logo, which everyone may see.

import { type Html, html } from '../../../domain/kernel/html.ts';
import { type View, withQuery } from '../view.ts';
import { followTick } from './follows.ts';
import { bareLayout } from './layout.ts';

export interface SignInContent {
  /** Who is signed in already. */
  signedInAs: { name: string | null } | undefined;
  /** Whom the token signs in; undefined if the page's script has yet to find a token in the address. */
  offer: { name: string | null; token: string } | undefined;
  /** What was typed as an address, if it is none. */
  asked?: { email: string; problem: string; follows: boolean };
  /** Whether the script may send the form by itself. */
  submitsItself: boolean;
  returnTo: string;
  /** The host application's own page. */
  signInUrl: string | null;
  /** Whether a vote of theirs waits. */
  isVoting: boolean;
  /** The address of the script. */
  script: string;
}

export function signInPage(view: View, content: SignInContent): string {
  const { texts, links } = view;
  const { signedInAs, offer, returnTo } = content;
  const isElsewhere = offer === undefined;
  return bareLayout(view, {
    title: texts.signIn,
    script: content.script,
    content: html`${signedInAs !== undefined && signedIn(view, signedInAs, isElsewhere)}${
      isElsewhere && signedInAs === undefined && howTo(view, content)
    }<form method="post" action="${links.page('/sign-in')}" id="sign-in"${content.submitsItself && html` data-now`}${isElsewhere && html` hidden`}>
<input type="hidden" name="token" value="${offer?.token ?? ''}">
<input type="hidden" name="returnTo" value="${returnTo}">
${signedInAs !== undefined && html`<input type="hidden" name="confirm" value="yes">\n<p>${texts.signsInAnother}</p>\n`}<button class="btn">${
      offer?.name == null ? texts.continue : texts.continueAs(offer.name)
    }</button>
</form>`,
  });
}

/** `isAll`: whether the page has nothing else to do. */
const signedIn = ({ texts, links }: View, { name }: { name: string | null }, isAll: boolean): Html =>
  html`<p>${name === null ? texts.signedIn : texts.signedInAs(name)}</p>
<form method="post" action="${links.page('/sign-out')}"><a class="btn${!isAll && html` quiet`}" href="${links.page('/')}">${texts.openSite}</a> <button class="btn quiet">${texts.signOut}</button></form>
`;

function howTo(view: View, content: SignInContent): Html {
  const { texts } = view;
  const { signInUrl, returnTo } = content;
  const { hasMail } = view.site;
  if (signInUrl === null)
    return hasMail ? byMail(view, content) : html`<p data-how>${texts.signInFromApp}</p>\n`;
  return html`<p data-how>${texts.signInHow}</p>
<p data-how><a class="btn" href="${withQuery(signInUrl, { returnTo })}">${texts.signIn}</a></p>
${hasMail && byMail(view, content)}`;
}

function byMail(view: View, { asked, returnTo, signInUrl, isVoting }: SignInContent): Html {
  const { texts, links, site } = view;
  const { mail } = texts;
  return html`<p data-how>${signInUrl === null ? mail.how : mail.howElse}</p>
<form method="post" action="${links.page('/sign-in')}" class="form" data-how>
<input type="hidden" name="returnTo" value="${returnTo}">
<label>${mail.address}<input type="email" name="email" required maxlength="254" autocomplete="email" dir="auto" value="${asked?.email ?? ''}"${asked !== undefined && html` aria-invalid="true" aria-describedby="problem"`}></label>
${asked !== undefined && html`<p id="problem" role="alert">${asked.problem}</p>\n`}${isVoting && followTick(view, asked?.follows ?? site.followsByDefault)}<div class="row"><button class="btn${signInUrl !== null && html` quiet`}">${mail.send}</button></div>
</form>
`;
}

/** One sentence, and nothing about why. */
export const refusalPage = (view: View, sentence: string, title: string = view.texts.notDone): string =>
  bareLayout(view, {
    title,
    content: html`<p>${sentence}</p>
<p><a class="more" href="${view.links.page('/')}">${view.texts.openSite}</a></p>`,
  });

/**
 * Runs on the sign-in page. A token in the fragment never reaches a server in an address; it is removed from there before
 * anything else. Without a script, the form is sent by its button.
 */
export const signInScript = `'use strict';
(() => {
  const given = /^#token=([\\w.-]+)$/.exec(location.hash);
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  const form = document.getElementById('sign-in');
  if (given !== null) {
    form.elements.token.value = given[1];
    form.hidden = false;
    for (const other of document.querySelectorAll('[data-how]')) other.hidden = true;
  }
  const asks = form.elements.confirm !== undefined;
  if (!asks && (given !== null || 'now' in form.dataset)) form.submit();
})();
`;
