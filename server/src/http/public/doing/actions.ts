// What each form does for a visitor who is signed in, and where it leads.

import type { VisitorCaller } from '../../../app/kernel/change.ts';
import type { VisitorMail } from '../../../app/mail/visitor-mail.ts';
import type { Visiting } from '../../../app/site/visiting/visiting.ts';
import type { MailSettings } from '../../../domain/mail/settings.ts';
import { siteLanguages } from '../../../domain/site/site.ts';
import type { Submitted } from '../../../domain/site/submission.ts';
import type { ActionKind } from '../places.ts';

export interface Asked {
  visiting: Visiting;
  mail: VisitorMail;
  visitor: VisitorCaller;
  /** Whether mail can reach them: no one else comes to follow anything by taking part. */
  isReached: boolean;
  /** Whether a vote makes them follow: a single tap asks nothing. */
  followsByDefault: boolean;
  /** Of the post, comment or submission. */
  id: string;
  /** A field of the form; empty if it is missing. */
  text(name: string): string;
  /** The page that the form was on, as a path inside the site. */
  returnTo: string;
}

export interface Done {
  /** Where to go on, as a path inside the site. */
  to: string;
  vote?: { voted: boolean; votesCount: number };
  /** Whether they follow the post now. */
  isFollowing?: boolean;
  /** The visitor is told that, with a button for the other. */
  saysFollowing?: boolean;
  /** The team has been told. */
  isReported?: boolean;
  /** The visitor is gone, and their session with them. */
  hasLeft?: boolean;
}

const isTicked = (text: Asked['text']): boolean => text('follow') === '1';

const postAt = (id: string): string => `/posts/${id}`;

/** On the page of a post. */
const sentTo = (page: string, sent: Submitted): string => {
  if (sent.state === 'waiting') return `${page}#${sent.submissionId}`;
  return sent.commentId === undefined ? page : `${page}#${sent.commentId}`;
};

export const actions: Record<ActionKind, (asked: Asked) => Promise<Done>> = {
  async vote({ visiting, visitor, id, text, returnTo, isReached, followsByDefault }) {
    const { voted, votesCount, changed, isFollowing } =
      text('vote') === '0'
        ? await visiting.unvote(visitor, id)
        : await visiting.vote(visitor, id, isReached && followsByDefault);
    return {
      to: `${returnTo}#${id}`,
      vote: { voted, votesCount },
      // A vote says what it did, or asks: the tap did not.
      ...(isReached && { isFollowing, ...(voted && changed && { saysFollowing: true }) }),
    };
  },

  async follow({ visiting, visitor, id, text, returnTo }) {
    const isFollowing = text('follow') !== '0';
    await (isFollowing ? visiting.follow(visitor, id) : visiting.unfollow(visitor, id));
    return { to: returnTo, isFollowing };
  },

  async sendPost({ visiting, visitor, text, isReached }) {
    const follows = isReached && isTicked(text);
    const sent = await visiting.submitPost(visitor, { title: text('title'), text: text('text'), follows });
    return { to: sent.state === 'published' ? postAt(sent.postId) : sentTo('/mine', sent) };
  },

  async sendComment({ visiting, visitor, id, text, isReached }) {
    const parentId = text('parentId') || null;
    const said = { text: text('text'), parentId, follows: isReached && isTicked(text) };
    return { to: sentTo(postAt(id), await visiting.submitComment(visitor, id, said)) };
  },

  async editPost({ visiting, visitor, id, text }) {
    // Without the field, the title stays.
    const title = text('title') === '' ? {} : { title: text('title') };
    return {
      to: sentTo(postAt(id), await visiting.editPost(visitor, id, { ...title, text: text('text') })),
    };
  },

  async removePost({ visiting, visitor, id }) {
    await visiting.removePost(visitor, id);
    return { to: '/mine' };
  },

  async editComment({ visiting, visitor, id, text }) {
    const sent = await visiting.editComment(visitor, id, { text: text('text') });
    return { to: sent.state === 'published' ? sentTo(postAt(sent.postId), sent) : '/mine' };
  },

  async removeComment({ visiting, visitor, id, returnTo }) {
    await visiting.removeComment(visitor, id);
    return { to: `${returnTo}#comments` };
  },

  async report({ visiting, visitor, id, text }) {
    const commentId = text('commentId') || null;
    await visiting.report(visitor, { postId: id, commentId, reason: text('reason') || null });
    return { to: postAt(id), isReported: true };
  },

  async withdraw({ visiting, visitor, id, returnTo }) {
    await visiting.withdraw(visitor, id);
    return { to: returnTo };
  },

  async mailSettings({ mail, visitor, text }) {
    const isOn = (name: keyof MailSettings): boolean => text(name) === '1';
    await mail.update(visitor, {
      statusChanges: isOn('statusChanges'),
      answers: isOn('answers'),
      replies: isOn('replies'),
      changelog: isOn('changelog'),
      allEntries: isOn('allEntries'),
      language: siteLanguages.find((language) => language === text('language')) ?? null,
    });
    return { to: '/mine#mail' };
  },

  async resumeMail({ mail, visitor }) {
    await mail.resume(visitor);
    return { to: '/mine#mail' };
  },

  async subscribe({ mail, visitor, text, returnTo }) {
    await mail.update(visitor, { allEntries: text('subscribe') !== '0' });
    return { to: returnTo };
  },

  async leave({ visiting, visitor }) {
    await visiting.deleteMyData(visitor);
    return { to: '/', hasLeft: true };
  },
};
