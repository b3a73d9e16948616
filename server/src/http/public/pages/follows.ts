// The buttons that follow a post, and no longer: of the form of votes, or of one of their own where the page is a list of
// what someone follows. Pages have them only where mail can reach the visitor.

import { type Html, html } from '../../../domain/kernel/html.ts';
import type { View } from '../view.ts';
import { signInUrl } from './sign-in-hint.ts';

interface Followed {
  id: string;
}

/** What a button says, in a page and in the answers that the script shows. */
export interface ShownFollow {
  /** Where the button leads. */
  url: string;
  following: boolean;
  label: string;
  /** For those who can't see what the label means. */
  name: string;
}

export function shownFollow(view: View, post: Followed, following: boolean): ShownFollow {
  const { doing } = view.texts;
  const label = following ? doing.following : doing.follow;
  return {
    url: followUrl(view, post),
    following,
    label,
    name: following ? `${label}. ${doing.unfollow}` : label,
  };
}

const followUrl = ({ links }: Pick<View, 'links'>, { id }: Followed): string =>
  links.page(`/posts/${id}/follow`);

/** Nothing where no mail can come. */
export function followButton(view: View, post: Followed): Html | undefined {
  const { visitor, site, texts } = view;
  if (visitor === undefined ? !site.hasMail : visitor.reach !== 'reached') return undefined;
  const isFollowing = visitor?.followed.has(post.id) === true;
  const { url, label, name } = shownFollow(view, post, isFollowing);
  return html`<p class="follow">${
    visitor === undefined
      ? html`<a class="btn quiet" href="${signInUrl(view, `/posts/${post.id}`)}" rel="nofollow">${label}</a>`
      : html`<button class="btn quiet" form="votes" formaction="${url}" name="follow" value="${isFollowing ? '0' : '1'}" aria-label="${name}">${label}</button>`
  }<small>${texts.doing.followHint}</small></p>`;
}

/** In a line of a list, of what they follow already: whoever voted there by a form finds it next to the vote. */
export function followMark(view: View, post: Followed): Html | undefined {
  const { visitor } = view;
  if (visitor?.reach !== 'reached' || !visitor.followed.has(post.id)) return undefined;
  const { url, label, name } = shownFollow(view, post, true);
  return html`<button class="plain" form="votes" formaction="${url}" name="follow" value="0" aria-label="${name}">${label}</button>`;
}

/** What a vote without a question says afterward, with a button for the other. */
export const followNotice = (view: View, post: Followed, following: boolean) => {
  const { told, stop, asksToTell, tell } = view.texts.doing;
  return {
    text: following ? told : asksToTell,
    follow: { url: followUrl(view, post), value: following ? '0' : '1', label: following ? stop : tell },
  };
};

/** In a form that someone takes part with, unless they follow already. */
export const followTick = ({ texts }: View, isTicked: boolean): Html =>
  html`<label class="tick"><input type="checkbox" name="follow" value="1"${isTicked && html` checked`}>${texts.doing.tellMe}</label>`;

/** The same for who is signed in: nothing where no mail can come. */
export const ownFollowTick = (view: View, post?: Followed): Html | undefined => {
  const { visitor, site } = view;
  if (visitor?.reach !== 'reached' || visitor.followed.has(post?.id ?? '')) return undefined;
  return followTick(view, site.followsByDefault);
};

/** In a list of what they follow: the page comes back without it. */
export const unfollowForm = (view: View, post: Followed, returnTo: string): Html =>
  html`<form method="post" action="${followUrl(view, post)}"><input type="hidden" name="follow" value="0"><input type="hidden" name="returnTo" value="${returnTo}"><button class="plain">${view.texts.doing.unfollow}</button></form>`;
