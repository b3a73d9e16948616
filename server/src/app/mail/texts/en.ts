// The words of mails in English. The other languages have the same.

import type { LeaveScope } from '../../../domain/mail/leaving.ts';
import type { InboxReason } from '../../../domain/team/inbox.ts';

export interface MailTexts {
  test: {
    subject: (sender: string) => string;
    works: string;
    looks: string;
    button: string;
    reason: (workspace: string) => string;
    marked: (subject: string) => string;
    /** `isEarly`: the button leads to what is not published yet. */
    ofEntry: (isEarly: boolean) => string;
  };
  signIn: {
    subject: (site: string) => string;
    signsIn: (site: string) => string;
    /** With a vote that waits. */
    votes: (site: string) => string;
    lasts: string;
    button: string;
    reason: (site: string) => string;
  };
  invite: {
    subject: (workspace: string) => string;
    invites: (inviter: string, workspace: string) => string;
    lasts: string;
    button: string;
    reason: (inviter: string) => string;
  };
  /** The mail that asks whether replies may go to its address, and the page that its link leads to. */
  replyTo: {
    title: string;
    subject: (sender: string) => string;
    asks: (sender: string) => string;
    button: string;
    done: (sender: string) => string;
    reason: (workspace: string) => string;
  };
  /** What all mails about posts may say. */
  notice: {
    seePost: string;
    follows: (title: string) => string;
    voted: (title: string, sender: string) => string;
    subscribes: (sender: string) => string;
  };
  status: {
    subject: (status: string, title: string) => string;
    moved: (title: string, status: string) => string;
  };
  answer: {
    subject: (title: string) => string;
    says: (sender: string, title: string) => string;
  };
  reply: {
    subject: (title: string) => string;
    says: (title: string) => string;
  };
  /** What members are told about their inbox. */
  team: {
    waits: (count: number) => string;
    forYou: string;
    inInbox: string;
    why: Readonly<Record<InboxReason, (title: string) => string>>;
    /** How many others there are. */
    more: (count: number) => string;
    button: string;
    reason: (workspace: string) => string;
    leave: string;
  };
  changelog: {
    /** `more`: how many other posts it is about. */
    ships: (sender: string, titles: readonly string[], more: number) => string;
    button: string;
  };
  /** The page that a link in a mail leads to, and the links. */
  leave: {
    title: string;
    asks: Readonly<Record<LeaveScope | 'post' | 'changelog' | 'team', (sender: string) => string>>;
    button: string;
    done: Readonly<Record<LeaveScope | 'post' | 'changelog' | 'team', (sender: string) => string>>;
    /** What a link in a test leads to. */
    ofTest: (sender: string) => string;
    /** Links in mails about posts. */
    post: string;
    changelog: string;
    all: string;
  };
}

export const en: MailTexts = {
  test: {
    subject: (sender) => `A test from ${sender}`,
    works: 'Mail works.',
    looks: 'This is how your mails look.',
    button: 'Open Earshot',
    reason: (workspace) => `You asked for this test in the settings of ${workspace}.`,
    marked: (subject) => `[Test] ${subject}`,
    ofEntry: (isEarly) =>
      `You asked for this test.${isEarly ? ' Its button works once the entry is published.' : ''} In the mail to others, this line says why they get it, and the links below end such mails. Here they end nothing.`,
  },
  signIn: {
    subject: (site) => `Sign in to ${site}`,
    signsIn: (site) => `This link signs you in to ${site}.`,
    votes: (site) => `This link signs you in to ${site}, and your vote counts.`,
    lasts: 'It works once, for an hour.',
    button: 'Sign in',
    reason: (site) =>
      `Someone typed this address on the sign-in page of ${site}. If that was not you, there is nothing to do: no one is signed in without this link.`,
  },
  invite: {
    subject: (workspace) => `Join ${workspace}`,
    invites: (inviter, workspace) => `${inviter} invites you to join ${workspace} on Earshot.`,
    lasts: 'The link works once, for a week.',
    button: 'Join',
    reason: (inviter) => `${inviter} typed this address. If you don't know them, there is nothing to do.`,
  },
  replyTo: {
    title: 'Get the replies',
    subject: (sender) => `Get replies to mail from ${sender}?`,
    asks: (sender) => `${sender} would like replies to its news by mail to come to this address.`,
    button: 'Yes, send them here',
    done: (sender) => `Done. Replies to news from ${sender} come to this address.`,
    reason: (workspace) =>
      `Someone typed this address in the settings of ${workspace}. If you don't know why, there is nothing to do: no replies come here without this link.`,
  },
  notice: {
    seePost: 'See the post',
    follows: (title) => `You get this because you follow “${title}”.`,
    voted: (title, sender) =>
      `You get this because you voted for “${title}”, and ${sender} wants you to know.`,
    subscribes: (sender) => `You get this because you subscribed to the changelog of ${sender}.`,
  },
  status: {
    subject: (status, title) => `${status}: ${title}`,
    moved: (title, status) => `“${title}” is now: ${status}.`,
  },
  answer: {
    subject: (title) => `An answer to: ${title}`,
    says: (sender, title) => `${sender} answered “${title}”:`,
  },
  reply: {
    subject: (title) => `A reply to your comment: ${title}`,
    says: (title) => `There is a reply to your comment on “${title}”:`,
  },
  team: {
    waits: (count) => (count === 1 ? 'A post is waiting for you' : `${count} posts are waiting for you`),
    forYou: 'Your team would like you to look at this:',
    inInbox: 'In your inbox:',
    why: {
      mention: (title) => `You were mentioned in “${title}”.`,
      handover: (title) => `“${title}” was assigned to you.`,
      later: (title) => `You put off “${title}” until now.`,
      new: (title) => `New: “${title}”.`,
      comment: (title) => `New comments on “${title}”.`,
    },
    more: (count) => `And ${count} more.`,
    button: 'Open the inbox',
    reason: (workspace) => `You get this because you are a member of ${workspace}.`,
    leave: 'Stop mails about your inbox',
  },
  changelog: {
    ships: (sender, titles, more) =>
      titles.length === 0
        ? `News from ${sender}:`
        : `News from ${sender} about ${titles.map((title) => `“${title}”`).join(', ')}${more > 0 ? ` and ${more} more` : ''}:`,
    button: 'Read it all',
  },
  leave: {
    title: 'Stop these mails',
    asks: {
      changelog: (sender) => `Get no more mail about every entry in the changelog of ${sender}?`,
      team: (sender) => `Get no more mail about your inbox in ${sender}?`,
      post: (sender) => `Get no more mail from ${sender} about this post?`,
      notices: (sender) => `Get no more news by mail from ${sender}?`,
      sign_in: (sender) => `Get no more sign-in links by mail from ${sender}?`,
    },
    button: 'Stop these mails',
    done: {
      changelog: (sender) => `Done. ${sender} no longer sends you every entry of its changelog.`,
      team: (sender) =>
        `Done. You get no more mail about your inbox in ${sender}. Your account settings can turn it on again.`,
      post: (sender) => `Done. ${sender} sends you no more mail about this post.`,
      notices: (sender) => `Done. ${sender} sends you no more news by mail.`,
      sign_in: (sender) => `Done. ${sender} sends no more sign-in links to this address.`,
    },
    ofTest: (sender) =>
      `This link is from a test, so it stops nothing. In other mails from ${sender}, it asks the reader to confirm.`,
    post: 'Stop mails about this post',
    changelog: 'Stop mails about the changelog',
    all: 'Stop all news by mail',
  },
};
