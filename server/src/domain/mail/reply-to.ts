// Where replies to mails about posts and entries go: an address that the team chose, once someone there has confirmed
// it. Otherwise a team could send the replies of many people to anyone.

import type { Instant } from '../kernel/clock.ts';
import { badField } from '../kernel/failure.ts';
import { emailAddress } from '../people/user.ts';
import { headerText } from './address.ts';
import type { MailKind } from './mail.ts';

export interface ReplyTo {
  /** Confirmed. */
  address: string | null;
  /** To be confirmed; the other one counts until then. */
  asked: string | null;
  /** When the last one was asked for: links of earlier mails mean nothing. */
  askedAt: Instant | null;
}

export const noReplyTo: ReplyTo = { address: null, asked: null, askedAt: null };

/** Which mails the team answers. Replies to the others concern the installation. */
export const isAnsweredByTeam: Readonly<Record<MailKind, boolean>> = {
  // It shows what the others look like.
  test: true,
  'sign-in': false,
  invite: false,
  'reply-to': false,
  status: true,
  answer: true,
  reply: true,
  changelog: true,
  inbox: false,
  digest: false,
};

/** One address, as it stands in a header. */
export function replyAddress(text: string): string {
  const address = emailAddress(text, 'email');
  if (address !== headerText(address)) throw badField('email', 'must be an email address.');
  return address;
}

const scopePrefix = 'reply_to_';

/** Of the link that confirms what was asked for then. */
export const replyToScope = (askedAt: Instant): string => `${scopePrefix}${askedAt}`;
export const isReplyToScope = (scope: string): boolean => scope.startsWith(scopePrefix);
