// What a page of a site holds, ready for each of its formats.

import type { SiteReading } from '../../app/site/reading.ts';
import type { Site } from '../../domain/site/site.ts';
import type { SiteLinks } from '../../shapes/site/links.ts';
import { type PublicEntry, presentListedEntry, presentPublicEntry } from '../../shapes/site/public-entry.ts';
import {
  presentListedPost,
  presentPublicComment,
  presentPublicPost,
  presentPublicStatus,
  presentPublicType,
} from '../../shapes/site/public-post.ts';
import type { ChangelogContent } from './pages/changelog.ts';
import type { FeedbackChoice, FeedbackContent } from './pages/feedback.ts';
import type { PostContent } from './pages/post.ts';
import type { RoadmapContent } from './pages/roadmap.ts';
import { nextIn, pageAfter, pageNumbered } from './query.ts';

const postsAPage = 20;
const commentsAPage = 50;
const entriesAPage = 10;

export async function feedbackContent(
  reading: SiteReading,
  site: Site,
  choice: FeedbackChoice,
  links: SiteLinks,
): Promise<FeedbackContent> {
  const { q, sort, status, type, after } = choice;
  const order = sort === 'top' ? 'top' : 'new';
  const page = pageAfter(after, order, postsAPage, true);
  const { posts, statuses, types } = await reading.feedback(site, { text: q, sort, status, type, page });
  return {
    posts: posts.items.map((post) => presentListedPost(post, links)),
    total: posts.total?.count ?? posts.items.length,
    totalIsMore: posts.total?.isMore ?? false,
    next: nextIn(order, posts.next),
    statuses: statuses.map(presentPublicStatus),
    types: types.map(presentPublicType),
  };
}

export async function postContent(
  reading: SiteReading,
  site: Site,
  { id, after }: { id: string; after: string },
  links: SiteLinks,
): Promise<PostContent | { movedTo: string } | undefined> {
  const view = await reading.post(site, id, pageAfter(after, 'comments', commentsAPage));
  if (view === undefined || 'movedTo' in view) return view;
  return {
    post: presentPublicPost(view, links),
    comments: view.comments.items.map(presentPublicComment),
    next: nextIn('comments', view.comments.next),
  };
}

export async function roadmapContent(
  reading: SiteReading,
  site: Site,
  links: SiteLinks,
): Promise<RoadmapContent> {
  const columns = await reading.roadmap(site);
  return {
    columns: columns.map(({ stage, posts }) => ({
      stage,
      posts: posts.items.map((post) => presentListedPost(post, links)),
      hasMore: posts.hasMore,
    })),
  };
}

export async function changelogContent(
  reading: SiteReading,
  site: Site,
  after: string,
  links: SiteLinks,
): Promise<ChangelogContent> {
  const found = await reading.changelog(site, pageNumbered(after, entriesAPage));
  return {
    entries: found.items.map((entry) => presentListedEntry(entry, links)),
    next: found.hasMore ? String(found.cursor) : null,
  };
}

export async function entryContent(
  reading: SiteReading,
  site: Site,
  slug: string,
  links: SiteLinks,
): Promise<PublicEntry | undefined> {
  const view = await reading.entry(site, slug);
  return view && presentPublicEntry(view, links);
}
