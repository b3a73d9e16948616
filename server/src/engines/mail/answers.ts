// What an answer of a mail server means for a mail.

import type { MailAnswer } from '../../ports/mail/mailer.ts';

/** What nodemailer tells of a failure. */
export interface SmtpFailure {
  /** The server's status; undefined if it did not answer. */
  status: number | undefined;
  /** What was asked, such as `RCPT TO`. */
  command: string;
  answer: string;
}

const maxAnswerLength = 200;

/** Servers may say anything: one line, without what could be more than text. */
export const answerText = (text: string): string =>
  Array.from(
    text
      .toWellFormed()
      .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
      .trim(),
  )
    .slice(0, maxAnswerLength)
    .join('');

const enhancedStatus = /^\d{3}[ -](\d)\.(\d{1,3})\.(\d{1,3})\b/;
/** About the sender's address, although its number is among those about the recipient's (RFC 3463). */
const senderDetails = ['7', '8'];

export function meaningOf({ status, command, answer }: SmtpFailure): MailAnswer {
  const told = { isBounce: false, answer: answerText(answer) };
  if (status === undefined || status < 500) return { outcome: 'deferred', ...told };
  const [, , subject = '', detail = ''] = enhancedStatus.exec(answer) ?? [];
  const isAboutMail = command === 'RCPT TO' || command === 'DATA';
  const isAboutSender = subject === '7' || (subject === '1' && senderDetails.includes(detail));
  if (!isAboutMail || isAboutSender) return { outcome: 'blocked', ...told };
  return { outcome: 'refused', ...told, isBounce: command === 'RCPT TO' && subject === '1' };
}
