// The buttons that follow a post, and no longer: of the form of votes, or of one of their own where the page is a list of
// what somebody follows. Pages have them only where mail can reach the visitor.

import { type Html, html } from '../../../domain/kernel/html.ts';
import type { View } from '../view.ts';
import { signInUrl } from './sign-in-hint.ts';

interface Followed {
  id: string;
}

/** What a button says, in a page and in the answers that the script shows. */
export interface ShownFollow {
  following: boolean;
  label: string;
  /** For those who can't see what the label means. */
  name: string;
}

export function shownFollow({ texts: { doing } }: Pick<View, 'texts'>, following: boolean): ShownFollow {
  const label = following ? doing.following : doing.follow;
  return { following, label, name: following ? `${label}. ${doing.unfollow}` : label };
}

const followUrl = ({ links }: Pick<View, 'links'>, { id }: Followed): string =>
  links.page(`/posts/${id}/follow`);

/** Nothing where no mail can come. */
export function followButton(view: View, post: Followed): Html | undefined {
  const { visitor, site, texts } = view;
  if (visitor === undefined ? !site.hasMail : visitor.reach !== 'reached') return undefined;
  const { following, label, name } = shownFollow(view, visitor?.followed.has(post.id) === true);
  return html`<p class="follow">${
    visitor === undefined
      ? html`<a class="btn quiet" href="${signInUrl(view, `/posts/${post.id}`)}" rel="nofollow">${label}</a>`
      : html`<button class="btn quiet" form="votes" formaction="${followUrl(view, post)}" name="follow" value="${following ? '0' : '1'}" aria-label="${name}">${label}</button>`
  }<small>${texts.doing.followHint}</small></p>`;
}

/** In a list of what they follow: the page comes back without it. */
export const unfollowForm = (view: View, post: Followed, returnTo: string): Html =>
  html`<form method="post" action="${followUrl(view, post)}"><input type="hidden" name="follow" value="0"><input type="hidden" name="returnTo" value="${returnTo}"><button class="plain">${view.texts.doing.unfollow}</button></form>`;
