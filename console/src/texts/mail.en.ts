// English, and the type that every other language must match.

import { pluralsOf } from './plurals.ts';

const plural = pluralsOf('en');

export const en = {
  text: 'What leaves your workspace by mail, and who gets none.',
  answer: 'The mail server said',
  atLeast: (shown: string) => `${shown} or more`,
  blockedText: 'It is tried again from time to time. Your operator can change the settings of mail. It says:',
  blockedTitle: 'The mail server refuses our mail',
  discard: 'Throw them away',
  discarded: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'notice was', other: 'notices were' })} thrown away.`,
  discardText: 'The notices that wait won’t be sent. You can’t undo this. New ones are sent as usual.',
  discardTitle: 'Throw the waiting notices away?',
  failures: 'Not delivered',
  forAdmins: 'Only admins and owners can see this page.',
  from: 'Sender',
  heldReasons: {
    restored: 'A backup was restored, and what waits may have been sent before.',
    imported: 'An import brought followers, who may not expect mail from here.',
    moved:
      'The address of this installation has changed: it may be a copy, and people don’t expect mail from it.',
  },
  heldTitle: (since: string) => `Notices have been waiting since ${since}`,
  kind: 'Mail',
  kinds: {
    test: 'Test',
    'sign-in': 'Sign-in link',
    invite: 'Invite',
    'reply-to': 'Confirmation of an address',
    status: 'Status changed',
    answer: 'Answer',
    reply: 'Reply',
    changelog: 'Changelog entry',
    inbox: 'Mention or assignment',
    digest: 'Inbox digest',
  },
  lift: 'Send again',
  lifted: (email: string) => `${email} gets mail again.`,
  none: 'Every address gets mail.',
  noReplyTo: 'To the sender',
  notFound: 'This address gets mail.',
  off: (url: string, from: string) =>
    `Mail is off: no invites, sign-in links or news are sent. To turn it on, your operator sets ${url} and ${from}.`,
  reasons: { bounce: 'Doesn’t exist', left: 'Left', complaint: 'Complained' },
  recipient: 'To',
  release: 'Send them',
  released: 'What waited is being sent.',
  replyTo: 'Answers go to',
  replies: {
    title: 'Replies to news go to',
    hint: 'News are mails about posts and changelog entries. The address gets a mail with a link first.',
    ask: 'Save',
    asked: (email: string) => `A mail to ${email} is on its way. Open its link to confirm the address.`,
    kept: (email: string) => `Replies go to ${email}.`,
    refused: 'This address is among those that get no mail.',
    remove: 'Remove',
    removed: 'Removed.',
    waits: (email: string) => `Waiting for ${email} to be confirmed. Until then, nothing changes.`,
  },
  scopes: { all: 'no mail at all', notices: 'no news', sign_in: 'no sign-in links' },
  search: 'Find an address',
  server: 'Mail server',
  suppressions: 'Addresses that get no mail',
  suppressionsText:
    'If an address exists after all, you can send to it again. Who left or complained has to come back themselves.',
  test: 'Send me a test',
  testOfEntrySent: (email: string) => `A test is on its way to ${email}. It has what is saved.`,
  testRefused: 'Your own address is among those that get no mail.',
  testSent: (email: string) => `A test is on its way to ${email}.`,
  testUnproven: 'Your address isn’t confirmed. Sign in through your provider, or ask your operator.',
  unknownAddress: 'No address any more',
  waiting: 'Waiting',
  when: 'Time',
};

export type MailTexts = typeof en;
