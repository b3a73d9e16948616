// What visitors send, reports and bans, in API requests and responses.

import Type, { type Static } from 'typebox';
import { toIso } from '../../domain/kernel/clock.ts';
import {
  type BanView,
  type ReportView,
  type SubmissionView,
  submissionKinds,
  submissionStates,
} from '../../domain/site/submission.ts';
import { dateTime, identifier, named, nullable, oneOf } from '../kernel/common.ts';
import { presentUser, userExample } from '../people/user.ts';

const person = (description: string) =>
  Type.Unsafe<object | null>({ anyOf: [Type.Ref('User'), { type: 'null' }], description });

export const SubmissionShape = named(
  'Submission',
  {
    id: identifier('sub'),
    kind: oneOf(submissionKinds, {
      description: 'A new post or comment, or a change of one.',
    }),
    state: oneOf(submissionStates),
    userId: nullable<string>('string', { description: 'Null if the visitor had not signed in.' }),
    author: person('Null if the visitor had not signed in.'),
    postId: nullable<string>('string', {
      description: 'The post that it is about. For a new post, the one that it became once approved.',
    }),
    commentId: nullable<string>('string', {
      description: 'The comment that is changed. For a new comment, the one that it became once approved.',
    }),
    parentId: nullable<string>('string', { description: 'The comment that a new comment replies to.' }),
    title: nullable<string>('string', {
      description: 'Of a post. Null once approved, or if a change keeps the title.',
    }),
    content: nullable<string>('string', {
      description:
        'Markdown for a post, plain text for a comment. Null once approved: the post or comment has it then.',
    }),
    reason: nullable<string>('string', { description: 'Why it was rejected. Its author reads it.' }),
    decidedBy: nullable<string>('string', {
      description: 'The key or the member who decided. Null while it waits, and if it did not have to.',
    }),
    decidedAt: nullable<string>('string', { format: 'date-time' }),
    version: Type.Integer(),
    createdAt: dateTime({ description: 'When it was sent.' }),
    updatedAt: dateTime(),
  },
  { description: 'Something that a visitor sent from the public site.' },
);

export const ReportShape = named(
  'ContentReport',
  {
    id: identifier('rep'),
    postId: identifier('post'),
    commentId: nullable<string>('string', { description: 'Null if the post itself is reported.' }),
    userId: identifier('user'),
    user: Type.Ref('User'),
    reason: nullable<string>('string'),
    createdAt: dateTime(),
  },
  { description: "A visitor's notice that the team should look at a public post or comment." },
);

export const BanShape = named(
  'Ban',
  {
    userId: identifier('user'),
    user: Type.Ref('User'),
    reason: nullable<string>('string', { description: 'For the team only.' }),
    createdAt: dateTime(),
  },
  { description: 'A person who may not write on the public site.' },
);

const reasonText = 'At most 500 characters.';

export const RejectionIn = named(
  'RejectionIn',
  {
    reason: Type.Optional(nullable<string>('string', { description: `The author reads it. ${reasonText}` })),
  },
  { examples: [{ reason: 'This is about another product.' }] },
);

export const SubmissionMergeIn = named(
  'SubmissionMergeIn',
  {
    postId: Type.String({ description: 'The post that stays.' }),
    asComment: Type.Optional(
      Type.Boolean({ default: false, description: 'Also adds the text as a comment of its author.' }),
    ),
  },
  { examples: [{ postId: 'post_01jz3k8n5yegs9t2w6qv4m7r8c', asComment: true }] },
);

export const BanIn = named(
  'BanIn',
  {
    reason: Type.Optional(nullable<string>('string', { description: `For the team only. ${reasonText}` })),
    removeVotes: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Also takes back the votes that the person gave on the public site.',
      }),
    ),
  },
  { examples: [{ reason: 'Advertising', removeVotes: true }] },
);

export const presentSubmission = (view: SubmissionView): Static<typeof SubmissionShape> => ({
  id: view.id,
  kind: view.kind,
  state: view.state,
  userId: view.userId,
  author: view.author && presentUser(view.author),
  postId: view.postId,
  commentId: view.commentId,
  parentId: view.parentId,
  title: view.title,
  content: view.content,
  reason: view.reason,
  decidedBy: view.decidedBy,
  decidedAt: view.decidedAt === null ? null : toIso(view.decidedAt),
  version: view.version,
  createdAt: toIso(view.createdAt),
  updatedAt: toIso(view.updatedAt),
});

export const presentReport = (view: ReportView): Static<typeof ReportShape> => ({
  id: view.id,
  postId: view.postId,
  commentId: view.commentId,
  userId: view.userId,
  user: presentUser(view.user),
  reason: view.reason,
  createdAt: toIso(view.createdAt),
});

export const presentBan = (view: BanView): Static<typeof BanShape> => ({
  userId: view.userId,
  user: presentUser(view.user),
  reason: view.reason,
  createdAt: toIso(view.createdAt),
});

export const submissionExample: Static<typeof SubmissionShape> = {
  id: 'sub_01jz3k8n5yegs9t2w6qv4m7r8c',
  kind: 'post',
  state: 'waiting',
  userId: userExample.id,
  author: userExample,
  postId: null,
  commentId: null,
  parentId: null,
  title: 'Dark mode',
  content: 'My eyes would be grateful.',
  reason: null,
  decidedBy: null,
  decidedAt: null,
  version: 1,
  createdAt: '2026-01-31T09:15:02.123Z',
  updatedAt: '2026-01-31T09:15:02.123Z',
};

export const approvedExample: Static<typeof SubmissionShape> = {
  ...submissionExample,
  state: 'approved',
  postId: 'post_01jz3k8n5yegs9t2w6qv4m7r8c',
  title: null,
  content: null,
  decidedBy: 'acct_01jz3k8n5yegs9t2w6qv4m7r8c',
  decidedAt: '2026-01-31T10:20:00.000Z',
  version: 2,
  updatedAt: '2026-01-31T10:20:00.000Z',
};

export const rejectedExample: Static<typeof SubmissionShape> = {
  ...approvedExample,
  state: 'rejected',
  postId: null,
  title: 'Dark mode',
  content: 'My eyes would be grateful.',
  reason: 'This is about another product.',
};

export const reportExample: Static<typeof ReportShape> = {
  id: 'rep_01jz3k8n5yegs9t2w6qv4m7r8c',
  postId: 'post_01jz3k8n5yegs9t2w6qv4m7r8c',
  commentId: null,
  userId: userExample.id,
  user: userExample,
  reason: 'Advertising',
  createdAt: '2026-01-31T09:15:02.123Z',
};

export const banExample: Static<typeof BanShape> = {
  userId: userExample.id,
  user: userExample,
  reason: 'Advertising',
  createdAt: '2026-01-31T09:15:02.123Z',
};
