// Which renderer writes which kind of mail.

import type { MailKind } from '../../domain/mail/mail.ts';
import { changelogMail } from './changelog-mail.ts';
import { inviteMail } from './invite-mail.ts';
import { answerMail, replyMail, statusMail } from './post-notices.ts';
import type { Renderer } from './renderer.ts';
import { replyToMail } from './reply-to-mail.ts';
import { signInMail } from './sign-in-mail.ts';
import { digestMail, inboxMail } from './team-notice.ts';
import { testMail } from './test-mail.ts';

export const renderers: Readonly<Record<MailKind, Renderer>> = {
  test: testMail,
  'sign-in': signInMail,
  invite: inviteMail,
  'reply-to': replyToMail,
  status: statusMail,
  answer: answerMail,
  reply: replyMail,
  changelog: changelogMail,
  inbox: inboxMail,
  digest: digestMail,
};
