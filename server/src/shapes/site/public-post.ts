// Posts as visitors see them. Each field is named here: what a post holds besides, stays with the team.

import type { Status } from '../../domain/catalog/status.ts';
import { documentOf } from '../../domain/feedback/comment-text.ts';
import type { Attachment } from '../../domain/files/attachment.ts';
import { toIso } from '../../domain/kernel/clock.ts';
import { withoutFileAddresses } from '../../domain/rich-text/for-visitors.ts';
import type { ListedPost, PostView, ShownComment } from '../../domain/site/reading.ts';
import { filePath, postPath, type SiteLinks } from './links.ts';
import { excerptOf, publicText } from './public-text.ts';

export type PublicStatus = Pick<Status, 'name' | 'slug' | 'category'>;

export interface PublicType {
  name: string;
  slug: string;
}

export interface PublicListedPost {
  id: string;
  url: string;
  title: string;
  excerpt: string;
  status: PublicStatus;
  type: PublicType;
  votesCount: number;
  commentsCount: number;
  createdAt: string;
  /** The last change that visitors could see. */
  updatedAt: string;
}

export interface PublicFile {
  url: string;
  fileName: string;
  mimeType: string;
  size: number;
  width: number | null;
  height: number | null;
}

export interface PublicComment {
  id: string;
  content: string;
  contentHtml: string;
  contentMarkdown: string;
  attachments: PublicFile[];
  isFromTeam: boolean;
  /** Of a member of the team, if it is known; null for everyone else. */
  memberName: string | null;
  /** Of a visitor, if the site shows names and they have signed in themselves. */
  authorName: string | null;
  /** What it answers, if that can be seen. */
  inReplyTo: { id: string; excerpt: string } | null;
  createdAt: string;
}

export interface PublicPost extends Omit<PublicListedPost, 'excerpt'> {
  /** As of a comment. */
  authorName: string | null;
  descriptionHtml: string;
  descriptionMarkdown: string;
  reason: string | null;
  tags: string[];
  attachments: PublicFile[];
  answer: PublicComment | null;
}

export const presentPublicStatus = ({ name, slug, category }: Status): PublicStatus => ({
  name,
  slug,
  category,
});

export const presentPublicType = ({ name, slug }: PublicType): PublicType => ({ name, slug });

const common = ({ post, status, type }: ListedPost, links: SiteLinks) => ({
  id: post.id,
  url: links.page(postPath(post)),
  title: withoutFileAddresses(post.title),
  status: presentPublicStatus(status),
  type: presentPublicType(type),
  votesCount: post.votesCount,
  commentsCount: post.publicCommentsCount,
  createdAt: toIso(post.createdAt),
  updatedAt: toIso(post.publicUpdatedAt ?? post.createdAt),
});

export const presentListedPost = (listed: ListedPost, links: SiteLinks): PublicListedPost => ({
  ...common(listed, links),
  excerpt: excerptOf(listed.post.descriptionHtml),
});

export function presentPublicPost(view: PostView, links: SiteLinks): PublicPost {
  const { html, markdown } = publicText(view.post.description, view.attachments, links);
  return {
    ...common(view, links),
    authorName: view.authorName,
    descriptionHtml: html,
    descriptionMarkdown: markdown,
    reason: view.reason === null ? null : withoutFileAddresses(view.reason),
    tags: view.tagNames,
    attachments: view.attachments.map((file) => presentPublicFile(file, links)),
    answer: view.answer && presentPublicComment(view.answer, view.attachments, links),
  };
}

export const presentPublicFile = (file: Attachment, links: SiteLinks): PublicFile => ({
  url: links.file(filePath(file)),
  fileName: file.fileName,
  mimeType: file.mimeType,
  size: file.size,
  width: file.width,
  height: file.height,
});

export function presentPublicComment(
  { comment, attachments, memberName, authorName, parent }: ShownComment,
  ofPost: readonly Attachment[],
  links: SiteLinks,
): PublicComment {
  const { html, markdown } = publicText(documentOf(comment), [...attachments, ...ofPost], links);
  return {
    id: comment.id,
    content: withoutFileAddresses(comment.content),
    contentHtml: html,
    contentMarkdown: markdown,
    attachments: attachments.map((file) => presentPublicFile(file, links)),
    isFromTeam: comment.isFromTeam,
    memberName,
    authorName,
    inReplyTo: parent && { id: parent.id, excerpt: shortened(withoutFileAddresses(parent.content)) },
    createdAt: toIso(comment.createdAt),
  };
}

const replyLength = 80;

function shortened(text: string): string {
  const characters = [
    ...text
      .slice(0, 4 * replyLength)
      .replace(/\s+/g, ' ')
      .trim(),
  ];
  return characters.length <= replyLength
    ? characters.join('')
    : `${characters.slice(0, replyLength).join('').trimEnd()}…`;
}
