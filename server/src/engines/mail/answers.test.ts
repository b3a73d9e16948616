import { expect, it } from 'vitest';
import { answerText, meaningOf } from './answers.ts';

it.each([
  ['no answer', undefined, 'CONN', 'Connection timeout', 'deferred', false],
  ['a mailbox that is full', 452, 'RCPT TO', '452 4.2.2 Mailbox full', 'deferred', false],
  ['greylisting', 450, 'RCPT TO', '450 4.2.0 Try again', 'deferred', false],
  ['an unknown mailbox', 550, 'RCPT TO', '550 5.1.1 No such user', 'refused', true],
  ['a null MX', 556, 'RCPT TO', '556 5.1.10 Recipient has null MX', 'refused', true],
  ['an unknown mailbox without a detailed status', 550, 'RCPT TO', '550 No such user', 'refused', false],
  ['a mail that is too large', 552, 'DATA', '552 5.3.4 Too large', 'refused', false],
  ['5.1.1 at another step than RCPT', 550, 'DATA', '550 5.1.1 No such user', 'refused', false],
  ['a policy', 550, 'RCPT TO', '550 5.7.1 Relaying denied', 'blocked', false],
  ['a policy about the content', 554, 'DATA', '554-5.7.1 Looks like spam', 'blocked', false],
  ['an unknown sender', 553, 'RCPT TO', '553 5.1.8 Sender domain not found', 'blocked', false],
  ['a refused sender', 550, 'MAIL FROM', '550 Sender refused', 'blocked', false],
  ['wrong credentials', 535, 'AUTH PLAIN', '535 5.7.8 Bad credentials', 'blocked', false],
])('%s', (_, status, command, answer, outcome, isBounce) => {
  expect(meaningOf({ status, command, answer })).toEqual({ outcome, isBounce, answer });
});

it('cuts what a server says, and keeps it on one line', () => {
  expect(answerText('550 no\r\n\u001b[31mred\u202e')).toBe('550 no [31mred');
  expect(answerText('x'.repeat(500))).toHaveLength(200);
});
