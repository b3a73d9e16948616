// Changelogs in API requests and responses.

import Type, { type Static } from 'typebox';
import { type ChangelogView, changelogStates } from '../../domain/changelog/changelog.ts';
import type { Post } from '../../domain/feedback/post.ts';
import { toIso } from '../../domain/kernel/clock.ts';
import { type RichText, richTextFormats } from '../../domain/rich-text/rich-text.ts';
import { type PostShape, postExample, postPresenter } from '../feedback/post.ts';
import { type FileUrl, formOf, presentAttachment } from '../files/attachment.ts';
import { dateTime, identifier, named, nullable, oneOf } from '../kernel/common.ts';
import { Listed } from '../kernel/listed.ts';
import { notifyFields, presentNotify, shownNotify } from '../kernel/notify.ts';
import { richTextInput } from '../kernel/rich-text.ts';

export const ChangelogShape = named(
  'Changelog',
  {
    id: identifier('clog'),
    title: Type.String(),
    slug: Type.String({ description: 'Unique in the workspace.' }),
    content: Type.Unsafe<RichText>(Type.Ref('RichTextDocument')),
    contentHtml: Type.String({ description: 'Rendered from `content`; safe to embed in a page.' }),
    labels: Type.Array(Type.String()),
    state: oneOf(changelogStates),
    publishedAt: nullable<string>('string', {
      format: 'date-time',
      description: 'When it was or will be published; null for a draft.',
    }),
    linkedPostIds: Type.Array(Type.String(), { description: 'The posts it resolves.' }),
    completeLinkedPosts: Type.Boolean({
      description: 'Whether publishing it marks the linked posts as complete.',
    }),
    notify: shownNotify('Who is told when it is published on schedule, as in requests.'),
    createdAt: dateTime(),
    updatedAt: dateTime(),
    posts: Type.Optional(Type.Array(Type.Ref('Post'), { description: 'With `include=posts`.' })),
    attachments: Type.Optional(
      Type.Array(Type.Ref('Attachment'), {
        description: 'With `include=attachments`, and in the response to every write.',
      }),
    ),
  },
  { description: 'What was shipped.' },
);

const editFields = {
  slug: Type.Optional(
    Type.String({
      description:
        '1 to 100 lowercase letters and digits, separated by single hyphens. If absent on create, it is generated ' +
        'from the title, with a number appended if that slug exists.',
    }),
  ),
  content: Type.Optional(richTextInput('contentFormat')),
  contentFormat: Type.Optional(oneOf(richTextFormats, { default: 'markdown' })),
  labels: Type.Optional(
    Type.Array(Type.String(), {
      description: 'At most 20, each 1 to 64 characters, compared case-insensitively.',
    }),
  ),
  state: Type.Optional(
    oneOf(changelogStates, { default: 'draft', description: 'Going back to `draft` clears `publishedAt`.' }),
  ),
  publishedAt: Type.Optional(
    nullable<string>('string', {
      description:
        'ISO 8601. If `scheduled`: required, in the future. If `published`: in the past, defaults to now.',
    }),
  ),
  linkedPostIds: Type.Optional(Type.Array(Type.String(), { description: 'At most 200 posts.' })),
  completeLinkedPosts: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        "On publish, moves each linked post to the workspace's first completed status, unless the post's current " +
        'status does not allow that move. If absent on update, the setting is unchanged.',
    }),
  ),
  ...notifyFields('that it is published'),
};

const title = Type.String({ description: '1 to 200 characters after trimming.' });

export const ChangelogIn = named(
  'ChangelogIn',
  { title, ...editFields },
  {
    examples: [
      {
        title: 'Dark mode is here',
        content: 'Switch it on in **Settings**.',
        labels: ['New'],
        state: 'scheduled',
        publishedAt: '2026-02-02T08:00:00.000Z',
        linkedPostIds: ['post_01jz3k8n5yegs9t2w6qv4m7r8c'],
        completeLinkedPosts: true,
      },
    ],
  },
);

export const ChangelogPatchIn = named(
  'ChangelogPatchIn',
  {
    title: Type.Optional(title),
    ...editFields,
    removeAttachmentIds: Type.Optional(Type.Array(Type.String())),
  },
  { examples: [{ state: 'published' }] },
);

export const ChangelogPublishIn = named('ChangelogPublishIn', notifyFields('that it is published'), {
  examples: [{ notify: true }],
});

export const ChangelogForm = formOf('ChangelogForm', ChangelogIn);
export const ChangelogPatchForm = formOf('ChangelogPatchForm', ChangelogPatchIn);

type ChangelogOut = Static<typeof ChangelogShape>;

/** Linked posts (up to 200, each with up to 100 KB of description) are presented while the response is written. */
export type ChangelogPresenter = (
  view: ChangelogView,
) => Omit<ChangelogOut, 'posts'> & { posts?: Listed<Post, Static<typeof PostShape>> };

export function changelogPresenter(fileUrl: FileUrl): ChangelogPresenter {
  const { listed } = postPresenter(fileUrl);
  const file = presentAttachment(fileUrl);
  return (view) => ({
    id: view.id,
    title: view.title,
    slug: view.slug,
    content: view.content,
    contentHtml: view.contentHtml,
    labels: view.labels,
    state: view.state,
    publishedAt: view.publishedAt === null ? null : toIso(view.publishedAt),
    linkedPostIds: view.linkedPostIds,
    completeLinkedPosts: view.completesPosts,
    notify: presentNotify(view.notify),
    createdAt: toIso(view.createdAt),
    updatedAt: toIso(view.updatedAt),
    ...(view.posts && { posts: new Listed(view.posts, listed) }),
    ...(view.attachments && { attachments: view.attachments.map(file) }),
  });
}

export const changelogExample = {
  id: 'clog_01jz3k8n5yegs9t2w6qv4m7r8c',
  title: 'Dark mode is here',
  slug: 'dark-mode-is-here',
  content: {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Switch it on in Settings.' }] }],
  },
  contentHtml: '<p>Switch it on in Settings.</p>',
  labels: ['New'],
  state: 'published',
  publishedAt: '2026-01-31T09:15:02.123Z',
  linkedPostIds: [postExample.id],
  completeLinkedPosts: true,
  notify: false,
  createdAt: '2026-01-30T16:40:00.000Z',
  updatedAt: '2026-01-31T09:15:02.123Z',
};

export const changelogWrittenExample = { ...changelogExample, attachments: [] };
