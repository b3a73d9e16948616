// The inbox of the signed-in member, and the mail about it.

import Type, { type Static } from 'typebox';
import type { InboxBefore, ListedItem } from '../../app/team/inbox/inbox.ts';
import { givenInstant, isoOrNull, toIso } from '../../domain/kernel/clock.ts';
import { inboxReasons } from '../../domain/team/inbox.ts';
import { digests } from '../../domain/team/team-mail.ts';
import { dateTime, named, nullable, oneOf } from '../../shapes/kernel/common.ts';
import { operation } from './operation.ts';

const maxAtOnce = 500;

const ItemShape = named('InboxItem', {
  postId: Type.String(),
  title: Type.String(),
  why: oneOf(inboxReasons, {
    description: '`later`: it was put off, and its time has come. `handover`: the member became the owner.',
  }),
  at: dateTime({ description: 'When that happened.' }),
  by: nullable<string>('string', {
    description:
      'The name of who did it: the author of the post or comment, or the member who handed it over.',
  }),
  author: nullable<string>('string', { description: 'The name of the author of the post.' }),
  authorId: Type.String(),
  excerpt: nullable<string>('string', { description: 'The beginning of the comment or note.' }),
  isNote: Type.Boolean({ description: 'Whether that is a note.' }),
  statusId: Type.String(),
  ownerId: nullable<string>('string'),
  votesCount: Type.Integer(),
  commentsCount: Type.Integer(),
  createdAt: dateTime({ description: 'Of the post.' }),
});

const InboxShape = named('Inbox', {
  items: Type.Array(ItemShape, { description: 'At most 100.' }),
  isMore: Type.Boolean({ description: 'Whether there are more.' }),
  upTo: Type.Integer({ description: 'What the inbox was read up to. Sent back when posts are done.' }),
});

const BeforeShape = named('InboxBefore', {
  seenTo: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  marks: Type.Array(
    Type.Object({
      postId: Type.String(),
      seenTo: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
      until: nullable<string>('string', { format: 'date-time' }),
    }),
    { maxItems: maxAtOnce },
  ),
});

const dealt = {
  postIds: Type.Array(Type.String(), { minItems: 1, maxItems: maxAtOnce }),
  upTo: Type.Integer({ minimum: 0 }),
};

const MailShape = named('TeamMail', {
  mentions: Type.Boolean(),
  handOvers: Type.Boolean(),
  digest: oneOf(digests),
  timeZone: Type.String({ description: 'The digest comes at eight in the morning there.' }),
  isProven: Type.Boolean({ description: 'Whether mail may be sent to the address of the account.' }),
});

const presentItem = ({ post, comment, ...item }: ListedItem): Static<typeof ItemShape> => ({
  postId: post.id,
  title: post.title,
  why: item.why,
  at: toIso(item.at),
  by: item.by,
  author: item.author,
  authorId: post.authorId,
  excerpt: comment?.excerpt ?? null,
  isNote: comment?.isPrivate ?? false,
  statusId: post.statusId,
  ownerId: post.ownerId,
  votesCount: post.votesCount,
  commentsCount: post.commentsCount,
  createdAt: toIso(post.createdAt),
});

const presentBefore = ({ seenTo, marks }: InboxBefore): Static<typeof BeforeShape> => ({
  seenTo,
  marks: marks.map(({ until, ...mark }) => ({ ...mark, until: isoOrNull(until) })),
});

export const inboxOperations = {
  read: operation({
    operationId: 'getInbox',
    summary: 'Get what is in your inbox: what was put off until now, and then the newest',
    answer: InboxShape,
    async handler({ console, signedIn }) {
      const { items, isMore, upTo } = await console.inboxes.view(signedIn.membership);
      return { items: items.map(presentItem), isMore, upTo };
    },
  }),
  done: operation({
    operationId: 'markInboxDone',
    summary: 'Take posts out of your inbox, until something new happens',
    body: named('InboxDone', dealt),
    answer: BeforeShape,
    handler: async ({ console, signedIn, body }) =>
      presentBefore(await console.inboxes.done(signedIn.membership, body)),
  }),
  allDone: operation({
    operationId: 'markInboxAllDone',
    summary: 'Take everything out of your inbox',
    body: named('InboxAllDone', { upTo: dealt.upTo }),
    answer: BeforeShape,
    handler: async ({ console, signedIn, body }) =>
      presentBefore(await console.inboxes.allDone(signedIn.membership, body.upTo)),
  }),
  later: operation({
    operationId: 'putInboxOff',
    summary: 'Take posts out of your inbox until a time, or until something new happens',
    body: named('InboxLater', { ...dealt, until: dateTime() }),
    answer: BeforeShape,
    handler: async ({ console, signedIn, body: { until, ...some } }) => {
      const later = { ...some, until: givenInstant(until, 'until') };
      return presentBefore(await console.inboxes.later(signedIn.membership, later));
    },
  }),
  restore: operation({
    operationId: 'restoreInbox',
    summary: 'Undo a change of your inbox',
    body: BeforeShape,
    answer: Type.Object({ restored: Type.Literal(true) }),
    async handler({ console, signedIn, body: { seenTo, marks } }) {
      await console.inboxes.restore(signedIn.membership, {
        seenTo,
        marks: marks.map(({ until, ...mark }) => ({
          ...mark,
          until: until === null ? null : givenInstant(until, 'until'),
        })),
      });
      return { restored: true as const };
    },
  }),
  mail: operation({
    operationId: 'getTeamMail',
    summary: 'Get which mails you get about your inbox',
    answer: MailShape,
    handler: ({ console, signedIn }) => console.teamMails.view(signedIn.membership),
  }),
  updateMail: operation({
    operationId: 'updateTeamMail',
    summary: 'Choose which mails you get about your inbox',
    body: named('TeamMailPatch', {
      mentions: Type.Optional(Type.Boolean()),
      handOvers: Type.Optional(Type.Boolean()),
      digest: Type.Optional(oneOf(digests)),
      timeZone: Type.Optional(Type.String()),
    }),
    answer: MailShape,
    handler: ({ console, signedIn, body }) => console.teamMails.update(signedIn.membership, body),
  }),
};
