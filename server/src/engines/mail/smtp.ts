// Sends mail over SMTP, with connections that are kept. Only texts that we made go into a mail: no file and no address
// is ever read for it.

import type { Transporter } from 'nodemailer';
import { headerText, hostOf, type MailAddress } from '../../domain/mail/address.ts';
import type { Mailer, OutgoingMail } from '../../ports/mail/mailer.ts';
import { answerText, meaningOf, type SmtpFailure } from './answers.ts';

export interface SmtpSettings {
  host: string;
  port: number;
  /** `implicit` from the first byte, `required` by STARTTLS, `offered` if the server offers that, `off`. */
  tls: 'implicit' | 'required' | 'offered' | 'off';
  credentials: { user: string; pass: string } | undefined;
}

export interface SmtpOptions extends SmtpSettings {
  /** Certificates to trust besides those of the system. */
  ca?: string;
  /** How long a server may be silent. */
  silenceMs?: number;
}

const connectMs = 10_000;
const defaultSilenceMs = 30_000;
export const maxConnections = 5;

export function smtpMailer({ silenceMs = defaultSilenceMs, ...settings }: SmtpOptions): Mailer {
  /** Loaded on first use: most installations send no mail, or none for a while after the start. */
  let transport: Promise<Transporter> | undefined;
  const opened = (): Promise<Transporter> => {
    transport ??= open(settings, silenceMs);
    return transport;
  };
  return {
    async send(mail) {
      const transporter = await opened();
      try {
        const { response } = await transporter.sendMail(messageOf(mail));
        return { outcome: 'accepted', isBounce: false, answer: answerText(response ?? '') };
      } catch (error) {
        return meaningOf(failureOf(error));
      }
    },
    async check() {
      const transporter = await opened();
      try {
        await transporter.verify();
        return undefined;
      } catch (error) {
        return answerText(failureOf(error).answer);
      }
    },
    close() {
      void transport?.then((transporter) => transporter.close());
    },
  };
}

async function open(
  { host, port, tls, credentials, ca }: Omit<SmtpOptions, 'silenceMs'>,
  silenceMs: number,
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    ...{ host, port, pool: true, maxConnections },
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    ...(credentials && { auth: credentials }),
    ...(ca !== undefined && { tls: { ca } }),
    connectionTimeout: Math.min(connectMs, silenceMs),
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    dnsTimeout: connectMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Each value that others chose is a plain text here, and the recipient is named in the envelope, too. */
const messageOf = ({ id, from, replyTo, to, subject, text, html, unsubscribeUrl }: OutgoingMail) => ({
  messageId: `<${id}@${hostOf(from.address)}>`,
  from: inHeader(from),
  ...(replyTo && { replyTo: inHeader(replyTo) }),
  to: inHeader(to),
  envelope: { from: from.address, to: [to.address] },
  subject: headerText(subject),
  text,
  html,
  headers: {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    ...(unsubscribeUrl !== undefined && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
});

const inHeader = ({ name, address }: MailAddress): MailAddress => ({ name: headerText(name), address });

function failureOf(error: unknown): SmtpFailure {
  if (!(error instanceof Error)) return { status: undefined, command: '', answer: String(error) };
  const { responseCode, response, command } = error as Error & {
    responseCode?: number;
    response?: string;
    command?: string;
  };
  return { status: responseCode, command: command ?? '', answer: response ?? error.message };
}
