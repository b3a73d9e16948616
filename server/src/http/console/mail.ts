// What admins see of the mail that leaves the workspace, and tests of mail.

import Type from 'typebox';
import { isoOrNull, toIso } from '../../domain/kernel/clock.ts';
import { heldReasons, mailKinds } from '../../domain/mail/mail.ts';
import { dateTime, named, nullable, oneOf } from '../../shapes/kernel/common.ts';
import { idParams, operation } from './operation.ts';

const SetupShape = Type.Object({
  from: Type.String({ description: 'The address that mail comes from.' }),
  replyTo: nullable<string>('string', { description: 'Where answers go, if not to the sender.' }),
  server: Type.String({ description: 'The host and port of the mail server.' }),
});

const OutboxShape = named('Outbox', {
  setup: Type.Union([SetupShape, Type.Null()], { description: 'Null if mail is not set up.' }),
  blocked: nullable<string>('string', { description: 'What the mail server said if it refuses us.' }),
  waiting: Type.Integer({ description: 'Mails to be sent, counted up to 10,000.' }),
  held: Type.Union([Type.Object({ reason: oneOf(heldReasons), since: dateTime() }), Type.Null()], {
    description: 'Why notices wait for an admin, if they do.',
  }),
  replyTo: Type.Object(
    {
      address: nullable<string>('string', { description: 'The confirmed one.' }),
      asked: nullable<string>('string', { description: 'One that waits to be confirmed.' }),
    },
    { description: 'Where replies to news go, if the team chose.' },
  ),
  failures: Type.Array(
    Type.Object({
      id: Type.String(),
      kind: oneOf(mailKinds),
      email: nullable<string>('string', { description: 'Null if the person has none any more.' }),
      answer: nullable<string>('string', { description: 'What the mail server said.' }),
      createdAt: dateTime(),
    }),
    { description: 'The last 20, newest first.' },
  ),
});

export const mailOperations = {
  read: operation({
    operationId: 'getOutbox',
    summary: 'Get the state of outgoing mail',
    answer: OutboxShape,
    async handler({ outbox, caller }) {
      const {
        setup,
        blocked = null,
        waiting,
        heldFor,
        heldAt,
        replyTo,
        failures,
      } = await outbox.view(caller);
      const since = isoOrNull(heldAt);
      return {
        setup: setup
          ? { from: setup.from.address, replyTo: setup.replyTo?.address ?? null, server: setup.server }
          : null,
        ...{ blocked, waiting },
        held: heldFor === null || since === null ? null : { reason: heldFor, since },
        replyTo: { address: replyTo.address, asked: replyTo.asked },
        failures: failures.map(({ id, kind, address, answer, createdAt }) => ({
          ...{ id, kind, email: address, answer, createdAt: toIso(createdAt) },
        })),
      };
    },
  }),
  release: operation({
    operationId: 'releaseMail',
    summary: 'Send the notices that are held',
    answer: Type.Object({ released: Type.Literal(true) }),
    async handler({ outbox, caller }) {
      await outbox.release(caller);
      return { released: true as const };
    },
  }),
  discard: operation({
    operationId: 'discardMail',
    summary: 'Throw away the notices that wait',
    answer: Type.Object({ discarded: Type.Integer() }),
    handler: async ({ outbox, caller }) => ({ discarded: await outbox.discard(caller) }),
  }),
  askReplyTo: operation({
    operationId: 'askReplyTo',
    summary: 'Ask an address whether replies may go to it',
    body: named('ReplyToIn', { email: Type.String() }),
    answer: Type.Object({ asked: Type.Literal(true) }),
    async handler({ outbox, caller, body }) {
      await outbox.askReplyTo(caller, body.email);
      return { asked: true as const };
    },
  }),
  clearReplyTo: operation({
    operationId: 'clearReplyTo',
    summary: 'Let replies go where the operator chose',
    answer: Type.Object({ cleared: Type.Literal(true) }),
    async handler({ outbox, caller }) {
      await outbox.clearReplyTo(caller);
      return { cleared: true as const };
    },
  }),
  test: operation({
    operationId: 'sendTestMail',
    summary: 'Send a test to your own address',
    answer: Type.Object({ email: Type.String() }),
    handler: async ({ outbox, caller }) => ({ email: await outbox.sendTest(caller) }),
  }),
  testOfChangelog: operation({
    operationId: 'sendTestOfChangelog',
    summary: 'Send yourself the mail about a changelog entry, as it is stored now',
    params: idParams,
    answer: Type.Object({ email: Type.String() }),
    handler: async ({ outbox, caller, params }) => ({ email: await outbox.sendTestOf(caller, params.id) }),
  }),
};
