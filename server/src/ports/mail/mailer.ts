// Hands mail to a server. Whatever that server answers is a result, not an error.

import type { MailAddress } from '../../domain/mail/address.ts';

/** For one recipient. */
export interface OutgoingMail {
  /** The local part of the Message-ID: the same each time that the same mail is sent. */
  id: string;
  from: MailAddress;
  replyTo: MailAddress | undefined;
  to: MailAddress;
  subject: string;
  text: string;
  html: string;
  /** Where one POST stops mails like this one (RFC 8058). */
  unsubscribeUrl: string | undefined;
}

export interface MailAnswer {
  /**
   * `refused`: the server will never take it. `deferred`: it could not be handed over now, or no one knows whether it
   * was. `blocked`: the server refuses us, not this recipient.
   */
  outcome: 'accepted' | 'refused' | 'deferred' | 'blocked';
  /** With `refused`: the recipient's address does not exist. */
  isBounce: boolean;
  /** What the server said, or why there was no answer: one line, at most 200 characters. */
  answer: string;
}

export interface Mailer {
  /** Never throws for what the server says or does. A mail may arrive twice, if the answer about it was lost. */
  send(mail: OutgoingMail): Promise<MailAnswer>;
  /** Why mail could not be sent now; undefined if it could. Sends nothing. */
  check(): Promise<string | undefined>;
  close(): void;
}
