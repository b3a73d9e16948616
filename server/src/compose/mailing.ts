// Builds what sends mail, if mail is set up.

import type { Deps } from '../app/kernel/change.ts';
import type { MailSetup } from '../app/mail/outbox.ts';
import type { Config } from '../config.ts';
import type { SiteAddresses } from '../domain/site/site.ts';
import { maxConnections } from '../engines/mail/smtp.ts';
import type { Limiter } from '../ports/kernel/limiter.ts';
import { mailPace } from '../workers/mail/mail-pace.ts';
import { type MailSender, mailSender } from '../workers/mail/mail-sender.ts';
import { mailerOf } from './engines.ts';

export interface MailingParts {
  deps: Deps;
  publicUrl(): string;
  onFault(error: unknown): void;
  limiter: Limiter;
  siteAddresses: SiteAddresses;
}

/** What admins may see of it. */
export function mailSetupOf({ mail }: Pick<Config, 'mail'>): MailSetup | undefined {
  if (mail === undefined) return undefined;
  const { host, port } = mail.smtp;
  return { from: mail.from, replyTo: mail.replyTo, server: `${host}:${port}` };
}

/** Ends its connections when it is stopped. */
export function mailingOf(
  { mail, database }: Pick<Config, 'mail' | 'database'>,
  { limiter, ...parts }: MailingParts,
): MailSender | undefined {
  if (mail === undefined) return undefined;
  const mailer = mailerOf(mail);
  const sender = mailSender({
    ...parts,
    ...{ mailer, from: mail.from, replyTo: mail.replyTo },
    pace: mailPace(limiter, mail.perMinute),
    maxUnderway: maxConnections,
    isAlone: database === undefined,
  });
  return {
    ...sender,
    async stop() {
      await sender.stop();
      mailer.close();
    },
  };
}
