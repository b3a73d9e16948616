// Comments in API requests and responses. Comment trees are serialized iteratively, because they may be too deep for a
// recursive serializer.

import { setImmediate } from 'node:timers/promises';
import Type, { type Static } from 'typebox';
import type { CommentToken, CommentView } from '../../domain/feedback/comment.ts';
import { commentFormats, documentOf } from '../../domain/feedback/comment-text.ts';
import { toIso } from '../../domain/kernel/clock.ts';
import { type RichText, renderHtml } from '../../domain/rich-text/rich-text.ts';
import { type FileUrl, formOf, presentAttachment } from '../files/attachment.ts';
import { absentBefore, dateTime, identifier, named, nullable, oneOf } from '../kernel/common.ts';
import { textInput } from '../kernel/rich-text.ts';
import { personFields, presentUser, userExample } from '../people/user.ts';
import { followField } from './follower.ts';

export const CommentShape = named(
  'FeedbackComment',
  {
    id: identifier('cmt'),
    content: Type.String({ description: 'Plain text, what the document says; empty if deleted.' }),
    contentHtml: Type.Optional(
      Type.String({
        description: `Rendered from \`contentDocument\`; safe to embed in a page. ${absentBefore}`,
      }),
    ),
    contentDocument: Type.Optional(
      Type.Unsafe<RichText>({
        ...Type.Ref('RichTextDocument'),
        description: `With paragraphs and line breaks also if it was sent as plain text. ${absentBefore}`,
      }),
    ),
    postId: identifier('post'),
    parentId: nullable<string>('string', { description: 'Null for a top-level comment.' }),
    userId: identifier('user', { description: 'The author, also of a deleted comment.' }),
    author: Type.Unsafe<object | null>({
      anyOf: [Type.Ref('User'), { type: 'null' }],
      description: 'Null if deleted.',
    }),
    externalId: nullable<string>('string', {
      description: 'Your own ID of the comment, unique in the workspace. Null if deleted.',
    }),
    isDeleted: Type.Boolean({ description: 'True if it was deleted but has replies.' }),
    isPrivate: Type.Boolean({
      description: 'A private note of the team. Lists omit it by default.',
    }),
    isPublic: Type.Optional(
      Type.Boolean({
        description: `Visitors of the public site see it while its post is public. ${absentBefore}`,
      }),
    ),
    isFromTeam: Type.Optional(
      Type.Boolean({ description: `A member of the team wrote it in the console. ${absentBefore}` }),
    ),
    isAnswer: Type.Optional(
      Type.Boolean({ description: `The team's answer to the post: at most one. ${absentBefore}` }),
    ),
    attachments: Type.Optional(
      Type.Array(Type.Ref('Attachment'), { description: `Its files, oldest first. ${absentBefore}` }),
    ),
    createdAt: dateTime(),
    updatedAt: dateTime({
      description: 'When it last changed here; for a backdated comment, at first when it was imported.',
    }),
    replies: Type.Optional(
      Type.Array(Type.Ref('FeedbackComment'), {
        description: 'With `include=replies`: oldest first, `[]` if there are none.',
      }),
    ),
  },
  { description: 'A comment on a post, or a reply to one.' },
);

const ownId = 'Your own ID of the comment, 1 to 255 characters; unique in the workspace.';

const contentFormat = Type.Optional(oneOf(commentFormats, { default: 'text' }));

const contentInput = (more = '') =>
  textInput(
    `Text in \`contentFormat\`, or a document as an object: 1 to 10,000 characters besides markup.${more}`,
  );

/** What creating, upserting and bulk upserting have in common. */
const placeFields = {
  parentId: Type.Optional(
    nullable<string>('string', { description: 'The comment to reply to: on the same post, not deleted.' }),
  ),
  parentExternalId: Type.Optional(
    nullable<string>('string', { description: 'The same by your own ID. `parentId` wins.' }),
  ),
  createdAt: Type.Optional(
    nullable<string>('string', {
      description: 'ISO 8601, not in the future. Backdates the comment, for imports.',
    }),
  ),
};

export const CommentIn = named(
  'CommentIn',
  {
    content: contentInput(),
    contentFormat,
    externalId: Type.Optional(nullable<string>('string', { description: ownId })),
    ...placeFields,
    isPrivate: Type.Optional(Type.Boolean({ default: false })),
    follow: followField('the named author'),
    ...personFields,
  },
  { examples: [{ content: 'Yes please!', authorEmail: 'ada@example.com' }] },
);

export const CommentForm = formOf('CommentForm', CommentIn);

export const CommentUpsertIn = named(
  'CommentUpsertIn',
  {
    content: Type.Optional(contentInput(' Required for a new comment.')),
    contentFormat,
    postId: Type.Optional(
      nullable<string>('string', { description: 'The post of the comment. Required for a new comment.' }),
    ),
    postExternalId: Type.Optional(
      nullable<string>('string', { description: 'The same by your own ID. `postId` wins.' }),
    ),
    ...placeFields,
    isPrivate: Type.Optional(Type.Boolean({ description: 'False for a new comment unless you say so.' })),
    ...personFields,
  },
  {
    examples: [
      {
        postExternalId: 'crm-42',
        content: 'Yes please!',
        authorEmail: 'ada@example.com',
        createdAt: '2025-01-31T09:15:02.123Z',
      },
    ],
  },
);

export const BulkCommentIn = named(
  'BulkCommentIn',
  {
    comments: Type.Array(
      Type.Object({
        externalId: Type.String({ description: ownId }),
        content: contentInput(),
        contentFormat,
        ...placeFields,
        isPrivate: Type.Optional(Type.Boolean({ description: 'False for a new comment unless you say so.' })),
        ...personFields,
      }),
      {
        description:
          '1 to 500 comments, each with its own `externalId`. A parent may be another entry, in any order.',
      },
    ),
  },
  {
    examples: [
      {
        comments: [
          { externalId: 'c-1', content: 'Yes please!', authorEmail: 'ada@example.com' },
          { externalId: 'c-2', parentExternalId: 'c-1', content: 'Me too.', authorEmail: 'bo@example.com' },
        ],
      },
    ],
  },
);

export const BulkCommentShape = named(
  'BulkComment',
  {
    postId: identifier('post'),
    commentIds: Type.Array(Type.String(), {
      description: 'The IDs of the comments, in the order of the request.',
    }),
    created: Type.Integer({ description: 'The number of new comments.' }),
    updated: Type.Integer({ description: 'The number of comments that changed.' }),
    unchanged: Type.Integer({ description: 'The number of comments that were already as described.' }),
    commentsCount: Type.Integer(),
  },
  { description: 'The state after creating or updating many comments.' },
);

export const bulkCommentExample = {
  postId: 'post_01jz3k8n5yegs9t2w6qv4m7r8c',
  commentIds: ['cmt_01jz3k8n5yegs9t2w6qv4m7r8c', 'cmt_01jz3k8n5yegs9t2w6qv4m7r8d'],
  created: 2,
  updated: 0,
  unchanged: 0,
  commentsCount: 5,
};

export const CommentPatchIn = named(
  'CommentPatchIn',
  {
    content: Type.Optional(
      contentInput(' The same plain text again, without a format, keeps the markup that is there.'),
    ),
    contentFormat,
    externalId: Type.Optional(nullable<string>('string', { description: `${ownId} Null clears it.` })),
    isPrivate: Type.Optional(Type.Boolean()),
    isAnswer: Type.Optional(
      Type.Boolean({
        description:
          'Makes it the answer to the post, instead of another one. It must be public and from the team.',
      }),
    ),
    removeAttachmentIds: Type.Optional(Type.Array(Type.String())),
  },
  { examples: [{ content: 'Yes please, and soon!' }] },
);

export const CommentPatchForm = formOf('CommentPatchForm', CommentPatchIn);

export interface CommentPresenter {
  single(view: CommentView): Static<typeof CommentShape>;
  /** Serializes a depth-first walk of comments to a JSON array, in pieces. Nested comments go into `replies`. */
  tree(
    batches: AsyncIterable<CommentToken<CommentView>[]>,
    options: { withReplies: boolean },
  ): AsyncIterable<string>;
}

/** Presenting comments needs the URLs of their files. */
export function commentPresenter(fileUrl: FileUrl): CommentPresenter {
  const file = presentAttachment(fileUrl);
  const single: CommentPresenter['single'] = (view) => ({
    ...presented(view, documentOf(view)),
    attachments: (view.attachments ?? []).map(file),
  });
  return { single, tree: (batches, { withReplies }) => commentsJson(batches, single, withReplies) };
}

const presented = (view: CommentView, document: RichText) => ({
  id: view.id,
  content: view.content,
  contentHtml: renderHtml(document),
  contentDocument: document,
  postId: view.postId,
  parentId: view.parentId,
  userId: view.userId,
  author: view.author === null ? null : presentUser(view.author),
  externalId: view.externalId,
  isDeleted: view.isDeleted,
  isPrivate: view.isPrivate,
  isPublic: view.isPublic,
  isFromTeam: view.isFromTeam,
  isAnswer: view.isAnswer,
  createdAt: toIso(view.createdAt),
  updatedAt: toIso(view.updatedAt),
});

/** A comment of many lines, or with much markup, takes up to some milliseconds. */
const charactersAtOnce = 256 * 1024;

async function* commentsJson(
  batches: AsyncIterable<CommentToken<CommentView>[]>,
  present: CommentPresenter['single'],
  withReplies: boolean,
): AsyncIterable<string> {
  let afterSibling = false;
  yield '[';
  for await (const tokens of batches) {
    let json = '';
    for (const token of tokens) {
      if (token === 'end') {
        json += withReplies ? ']}' : '}';
        afterSibling = true;
      } else {
        const fields = JSON.stringify(present(token)).slice(0, -1);
        json += (afterSibling ? ',' : '') + fields + (withReplies ? ',"replies":[' : '');
        afterSibling = false;
      }
      if (json.length < charactersAtOnce) continue;
      yield json;
      json = '';
      await setImmediate();
    }
    yield json;
  }
  yield ']';
}

export const commentExample = {
  id: 'cmt_01jz3k8n5yegs9t2w6qv4m7r8c',
  content: 'Yes please!',
  contentHtml: '<p>Yes please!</p>',
  contentDocument: {
    type: 'doc' as const,
    content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Yes please!' }] }],
  },
  postId: 'post_01jz3k8n5yegs9t2w6qv4m7r8c',
  parentId: null,
  userId: userExample.id,
  author: userExample,
  externalId: null,
  isDeleted: false,
  isPrivate: false,
  isPublic: true,
  isFromTeam: false,
  isAnswer: false,
  attachments: [],
  createdAt: '2026-01-31T09:15:02.123Z',
  updatedAt: '2026-01-31T09:15:02.123Z',
};
