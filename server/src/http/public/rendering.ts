// Renders each page, feed and file of text of a site.

import type { SiteReading } from '../../app/site/reading.ts';
import type { Site, SiteAddresses } from '../../domain/site/site.ts';
import { presentPublicEntry } from '../../shapes/site/public-entry.ts';
import { type PublicListedPost, presentListedPost } from '../../shapes/site/public-post.ts';
import { Moved } from './answers.ts';
import {
  changelogContent,
  entryContent,
  feedbackContent,
  postContent,
  roadmapContent,
  similarContent,
} from './contents.ts';
import { asContent, atomOf, type Feed, jsonFeedOf, robotsOf, sitemapOf } from './feeds.ts';
import { styleOf } from './look/style.ts';
import {
  changelogMarkdown,
  entryMarkdown,
  feedbackMarkdown,
  postMarkdown,
  roadmapMarkdown,
} from './markdown.ts';
import { changelogPage, entryPage } from './pages/changelog.ts';
import { composePage } from './pages/compose.ts';
import { feedbackPage, queryOf } from './pages/feedback.ts';
import { inFormat } from './pages/layout.ts';
import { postPage } from './pages/post.ts';
import { roadmapPage } from './pages/roadmap.ts';
import { signInScript } from './pages/sign-in.ts';
import { shownVote, voteUrl } from './pages/votes.ts';
import type { FormKind, Place, PlaceKind } from './places.ts';
import { type AskedQuery, pageAfter, pageNumbered } from './query.ts';
import { script } from './script/script.ts';
import { iconOf, viewOf } from './site-at.ts';
import { type ShownVisitor, type View, withQuery } from './view.ts';

export interface Asked {
  reading: SiteReading;
  site: Site;
  addresses: SiteAddresses;
  place: Place;
  query: AskedQuery;
  /** What the visitor sees of themselves on a page with these posts and things. Undefined if they are not signed in. */
  marksOn: MarksOn | undefined;
}

export type MarksOn = (
  postIds: readonly string[],
  things?: { postId: string; commentIds: readonly string[] },
) => Promise<ShownVisitor>;

type Render = (asked: Asked, view: View) => Promise<string | Moved | undefined>;

const itemsInFeed = 20;
/** Longer texts are cut in feeds. */
const maxContentLength = 50_000;

/** A page in one of its formats; each content is made of public shapes only. */
async function page<Content extends object>(
  { place: { format }, site, marksOn }: Asked,
  view: View,
  content: Content,
  as: {
    html(view: View): string;
    md(): string;
    next: string | null;
    path: string;
    query?: Record<string, string>;
    /** What a visitor may have voted for or written. */
    shows: Parameters<MarksOn>;
  },
): Promise<string> {
  if (format === 'html') return as.html(await forVisitor({ marksOn }, view, ...as.shows));
  if (format === 'md') return as.md();
  const url = withQuery(view.links.file(inFormat(as.path, 'json')), as.query ?? {});
  return JSON.stringify({
    site: { name: view.site.name, description: site.description, url: view.absolute.page('/') },
    ...content,
    next: as.next === null ? null : withQuery(url, { after: as.next }),
  });
}

const forVisitor = async (
  { marksOn }: Pick<Asked, 'marksOn'>,
  view: View,
  ...shown: Parameters<MarksOn>
): Promise<View> => (marksOn === undefined ? view : { ...view, visitor: await marksOn(...shown) });

const blank = { text: '', problem: '' };

const idsOf = (posts: readonly { id: string }[]): string[] => posts.map(({ id }) => id);

const renders: Record<Exclude<PlaceKind, FormKind | 'signIn' | 'mine' | 'logo' | 'file'>, Render> = {
  async feedback(asked, view) {
    const { reading, site, query } = asked;
    const content = await feedbackContent(reading, site, query, view.links);
    const shown = queryOf(query);
    return page(asked, view, content, {
      html: (marked) => feedbackPage(marked, query, content),
      md: () => feedbackMarkdown(view, shown, content),
      next: content.next,
      path: '/',
      shows: [idsOf(content.posts)],
      query: { ...shown, after: '' },
    });
  },

  async similar(asked, view) {
    const { reading, site, query } = asked;
    const posts = await similarContent(reading, site, query.q, view.links);
    const marked = await forVisitor(asked, view, idsOf(posts));
    return JSON.stringify({
      label: posts.length === 0 ? view.texts.doing.noneSimilar : view.texts.doing.similar(posts.length),
      posts: posts.map((post) => similarPost(marked, post)),
    });
  },

  async compose(asked, view) {
    const { reading, site, query } = asked;
    const similar = await similarContent(reading, site, query.title, view.links);
    const marked = await forVisitor(asked, view, idsOf(similar));
    return composePage(marked, { ...blank, title: query.title, follows: site.followOnVote }, similar);
  },

  async post(asked, view) {
    const { reading, site, place, query } = asked;
    const content = await postContent(reading, site, { id: place.id, after: query.after }, view.links);
    if (content === undefined) return undefined;
    const path = `/posts/${'movedTo' in content ? content.movedTo : place.id}`;
    if ('movedTo' in content)
      return new Moved(
        place.format === 'html' ? view.links.page(path) : view.links.file(`${path}.${place.format}`),
      );
    return page(asked, view, content, {
      html: (marked) => postPage(marked, query.after, content),
      md: () => postMarkdown(view, content),
      next: content.next,
      path,
      shows: [[place.id], { postId: place.id, commentIds: idsOf(content.comments) }],
    });
  },

  async roadmap(asked, view) {
    const content = await roadmapContent(asked.reading, asked.site, view.links);
    return page(asked, view, content, {
      html: (marked) => roadmapPage(marked, content),
      md: () => roadmapMarkdown(view, content),
      next: null,
      path: '/roadmap',
      shows: [[]],
    });
  },

  async changelog(asked, view) {
    const { reading, site, query } = asked;
    const content = await changelogContent(reading, site, query.after, view.links);
    return page(asked, view, content, {
      html: (marked) => changelogPage(marked, query.after, content),
      md: () => changelogMarkdown(view, content),
      next: content.next,
      path: '/changelog',
      shows: [[]],
    });
  },

  async entry(asked, view) {
    const entry = await entryContent(asked.reading, asked.site, asked.place.id, view.links);
    if (entry === undefined) return undefined;
    return page(
      asked,
      view,
      { entry },
      {
        html: (marked) => entryPage(marked, entry),
        md: () => entryMarkdown(view, entry),
        next: null,
        path: `/changelog/${encodeURIComponent(entry.slug)}`,
        shows: [idsOf(entry.posts)],
      },
    );
  },

  async feedbackFeed({ reading, site, place }, view) {
    const page = pageAfter('', 'recent', itemsInFeed);
    const found = await reading.feedback(site, { text: '', sort: 'new', status: '', type: '', page });
    return feed(place, view, {
      title: view.site.name,
      description: view.site.description,
      pageUrl: view.absolute.page('/'),
      feedUrl: view.absolute.file(`/feed.${place.format}`),
      items: found.posts.items.map((listed) => {
        const { url, title, excerpt, status, createdAt, updatedAt } = presentListedPost(listed, view.links);
        return {
          url,
          title,
          content: asContent(excerpt),
          tags: [status.name],
          publishedAt: createdAt,
          updatedAt,
        };
      }),
    });
  },

  async changelogFeed({ reading, site, place }, view) {
    const found = await reading.changelog(site, pageNumbered('', itemsInFeed));
    return feed(place, view, {
      title: `${view.texts.changelog} · ${view.site.name}`,
      description: '',
      pageUrl: view.absolute.page('/changelog'),
      feedUrl: view.absolute.file(`/changelog/feed.${place.format}`),
      items: found.items.map((entry) => {
        const shown = presentPublicEntry(entry, view.links);
        const at = shown.publishedAt ?? '';
        const isLong = shown.contentHtml.length > maxContentLength;
        return {
          url: shown.url,
          title: shown.title,
          content: isLong ? asContent(shown.excerpt) : shown.contentHtml,
          tags: shown.labels,
          publishedAt: at,
          updatedAt: at,
        };
      }),
    });
  },

  sitemap: async ({ reading, site }, view) => sitemapOf(view, reading.sitemap(site)),
  robots: async (_asked, view) => robotsOf(view),
  style: async ({ site }) => styleOf(site.accentColor),
  script: async () => script,
  icon: async ({ site }) => iconOf(site),
  signInScript: async () => signInScript,
};

/** As the script shows it. */
const similarPost = (view: View, post: PublicListedPost) => ({
  id: post.id,
  url: post.url,
  title: post.title,
  status: post.status,
  voteUrl: voteUrl(view, post),
  ...shownVote(view, post, view.visitor?.voted.has(post.id) === true),
});

const feed = ({ format }: Place, view: View, content: Feed): string =>
  format === 'xml' ? atomOf(view, content) : jsonFeedOf(view, content);

export type RenderedKind = keyof typeof renders;
export const isRendered = (kind: PlaceKind): kind is RenderedKind => kind in renders;

export const rendered = (kind: RenderedKind, asked: Asked): Promise<string | Moved | undefined> =>
  renders[kind](asked, viewOf(asked.site, asked.addresses, asked.query.lang, isForPrograms(asked.place)));

/** They need whole addresses. What the script asks for is part of a page. */
const isForPrograms = ({ kind, format }: Place): boolean => format !== 'html' && kind !== 'similar';
