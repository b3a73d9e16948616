// The words of mails in English. The other languages have the same.

import type { LeaveScope } from '../../../domain/mail/leaving.ts';

export interface MailTexts {
  test: {
    subject: (sender: string) => string;
    works: string;
    looks: string;
    button: string;
    reason: (workspace: string) => string;
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
  /** The page that a link in a mail leads to. */
  leave: {
    title: string;
    asks: Readonly<Record<LeaveScope, (sender: string) => string>>;
    button: string;
    done: Readonly<Record<LeaveScope, (sender: string) => string>>;
  };
}

export const en: MailTexts = {
  test: {
    subject: (sender) => `A test from ${sender}`,
    works: 'Mail works.',
    looks: 'This is how your mails look.',
    button: 'Open Earshot',
    reason: (workspace) => `You asked for this test in the settings of ${workspace}.`,
  },
  signIn: {
    subject: (site) => `Sign in to ${site}`,
    signsIn: (site) => `This link signs you in to ${site}.`,
    votes: (site) => `This link signs you in to ${site}, and your vote counts.`,
    lasts: 'It works once, for an hour.',
    button: 'Sign in',
    reason: (site) =>
      `Someone typed this address on the sign-in page of ${site}. If that was not you, there is nothing to do: nobody is signed in without this link.`,
  },
  invite: {
    subject: (workspace) => `Join ${workspace}`,
    invites: (inviter, workspace) => `${inviter} invites you to join ${workspace} on Earshot.`,
    lasts: 'The link works once, for a week.',
    button: 'Join',
    reason: (inviter) => `${inviter} typed this address. If you don't know them, there is nothing to do.`,
  },
  leave: {
    title: 'Stop these mails',
    asks: {
      notices: (sender) => `Get no more news by mail from ${sender}?`,
      sign_in: (sender) => `Get no more sign-in links by mail from ${sender}?`,
    },
    button: 'Stop these mails',
    done: {
      notices: (sender) => `Done. ${sender} sends you no more news by mail.`,
      sign_in: (sender) => `Done. ${sender} sends no more sign-in links to this address.`,
    },
  },
};
