// What a page of a site holds, ready for each of its formats.

import type { VisitorCaller } from '../../app/kernel/change.ts';
import type { SiteReading } from '../../app/site/reading.ts';
import type { Wiring } from '../../app/wiring.ts';
import { toIso } from '../../domain/kernel/clock.ts';
import { withoutFileAddresses } from '../../domain/rich-text/for-visitors.ts';
import { feedbackOrders } from '../../domain/site/reading.ts';
import type { Site } from '../../domain/site/site.ts';
import type { MineItem, Submission } from '../../domain/site/submission.ts';
import type { SiteLinks } from '../../shapes/site/links.ts';
import { type PublicEntry, presentListedEntry, presentPublicEntry } from '../../shapes/site/public-entry.ts';
import {
  type PublicListedPost,
  presentListedPost,
  presentPublicComment,
  presentPublicPost,
  presentPublicStatus,
  presentPublicType,
} from '../../shapes/site/public-post.ts';
import type { ChangelogContent } from './pages/changelog.ts';
import type { FeedbackChoice, FeedbackContent } from './pages/feedback.ts';
import type { MineContent } from './pages/mine.ts';
import type { PostContent } from './pages/post.ts';
import type { RoadmapContent } from './pages/roadmap.ts';
import { type AskedQuery, nextIn, pageAfter, pageNumbered } from './query.ts';
import type { ShownSubmission, ShownVisitor } from './view.ts';

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
  const { order } = feedbackOrders[sort];
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

export const similarContent = async (
  reading: SiteReading,
  site: Site,
  text: string,
  links: SiteLinks,
): Promise<PublicListedPost[]> =>
  (await reading.similar(site, text)).map((post) => presentListedPost(post, links));

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
    comments: view.comments.items.map((comment) => presentPublicComment(comment, view.attachments, links)),
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

/** What visitors can do, for real or in a rehearsal. */
export type ForVisitors = Pick<Wiring, 'visiting' | 'visitorMail'>;

/** What the visitor sees of themselves: what they sent, voted for and follow. */
export async function mineContent(
  { visiting, visitorMail }: ForVisitors,
  visitor: VisitorCaller,
  { after, votesAfter, followsAfter }: Pick<AskedQuery, 'after' | 'votesAfter' | 'followsAfter'>,
  links: SiteLinks,
): Promise<MineContent> {
  const [{ sent, votes, follows }, mail] = await Promise.all([
    visiting.mine(visitor, {
      sent: pageAfter(after, 'sent', postsAPage),
      votes: pageAfter(votesAfter, 'recent', postsAPage),
      follows: pageAfter(followsAfter, 'recent', postsAPage),
    }),
    visitorMail.settingsOf(visitor),
  ]);
  return {
    sent: sent.items.map((item) => shownSubmission(item, links)),
    votes: votes.items.map((post) => presentListedPost(post, links)),
    follows: follows.items.map((post) => presentListedPost(post, links)),
    mail,
    nextSent: nextIn('sent', sent.next),
    nextVotes: nextIn('recent', votes.next),
    nextFollows: nextIn('recent', follows.next),
  };
}

/** What the visitor sees of themselves on any page. */
export async function shownVisitor(
  { visiting, visitorMail }: ForVisitors,
  visitor: VisitorCaller,
  name: string | null,
  postIds: readonly string[],
): Promise<ShownVisitor> {
  const [marks, reach, isSubscribed] = await Promise.all([
    visiting.marksOn(visitor, postIds),
    visitorMail.reachOf(visitor),
    visitorMail.isSubscribed(visitor),
  ]);
  const isRehearsal = visitor.mode === 'test';
  return { name: name ?? '', isRehearsal, reach, isSubscribed, ...marks, own: new Set(), waiting: [] };
}

/** On the page of a post: also what they wrote there. */
export async function shownAuthor(
  { visiting }: ForVisitors,
  visitor: VisitorCaller,
  shown: ShownVisitor,
  things: { postId: string; commentIds: readonly string[] },
): Promise<ShownVisitor> {
  const sent = await visiting.sentTo(visitor, things);
  const published = sent.filter(({ state }) => state === 'approved');
  return {
    ...shown,
    own: new Set(published.flatMap(({ commentId, postId }) => commentId ?? postId ?? [])),
    waiting: sent
      .filter(({ state }) => state === 'waiting')
      .map((submission) => presentSubmission(submission, null, '')),
  };
}

const shownSubmission = ({ submission, post, comment }: MineItem, links: SiteLinks): ShownSubmission =>
  presentSubmission(
    submission,
    post && presentListedPost(post, links),
    comment === null ? '' : withoutFileAddresses(comment.content),
  );

/** `published`: the text, if it is where it was published. */
const presentSubmission = (
  { id, kind, state, title, content, reason, createdAt }: Submission,
  post: PublicListedPost | null,
  published: string,
): ShownSubmission => ({
  ...{ id, kind, state, post },
  title: title ?? '',
  text: content ?? published,
  reason: reason ?? '',
  createdAt: toIso(createdAt),
});
