// The contract of the mailer port. It is called with a real server, which behaves as each test says.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Mailer, OutgoingMail } from '../../src/ports/mail/mailer.ts';
import { type MailServer, refusal } from '../support/network/mail-server.ts';

export interface MailerUnderTest {
  mailer: Mailer;
  server: MailServer;
  close(): Promise<void>;
}

export const someMail: OutgoingMail = {
  id: 'mail_01h455vb4pex5vsknk084sn02q',
  from: { name: 'Acme feedback', address: 'ideas@acme.example' },
  replyTo: { name: '', address: 'support@acme.example' },
  to: { name: 'Ada Löwe', address: 'ada@example.com' },
  subject: 'Dunkler Modus: ausgeliefert 🎉',
  text: 'Es ist da.\n.\nEin Punkt allein beendet nichts.',
  html: '<p>Es ist da.</p>',
  unsubscribeUrl: 'https://earshot.example/m/token',
};

export function mailerContract(name: string, make: () => Promise<MailerUnderTest>): void {
  describe(`mail over ${name}`, () => {
    let tested: MailerUnderTest;
    beforeEach(async () => {
      tested = await make();
    });
    afterEach(async () => {
      tested.mailer.close();
      await tested.close();
    });
    const send = (mail: Partial<OutgoingMail> = {}) => tested.mailer.send({ ...someMail, ...mail });

    it('arrives as it was written, for its one recipient', async () => {
      expect(await send()).toMatchObject({ outcome: 'accepted', answer: expect.stringMatching(/^250/) });
      const [{ from, to, mail, raw } = { raw: '' }] = tested.server.received;
      expect([from, to]).toEqual(['ideas@acme.example', ['ada@example.com']]);
      expect(mail).toMatchObject({
        from: someMail.from,
        to: [someMail.to],
        replyTo: [someMail.replyTo],
        subject: someMail.subject,
        messageId: '<mail_01h455vb4pex5vsknk084sn02q@acme.example>',
      });
      expect(mail?.text?.trim()).toBe(someMail.text);
      expect(mail?.html?.trim()).toBe(someMail.html);
      const headers = Object.fromEntries((mail?.headers ?? []).map(({ key, value }) => [key, value]));
      expect(headers).toMatchObject({
        'auto-submitted': 'auto-generated',
        'x-auto-response-suppress': 'All',
        'list-unsubscribe': '<https://earshot.example/m/token>',
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      });
      expect(raw).toMatch(/^Content-Type: multipart\/alternative/m);
    });

    it('has no way out in its headers if there is none', async () => {
      await send({ unsubscribeUrl: undefined });
      expect(tested.server.received[0]?.raw).not.toMatch(/List-Unsubscribe/i);
    });

    it.each(['\r\nBcc: eve@example.com', '\nBcc: eve@example.com', '\u2028Bcc: eve@example.com', '\0'])(
      'has no header that a name or subject brings: %j',
      async (injected) => {
        const named = (address: string) => ({ name: `Ada${injected}`, address });
        const mail = {
          subject: `Hello${injected}`,
          to: named('ada@example.com'),
          from: named('ideas@acme.example'),
          replyTo: named('support@acme.example'),
        };
        expect(await send(mail)).toMatchObject({ outcome: 'accepted' });
        const [received] = tested.server.received;
        expect(received?.to).toEqual(['ada@example.com']);
        expect(received?.mail.bcc ?? []).toEqual([]);
        expect(received?.raw.split('\r\n\r\n', 1)[0]).not.toMatch(/^bcc/im);
      },
    );

    it('treats texts that name files or addresses as texts', async () => {
      const texts = { text: 'file:///etc/passwd', html: '<img src="file:///etc/passwd">' };
      await send(texts);
      expect(tested.server.received[0]?.mail.html?.trim()).toBe(texts.html);
      expect(tested.server.received[0]?.mail.attachments).toEqual([]);
    });

    it.each<[string, number, string, object]>([
      ['greylisting', 450, '4.2.0 Greylisted', { outcome: 'deferred', isBounce: false }],
      ['an unknown mailbox', 550, '5.1.1 No such user', { outcome: 'refused', isBounce: true }],
      ['a mailbox that takes no more', 552, '5.2.2 Full', { outcome: 'refused', isBounce: false }],
      ['a policy', 550, '5.7.1 Not you', { outcome: 'blocked', isBounce: false }],
    ])('says what an answer about the recipient means: %s', async (_, status, text, expected) => {
      tested.server.behave({
        onRecipient() {
          throw refusal(status, text);
        },
      });
      expect(await send()).toEqual({ ...expected, answer: `${status} ${text}` });
      tested.server.behave({});
      expect(await send()).toMatchObject({ outcome: 'accepted' });
      expect(tested.server.received).toHaveLength(1);
    });

    it('says what an answer about the whole mail means', async () => {
      tested.server.behave({
        onData() {
          throw refusal(554, '5.6.0 Not like this');
        },
      });
      expect(await send()).toEqual({
        outcome: 'refused',
        isBounce: false,
        answer: '554 5.6.0 Not like this',
      });
    });

    it('defers a mail if the connection is cut before the answer, whether or not the server kept it', async () => {
      for (const keepsUnanswered of [false, true]) {
        tested.server.behave({
          keepsUnanswered,
          onData(cut) {
            cut();
            return new Promise(() => undefined);
          },
        });
        expect(await send()).toMatchObject({ outcome: 'deferred' });
      }
      tested.server.behave({});
      expect(await send()).toMatchObject({ outcome: 'accepted' });
      const ids = tested.server.received.map(({ mail }) => mail.messageId);
      // The same mail twice, for whoever compares.
      expect(ids).toEqual([ids[0], ids[0]]);
    });

    it('defers a mail if the server is silent, and goes on afterward', async () => {
      tested.server.behave({ onRecipient: () => new Promise(() => undefined) });
      expect(await send()).toMatchObject({ outcome: 'deferred' });
      tested.server.behave({});
      expect(await send()).toMatchObject({ outcome: 'accepted' });
    });

    it('waits for a slow server', async () => {
      let answer = (): void => undefined;
      const asked = new Promise<void>((isAsked) => {
        tested.server.behave({
          onRecipient: () =>
            new Promise((resolve) => {
              answer = resolve;
              isAsked();
            }),
        });
      });
      const sending = send();
      await asked;
      answer();
      expect(await sending).toMatchObject({ outcome: 'accepted' });
    });

    it('sends many at a time', async () => {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => send({ id: `mail_${index}` })),
      );
      expect(answers.every(({ outcome }) => outcome === 'accepted')).toBe(true);
      expect(new Set(tested.server.received.map(({ mail }) => mail.messageId)).size).toBe(40);
    });

    it('checks the connection without sending', async () => {
      expect(await tested.mailer.check()).toBeUndefined();
      expect(tested.server.received).toEqual([]);
    });

    it('defers mail, and says so, while there is no server', async () => {
      await tested.server.close();
      expect(await tested.mailer.check()).toEqual(expect.any(String));
      expect(await send()).toMatchObject({ outcome: 'deferred', isBounce: false });
    });
  });
}
