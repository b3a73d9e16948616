// The button that votes: of a form, so that it works without a script. All buttons of a page belong to one form.

import { type Html, html } from '../../../domain/kernel/html.ts';
import type { View } from '../view.ts';

interface Votable {
  id: string;
  votesCount: number;
}

/** What a button says, in a page and in the answers that the script shows. */
export interface ShownVote {
  voted: boolean;
  votesCount: number;
  label: string;
  noun: string;
}

export const shownVote = (
  { texts }: Pick<View, 'texts'>,
  { votesCount }: Pick<Votable, 'votesCount'>,
  voted: boolean,
): ShownVote => ({
  voted,
  votesCount,
  label: texts.doing.vote(texts.votes(votesCount)),
  noun: texts.votesNoun(votesCount),
});

export const voteUrl = ({ links }: Pick<View, 'links'>, { id }: Pick<Votable, 'id'>): string =>
  links.page(`/posts/${id}/vote`);

export function voteButton(view: View, post: Votable): Html {
  const isVoted = view.visitor?.voted.has(post.id) === true;
  const { votesCount, label, noun } = shownVote(view, post, isVoted);
  const short = new Intl.NumberFormat(view.texts.locale, { notation: 'compact' }).format(votesCount);
  return html`<button class="vote" form="votes" formaction="${voteUrl(view, post)}" name="vote" value="${isVoted ? '0' : '1'}" aria-pressed="${isVoted ? 'true' : 'false'}" aria-label="${label}" data-count="${votesCount}"><span>${short}</span> <small>${noun}</small></button>`;
}

/** `returnTo`: the page with the buttons, as a path inside the site. */
export const votesForm = (returnTo: string): Html =>
  html`<form id="votes" method="post" hidden><input type="hidden" name="returnTo" value="${returnTo}"></form>`;
