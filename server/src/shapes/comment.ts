// Comments in API requests and responses. Comment trees are serialized iteratively, because they may be too deep for a
// recursive serializer.

import Type, { type Static } from 'typebox';
import { toIso } from '../domain/clock.ts';
import type { CommentStep, CommentView } from '../domain/comment.ts';
import { dateTime, identifier, named, nullable } from './common.ts';
import { personFields, presentUser, userExample } from './user.ts';

export const CommentShape = named(
  'FeedbackComment',
  {
    id: identifier('cmt'),
    content: Type.String({ description: 'Plain text; empty if deleted.' }),
    postId: identifier('post'),
    parentId: nullable<string>('string', { description: 'Null for a top-level comment.' }),
    userId: nullable<string>('string', { description: 'Null if deleted.' }),
    author: Type.Unsafe<object | null>({
      anyOf: [Type.Ref('User'), { type: 'null' }],
      description: 'Null if deleted.',
    }),
    isDeleted: Type.Boolean({ description: 'True if it was deleted but has replies.' }),
    isPrivate: Type.Boolean({
      description: 'A private note of the team. Lists omit it by default.',
    }),
    createdAt: dateTime(),
    updatedAt: dateTime(),
    replies: Type.Optional(
      Type.Array(Type.Ref('FeedbackComment'), {
        description: 'With `include=replies`: oldest first, `[]` if there are none.',
      }),
    ),
  },
  { description: 'A comment on a post, or a reply to one.' },
);

export const CommentIn = named(
  'CommentIn',
  {
    content: Type.String({ description: 'Plain text, 1 to 10,000 characters.' }),
    parentId: Type.Optional(
      nullable<string>('string', { description: 'The comment to reply to: on the same post, not deleted.' }),
    ),
    isPrivate: Type.Optional(Type.Boolean({ default: false })),
    ...personFields,
  },
  { examples: [{ content: 'Yes please!', authorEmail: 'ada@example.com' }] },
);

export const CommentPatchIn = named(
  'CommentPatchIn',
  { content: Type.Optional(Type.String()), isPrivate: Type.Optional(Type.Boolean()) },
  { examples: [{ content: 'Yes please, and soon!' }] },
);

export const presentComment = (view: CommentView): Static<typeof CommentShape> => ({
  id: view.id,
  content: view.content,
  postId: view.postId,
  parentId: view.parentId,
  userId: view.userId,
  author: view.author === null ? null : presentUser(view.author),
  isDeleted: view.isDeleted,
  isPrivate: view.isPrivate,
  createdAt: toIso(view.createdAt),
  updatedAt: toIso(view.updatedAt),
});

/** Serializes a depth-first walk of comments to a JSON array, in pieces. Nested comments go into `replies`. */
export async function* commentsJson(
  batches: AsyncIterable<CommentStep<CommentView>[]>,
  { withReplies }: { withReplies: boolean },
): AsyncIterable<string> {
  let afterSibling = false;
  yield '[';
  for await (const steps of batches) {
    let json = '';
    for (const step of steps) {
      if (step === 'end') {
        json += withReplies ? ']}' : '}';
        afterSibling = true;
      } else {
        const fields = JSON.stringify(presentComment(step)).slice(0, -1);
        json += (afterSibling ? ',' : '') + fields + (withReplies ? ',"replies":[' : '');
        afterSibling = false;
      }
    }
    yield json;
  }
  yield ']';
}

export const commentExample = {
  id: 'cmt_01jz3k8n5yegs9t2w6qv4m7r8c',
  content: 'Yes please!',
  postId: 'post_01jz3k8n5yegs9t2w6qv4m7r8c',
  parentId: null,
  userId: userExample.id,
  author: userExample,
  isDeleted: false,
  isPrivate: false,
  createdAt: '2026-01-31T09:15:02.123Z',
  updatedAt: '2026-01-31T09:15:02.123Z',
};
