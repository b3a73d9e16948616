// The data of one user as one JSON document, written in pieces because it may be too large for memory.

import Type from 'typebox';
import type { UserExport } from '../../domain/feedback/user-export.ts';
import { toIso } from '../../domain/kernel/clock.ts';
import { dateTime, identifier, named } from '../kernel/common.ts';
import { presentUser, userExample } from '../people/user.ts';
import { commentExample, presentComment } from './comment.ts';
import { type PostPresenter, postWrittenExample } from './post.ts';

const count = Type.Integer();

export const UserExportShape = named(
  'UserExport',
  {
    user: Type.Ref('User'),
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
    counts: Type.Object(
      { posts: count, comments: count, votes: count },
      { description: 'The number of items in each list. Missing if the document was cut off.' },
    ),
  },
  { description: 'All data of one user.' },
);

export async function* userExportJson(
  { user, posts, comments, votes }: UserExport,
  present: PostPresenter,
): AsyncIterable<string> {
  const counts = { posts: 0, comments: 0, votes: 0 };
  async function* list<T>(
    name: keyof typeof counts,
    batches: AsyncIterable<T[]>,
    toJson: (item: T) => object,
  ) {
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
  yield* list('posts', posts, present.single);
  yield* list('comments', comments, presentComment);
  yield* list('votes', votes, ({ postId, userId, votedAt }) => ({ postId, userId, votedAt: toIso(votedAt) }));
  yield `,"counts":${JSON.stringify(counts)}}`;
}

export const userExportExample = {
  user: userExample,
  posts: [postWrittenExample],
  comments: [commentExample],
  votes: [{ postId: postWrittenExample.id, userId: userExample.id, votedAt: '2026-01-31T09:15:02.123Z' }],
  counts: { posts: 1, comments: 1, votes: 1 },
};
