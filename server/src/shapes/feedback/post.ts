// Posts in API requests and responses.

import Type, { type Static } from 'typebox';
import {
  maxImportedVotes,
  type Post,
  type PostForms,
  type PostJson,
  type PostRelations,
  type PostView,
  type SimilarPost,
  visibilities,
} from '../../domain/feedback/post.ts';
import { grouped } from '../../domain/kernel/count.ts';
import type { JsonForm, JsonKind } from '../../domain/kernel/json-form.ts';
import { type RichText, richTextFormats } from '../../domain/rich-text/rich-text.ts';
import { presentTag, tagExample } from '../catalog/tag.ts';
import { type FileUrl, formOf, presentAttachment } from '../files/attachment.ts';
import { absentBefore, dateTime, identifier, named, nullable, oneOf } from '../kernel/common.ts';
import { statusNotifyFields } from '../kernel/notify.ts';
import { presented } from '../kernel/presented.ts';
import { richTextInput } from '../kernel/rich-text.ts';
import { personFields, presentUser, presentVoter, userExample } from '../people/user.ts';
import { followField } from './follower.ts';

const coreFields = {
  id: identifier('post'),
  title: Type.String(),
  description: Type.Unsafe<RichText>(Type.Ref('RichTextDocument')),
  descriptionHtml: Type.String({ description: 'Rendered from `description`; safe to embed in a page.' }),
  postTypeId: identifier('type'),
  statusId: identifier('stat'),
  votesCount: Type.Integer(),
  commentsCount: Type.Integer(),
  createdAt: dateTime(),
  updatedAt: dateTime(),
};

const core = {
  id: 'id',
  title: 'text',
  description: 'json',
  descriptionHtml: 'text',
  postTypeId: 'id',
  statusId: 'id',
  votesCount: 'number',
  commentsCount: 'number',
  createdAt: 'instant',
  updatedAt: 'instant',
} as const satisfies JsonForm<Post> & Record<keyof typeof coreFields, JsonKind>;

const included = {
  author: Type.Optional(Type.Ref('User')),
  owner: Type.Optional(
    Type.Union([Type.Object({ id: identifier('acct'), name: Type.String() }), Type.Null()], {
      description: 'The member who looks after it, or null.',
    }),
  ),
  tags: Type.Optional(Type.Array(Type.Ref('Tag'))),
  attachments: Type.Optional(Type.Array(Type.Ref('Attachment'))),
  voters: Type.Optional(
    Type.Array(Type.Ref('Voter'), { description: 'All voters, or the newest 1,000 if there are more.' }),
  ),
  votersTruncated: Type.Optional(Type.Boolean({ description: 'True if there are more voters than listed.' })),
  mergedInto: Type.Optional(
    Type.Union([Type.Object({ id: identifier('post'), title: Type.String() }), Type.Null()], {
      description: 'The post that this one was merged into, or null.',
    }),
  ),
};

const ownDetails = {
  importedVotes: Type.Optional(
    Type.Integer({
      description:
        'Votes from a service that did not say whose they are. They are part of `votesCount`, after a merge of that ' +
        `of the target. ${absentBefore}`,
    }),
  ),
  visibility: Type.Optional(
    oneOf(visibilities, {
      description: `Whether visitors of the public site see it. ${absentBefore}`,
    }),
  ),
  ownerId: Type.Optional(
    nullable<string>('string', {
      description: `The member who looks after it, or null. ${absentBefore}`,
    }),
  ),
  externalId: nullable<string>('string'),
  sourceUrl: nullable<string>('string'),
  mergedIntoId: nullable<string>('string'),
  version: Type.Integer({ description: 'Incremented by every edit of the post itself.' }),
};

const details = {
  importedVotes: 'number',
  visibility: 'id',
  ownerId: 'optionalText',
  externalId: 'optionalText',
  sourceUrl: 'optionalText',
  mergedIntoId: 'optionalText',
  version: 'number',
} as const satisfies JsonForm<Post> & Record<keyof typeof ownDetails, JsonKind>;

/** How the fields above are written, so that the store can write them as text. */
const whole = { ...core, ...details } as const;
export const postForms: PostForms = { listed: core, detailed: whole };

export const PostShape = named(
  'Post',
  { ...coreFields, ...included, ...Type.Partial(Type.Object(ownDetails)).properties },
  { description: 'A post in a list: the core fields and the requested includes.' },
);

export const SimilarPostShape = named(
  'SimilarPost',
  { ...coreFields, similarity: Type.Number({ description: 'From 0 to 1.' }) },
  { description: 'A post with a similar title.' },
);

export const PostDetailShape = named(
  'PostDetail',
  {
    ...coreFields,
    author: Type.Ref('User'),
    tags: Type.Array(Type.Ref('Tag')),
    ...ownDetails,
    attachments: included.attachments,
    voters: included.voters,
    votersTruncated: included.votersTruncated,
    mergedInto: included.mergedInto,
    owner: included.owner,
    similar: Type.Optional(
      Type.Array(Type.Ref('SimilarPost'), { description: 'On create with `onDuplicate=suggest`.' }),
    ),
    isDuplicate: Type.Optional(
      Type.Boolean({
        description: 'On create with `onDuplicate=vote`: true if the vote went to this existing post.',
      }),
    ),
    comments: Type.Optional(
      Type.Array(Type.Ref('FeedbackComment'), {
        description:
          'With `include=comments`. With `include=comments.replies`, each comment has its replies.',
      }),
    ),
  },
  { description: 'A single post.' },
);

const editFields = {
  description: Type.Optional(richTextInput('descriptionFormat')),
  descriptionFormat: Type.Optional(oneOf(richTextFormats, { default: 'markdown' })),
  postTypeId: Type.Optional(
    Type.String({ description: "ID or slug. Defaults to the workspace's default on create." }),
  ),
  typeId: Type.Optional(Type.String({ description: 'Alias of `postTypeId`.' })),
  statusId: Type.Optional(
    Type.String({ description: "ID or slug. Defaults to the workspace's default on create." }),
  ),
  ownerId: Type.Optional(
    nullable<string>('string', { description: 'The member who looks after it, from `GET /members`.' }),
  ),
  tags: Type.Optional(Type.Array(Type.String(), { description: 'Names or IDs. New names are created.' })),
  externalId: Type.Optional(nullable<string>('string', { description: 'Unique in the workspace.' })),
  sourceUrl: Type.Optional(nullable<string>('string', { description: 'Where the feedback came from.' })),
  importedVotes: Type.Optional(
    Type.Integer({
      description: `Votes from a service that did not say whose they are, 0 to ${grouped(maxImportedVotes)}. Added to \`votesCount\`.`,
    }),
  ),
  visibility: Type.Optional(
    oneOf(visibilities, {
      description:
        'Whether visitors of the public site see it. Defaults to `newPosts` of the site on create.',
    }),
  ),
  createdAt: Type.Optional(
    Type.String({ description: 'ISO 8601. Backdates the post, for imports; not in the future.' }),
  ),
  ...personFields,
};

const title = Type.String({
  description: '1 to 200 characters after trimming, at least one of them visible.',
});

const voteAsAuthor = Type.Optional(
  Type.Boolean({
    default: true,
    description:
      'Whether the named author votes for the post. A post without a named author starts with no votes.',
  }),
);

export const PostIn = named(
  'PostIn',
  {
    title,
    ...editFields,
    onDuplicate: Type.Optional(
      oneOf(['suggest', 'vote', 'reject'], {
        description:
          'What to do if a post with a very similar title exists: `suggest` adds `similar` to the response, `vote` ' +
          'votes for the existing post instead of creating one, `reject` returns 409.',
      }),
    ),
    voteAsAuthor,
    follow: followField('the named author'),
  },
  {
    examples: [
      {
        title: 'Dark mode',
        description: 'My **eyes** hurt at night.',
        authorEmail: 'ada@example.com',
        tags: ['ui'],
      },
    ],
  },
);

export const PostUpsertIn = named(
  'PostUpsertIn',
  {
    title: Type.Optional(title),
    ...editFields,
    voteAsAuthor,
    ...statusNotifyFields,
  },
  { examples: [{ title: 'Dark mode', authorExternalId: 'crm-7' }] },
);

export const PostPatchIn = named(
  'PostPatchIn',
  {
    title: Type.Optional(title),
    ...editFields,
    removeAttachmentIds: Type.Optional(Type.Array(Type.String())),
    statusComment: Type.Optional(
      Type.String({
        description: "Why the status changed; kept in the post's history. Visitors read it on a public post.",
      }),
    ),
    publishComments: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'On a public post: also show visitors the comments that were written while it was internal, except private ' +
          'notes.',
      }),
    ),
    ...statusNotifyFields,
  },
  { examples: [{ statusId: 'stat_01jz3k8n5yegs9t2w6qv4m7r8c', statusComment: 'Next quarter.' }] },
);

export const PostForm = formOf('PostForm', PostIn);
export const PostUpsertForm = formOf('PostUpsertForm', PostUpsertIn);
export const PostPatchForm = formOf('PostPatchForm', PostPatchIn);

type Relations = Partial<
  Pick<
    Static<typeof PostShape>,
    'author' | 'owner' | 'tags' | 'attachments' | 'voters' | 'votersTruncated' | 'mergedInto'
  >
>;

/** Presenting posts needs the URLs of their files. */
export interface PostPresenter {
  /** A post whose own fields were read as text, in one of the forms below. */
  json(view: PostJson): string;
  listed(view: PostView): Static<typeof PostShape>;
  single(view: PostView): Static<typeof PostDetailShape>;
  similar(found: SimilarPost): Static<typeof SimilarPostShape>;
}

export function postPresenter(fileUrl: FileUrl): PostPresenter {
  /** Assigns one by one: spreading them would take most of the time of presenting a post. */
  const withRelations = <Fields extends object>(own: Fields, view: PostRelations): Fields & Relations => {
    const fields: Fields & Relations = own;
    if (view.author) fields.author = presentUser(view.author);
    if (view.owner !== undefined) fields.owner = view.owner;
    if (view.tags) fields.tags = view.tags.map(presentTag);
    if (view.attachments) fields.attachments = view.attachments.map(presentAttachment(fileUrl));
    if (view.voters) fields.voters = view.voters.map(presentVoter);
    if (view.votersTruncated) fields.votersTruncated = true;
    if (view.mergedInto !== undefined) fields.mergedInto = view.mergedInto;
    return fields;
  };

  return {
    json(view) {
      const related = JSON.stringify(withRelations({}, view));
      return related === '{}' ? `${view.json}}` : `${view.json},${related.slice(1)}`;
    },
    listed: (view) => withRelations(presented(view, core), view),
    similar: ({ post, similarity }) => ({
      ...presented(post, core),
      similarity: Math.round(similarity * 1000) / 1000,
    }),
    single: (view) => withRelations(presented(view, whole), view) as Static<typeof PostDetailShape>,
  };
}

export const postExample = {
  id: 'post_01jz3k8n5yegs9t2w6qv4m7r8c',
  title: 'Dark mode',
  description: {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'At night.' }] }],
  },
  descriptionHtml: '<p>At night.</p>',
  postTypeId: 'type_01jz3k8n5yegs9t2w6qv4m7r8c',
  statusId: 'stat_01jz3k8n5yegs9t2w6qv4m7r8c',
  votesCount: 12,
  commentsCount: 3,
  createdAt: '2026-01-31T09:15:02.123Z',
  updatedAt: '2026-01-31T09:15:02.123Z',
};

export const postDetailExample = {
  ...postExample,
  author: userExample,
  tags: [tagExample],
  importedVotes: 0,
  visibility: 'internal',
  ownerId: null,
  externalId: null,
  sourceUrl: null,
  mergedIntoId: null,
  version: 1,
};

export const postWrittenExample = { ...postDetailExample, attachments: [] };
