import type { SMTPServerOptions } from 'smtp-server';
import { expect, it } from 'vitest';
import { type SmtpOptions, smtpMailer } from '../../src/engines/mail/smtp.ts';
import { certificate as cert, key } from '../support/network/certificate.ts';
import { startMailServer } from '../support/network/mail-server.ts';
import { mailerContract, someMail } from './mailer.ts';

/** Servers that say nothing are given up soon, so that no test waits for half a minute. */
const quick = { host: '127.0.0.1', credentials: undefined, silenceMs: 1000 } as const;

const plain = (port: number): SmtpOptions => ({ ...quick, port, tls: 'offered' });

mailerContract('SMTP', async () => {
  const server = await startMailServer();
  return { server, mailer: smtpMailer(plain(server.port)), close: () => server.close() };
});

/** What is in a mail, and what an answer means, doesn't depend on how the connection is encrypted. */
it.each<[string, Pick<SmtpOptions, 'tls' | 'credentials'>, SMTPServerOptions]>([
  [
    'with STARTTLS and a password',
    { tls: 'required', credentials: { user: 'ada', pass: 'right' } },
    {
      authOptional: false,
      onAuth({ username, password }, { secure }, callback) {
        const isKnown = secure && username === 'ada' && password === 'right';
        callback(isKnown ? null : new Error('Wrong'), isKnown ? { user: 'ada' } : undefined);
      },
    },
  ],
  ['within TLS', { tls: 'implicit', credentials: undefined }, { secure: true }],
])('sends %s, also after the connection was cut or the server was silent', async (_, settings, options) => {
  const server = await startMailServer({ key, cert, ...options });
  const mailer = smtpMailer({ ...plain(server.port), ...settings, ca: cert });
  expect(await mailer.check()).toBeUndefined();
  for (const onData of [undefined, (cut: () => void) => cut(), () => new Promise<void>(() => undefined)]) {
    if (onData !== undefined) {
      server.behave({ onData });
      expect(await mailer.send(someMail)).toMatchObject({ outcome: 'deferred' });
      server.behave({});
    }
    expect(await mailer.send(someMail)).toMatchObject({ outcome: 'accepted' });
  }
  await server.close();
  expect(await mailer.send(someMail)).toMatchObject({ outcome: 'deferred', isBounce: false });
  mailer.close();
});

it('sends nothing to a server that offers no TLS, if it must', async () => {
  const server = await startMailServer();
  const mailer = smtpMailer({ ...plain(server.port), tls: 'required' });
  expect(await mailer.check()).toEqual(expect.any(String));
  expect((await mailer.send(someMail)).outcome).not.toBe('accepted');
  expect(server.received).toEqual([]);
  mailer.close();
  await server.close();
});

it('trusts no certificate that it does not know', async () => {
  const server = await startMailServer({ key, cert });
  const mailer = smtpMailer({ ...plain(server.port), tls: 'required' });
  expect(await mailer.check()).toMatch(/certificate/i);
  expect((await mailer.send(someMail)).outcome).toBe('deferred');
  mailer.close();
  await server.close();
});

it('is refused with a wrong password, and the recipient is not to blame', async () => {
  const server = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(new Error('Wrong')),
  });
  const mailer = smtpMailer({ ...plain(server.port), credentials: { user: 'ada', pass: 'hunter2' } });
  expect(await mailer.check()).not.toContain('hunter2');
  expect(await mailer.send(someMail)).toMatchObject({ outcome: 'blocked', isBounce: false });
  mailer.close();
  await server.close();
});
