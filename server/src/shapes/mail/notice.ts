// Who was told what, in API responses.

import Type, { type Static } from 'typebox';
import { isoOrNull, toIso } from '../../domain/kernel/clock.ts';
import { mailStates, noticeKinds } from '../../domain/mail/mail.ts';
import type { NoticeView } from '../../domain/mail/notice.ts';
import { dateTime, identifier, named, nullable, oneOf } from '../kernel/common.ts';
import { presentUser, userExample } from '../people/user.ts';

export const NoticeShape = named(
  'Notice',
  {
    id: identifier('mail'),
    kind: oneOf(noticeKinds, {
      description: 'A new status, the answer of the team, a reply to their comment, or a changelog entry.',
    }),
    postId: nullable<string>('string', { description: 'Null for a changelog entry.' }),
    changelogId: nullable<string>('string'),
    userId: identifier('user'),
    user: Type.Union([Type.Ref('User'), Type.Null()]),
    state: oneOf(mailStates, {
      description:
        '`dropped`: when it was due, there was nothing to tell, or they did not want it. `answer` says why.',
    }),
    answer: nullable<string>('string', {
      description:
        'What the mail server said last, or why the mail was dropped. Only keys and admins see it.',
    }),
    attempts: Type.Integer({ description: 'How many attempts to send it failed.' }),
    createdAt: dateTime(),
    endedAt: nullable<string>('string', { description: 'When it was sent, dropped or given up.' }),
  },
  { description: 'A mail that tells one person of one thing.' },
);

export const presentNotice = (view: NoticeView): Static<typeof NoticeShape> => ({
  id: view.id,
  kind: view.kind,
  postId: view.kind === 'changelog' ? null : view.about,
  changelogId: view.kind === 'changelog' ? view.about : null,
  userId: view.userId,
  user: view.user === null ? null : presentUser(view.user),
  state: view.state,
  answer: view.answer,
  attempts: view.attempts,
  createdAt: toIso(view.createdAt),
  endedAt: isoOrNull(view.finishedAt),
});

export const noticeExample: Static<typeof NoticeShape> = {
  id: 'mail_01jz3k8n5yegs9t2w6qv4m7r8c',
  kind: 'status',
  postId: 'post_01jz3k8n5yegs9t2w6qv4m7r8c',
  changelogId: null,
  userId: userExample.id,
  user: userExample,
  state: 'sent',
  answer: '250 2.0.0 Ok: queued as 4F3A2',
  attempts: 0,
  createdAt: '2026-01-31T09:15:02.123Z',
  endedAt: '2026-01-31T09:15:03.456Z',
};
