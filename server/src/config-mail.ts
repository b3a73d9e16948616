// The part of the environment that sets up mail. Without it, no mail is sent and nothing offers any.

import { type MailAddress, mailAddress } from './domain/mail/address.ts';
import type { SmtpSettings } from './engines/mail/smtp.ts';

export interface MailConfig {
  /** Contains a password: never print it. */
  smtp: SmtpSettings;
  from: MailAddress;
  replyTo: MailAddress | undefined;
  perMinute: number;
}

type Given = (name: string) => string | undefined;

export function readMail(text: Given, perMinute: number, mistakes: string[]): MailConfig | undefined {
  const url = text('SMTP_URL');
  const sender = text('MAIL_FROM');
  if (url === undefined && sender === undefined) {
    for (const name of ['MAIL_REPLY_TO', 'MAIL_RATE'])
      if (text(name) !== undefined)
        mistakes.push(`${name} is set, but mail is not: set SMTP_URL and MAIL_FROM too.`);
    return undefined;
  }
  if (url === undefined) mistakes.push('SMTP_URL must be set beside MAIL_FROM.');
  if (sender === undefined) mistakes.push('MAIL_FROM must be set beside SMTP_URL.');
  const smtp = url === undefined ? undefined : smtpAt(url);
  if (url !== undefined && smtp === undefined)
    mistakes.push(
      'SMTP_URL must be smtp://[user:password@]host[:port] or smtps://…; of options, only ?tls=required and ?tls=off.',
    );
  const from = addressIn(text, 'MAIL_FROM', mistakes);
  const replyTo = addressIn(text, 'MAIL_REPLY_TO', mistakes);
  return smtp && from && { smtp, from, replyTo, perMinute };
}

function addressIn(text: Given, name: string, mistakes: string[]): MailAddress | undefined {
  const value = text(name);
  if (value === undefined) return undefined;
  try {
    return mailAddress(value, name);
  } catch {
    mistakes.push(`${name} must be an address such as ideas@example.com, or Name <ideas@example.com>.`);
    return undefined;
  }
}

const ports = { smtp: 587, smtps: 465 };
const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** Undefined if the value is no such URL. A password is sent over TLS only, unless to this machine. */
function smtpAt(value: string): SmtpSettings | undefined {
  const scheme = /^(smtps?):\/\//i.exec(value)?.[1]?.toLowerCase();
  if ((scheme !== 'smtp' && scheme !== 'smtps') || !URL.canParse(value)) return undefined;
  const { hostname, port, username, password, pathname, hash, searchParams } = new URL(value);
  if (hostname === '' || !['', '/'].includes(pathname) || hash !== '') return undefined;
  const { tls, ...others } = Object.fromEntries(searchParams);
  if (Object.keys(others).length > 0 || ![undefined, 'required', 'off'].includes(tls)) return undefined;
  if (scheme === 'smtps' && tls === 'off') return undefined;
  const [user, pass] = [decoded(username), decoded(password)];
  if (user === undefined || pass === undefined || (user === '') !== (pass === '')) return undefined;
  const needsTls = tls === 'required' || (user !== '' && !loopback.includes(hostname));
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? ports[scheme] : Number(port),
    tls: scheme === 'smtps' ? 'implicit' : tls === 'off' ? 'off' : needsTls ? 'required' : 'offered',
    credentials: user === '' ? undefined : { user, pass },
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
