// Changelog entries as visitors see them. `publishedAt` is their only time: edits before that are the team's own.

import { isoOrNull } from '../../domain/kernel/clock.ts';
import { withoutFileAddresses } from '../../domain/rich-text/for-visitors.ts';
import type { EntryView } from '../../domain/site/reading.ts';
import { entryPath, type SiteLinks } from './links.ts';
import {
  type PublicFile,
  type PublicListedPost,
  presentListedPost,
  presentPublicFile,
} from './public-post.ts';
import { excerptOf, publicText } from './public-text.ts';

export interface PublicListedEntry {
  url: string;
  slug: string;
  title: string;
  excerpt: string;
  labels: string[];
  publishedAt: string | null;
}

export interface PublicEntry extends PublicListedEntry {
  contentHtml: string;
  contentMarkdown: string;
  attachments: PublicFile[];
  /** The public posts that it ships. */
  posts: PublicListedPost[];
}

export const presentListedEntry = ({ entry }: EntryView, links: SiteLinks): PublicListedEntry => ({
  url: links.page(entryPath(entry)),
  slug: entry.slug,
  title: withoutFileAddresses(entry.title),
  excerpt: excerptOf(entry.contentHtml),
  labels: entry.labels,
  publishedAt: isoOrNull(entry.publishedAt),
});

export function presentPublicEntry(view: EntryView, links: SiteLinks): PublicEntry {
  const { html, markdown } = publicText(view.entry.content, view.attachments, links);
  return {
    ...presentListedEntry(view, links),
    contentHtml: html,
    contentMarkdown: markdown,
    attachments: view.attachments.map((file) => presentPublicFile(file, links)),
    posts: view.posts.map((post) => presentListedPost(post, links)),
  };
}
