// The data of one user as one JSON document, written in pieces because it may be too large for memory.

import Type from 'typebox';
import { toIso } from '../../domain/kernel/clock.ts';
import type { UserExport } from '../../domain/porting/user-export.ts';
import { type CommentPresenter, commentExample } from '../feedback/comment.ts';
import { followedPostExample, presentFollowedPost } from '../feedback/follower.ts';
import type { PostPresenter } from '../feedback/post.ts';
import { dateTime, identifier, named } from '../kernel/common.ts';
import { mailSettingsExample, presentMailSettings } from '../mail/settings.ts';
import { presentUser, userExample } from '../people/user.ts';
import { presentBan, presentReport, presentSubmission } from '../site/submission.ts';

const lists = ['posts', 'comments', 'votes', 'following', 'submissions', 'reports', 'sessions'] as const;
type List = (typeof lists)[number];

const eachList = <Value>(value: Value): Record<List, Value> =>
  Object.fromEntries(lists.map((name) => [name, value])) as Record<List, Value>;

export const UserExportShape = named(
  'UserExport',
  {
    user: Type.Ref('User'),
    ban: Type.Unsafe<object | null>({ anyOf: [Type.Ref('Ban'), { type: 'null' }] }),
    mail: Type.Ref('MailSettings'),
    posts: Type.Array(Type.Ref('PostDetail'), { description: 'Newest first, with their attachments.' }),
    comments: Type.Array(Type.Ref('FeedbackComment'), {
      description: 'Newest first; public comments, then private ones.',
    }),
    votes: Type.Array(
      Type.Object({ postId: identifier('post'), userId: identifier('user'), votedAt: dateTime() }),
      {
        description:
          'Newest first; counted votes, then votes that are not counted while their post is merged into another.',
      },
    ),
    following: Type.Array(Type.Ref('FollowedPost')),
    submissions: Type.Array(Type.Ref('Submission')),
    reports: Type.Array(Type.Ref('ContentReport')),
    sessions: Type.Array(
      Type.Object({ cameBy: Type.String(), createdAt: dateTime(), expiresAt: dateTime() }),
      { description: 'When and how they signed in to the public site.' },
    ),
    counts: Type.Object(eachList(Type.Integer()), {
      description: 'The number of items in each list. Missing if the document was cut off.',
    }),
  },
  { description: 'All data of one user.' },
);

export async function* userExportJson(
  held: UserExport,
  presentPost: PostPresenter,
  presentComment: CommentPresenter,
): AsyncIterable<string> {
  const { user, ban, mail } = held;
  const counts = eachList(0);
  async function* list<T>(name: List, batches: AsyncIterable<T[]>, toJson: (item: T) => object) {
    yield `,"${name}":[`;
    for await (const batch of batches) {
      const separator = counts[name] === 0 ? '' : ',';
      counts[name] += batch.length;
      // Serialize the whole batch first: text waiting for a slow client is several times smaller than the objects.
      const json = batch.splice(0).map((item) => JSON.stringify(toJson(item)));
      yield separator + json.join(',');
    }
    yield ']';
  }
  yield `{"user":${JSON.stringify(presentUser(user))}`;
  yield `,"ban":${JSON.stringify(ban && presentBan({ ...ban, user }))}`;
  yield `,"mail":${JSON.stringify(presentMailSettings({ userId: user.id, ...mail }))}`;
  yield* list('posts', held.posts, presentPost.single);
  yield* list('comments', held.comments, presentComment.single);
  yield* list('votes', held.votes, ({ postId, userId, votedAt }) => ({
    postId,
    userId,
    votedAt: toIso(votedAt),
  }));
  yield* list('following', held.following, presentFollowedPost);
  yield* list('submissions', held.submissions, presentSubmission);
  yield* list('reports', held.reports, presentReport);
  yield* list('sessions', held.sessions, ({ cameBy, createdAt, expiresAt }) => ({
    cameBy,
    createdAt: toIso(createdAt),
    expiresAt: toIso(expiresAt),
  }));
  yield `,"counts":${JSON.stringify(counts)}}`;
}

/** Short: its parts have examples of their own. */
export const userExportExample = {
  user: userExample,
  ban: null,
  mail: mailSettingsExample,
  posts: [],
  comments: [commentExample],
  votes: [{ postId: commentExample.postId, userId: userExample.id, votedAt: '2026-01-31T09:15:02.123Z' }],
  following: [followedPostExample],
  submissions: [],
  reports: [],
  sessions: [
    { cameBy: 'link', createdAt: '2026-01-31T09:15:02.123Z', expiresAt: '2026-03-02T09:15:02.123Z' },
  ],
  counts: { ...eachList(0), comments: 1, votes: 1, following: 1, sessions: 1 },
};
