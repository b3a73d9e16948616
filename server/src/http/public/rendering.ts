// Renders each page, feed and file of text of a site.

import type { VisitorCaller } from '../../app/kernel/change.ts';
import type { SiteReading } from '../../app/site/reading.ts';
import type { Site, SiteAddresses } from '../../domain/site/site.ts';
import { presentPublicEntry } from '../../shapes/site/public-entry.ts';
import { presentListedPost } from '../../shapes/site/public-post.ts';
import { Moved } from './answers.ts';
import { changelogContent, entryContent, feedbackContent, postContent, roadmapContent } from './contents.ts';
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
import { feedbackPage, queryOf } from './pages/feedback.ts';
import { inFormat } from './pages/layout.ts';
import { postPage } from './pages/post.ts';
import { roadmapPage } from './pages/roadmap.ts';
import { signInScript } from './pages/sign-in.ts';
import type { Place, PlaceKind } from './places.ts';
import { type AskedQuery, pageAfter, pageNumbered } from './query.ts';
import { iconOf, viewOf } from './site-at.ts';
import { type View, withQuery } from './view.ts';

export interface Asked {
  reading: SiteReading;
  site: Site;
  addresses: SiteAddresses;
  place: Place;
  query: AskedQuery;
  /** Who has signed in. */
  visitor: VisitorCaller | undefined;
}

type Render = (asked: Asked, view: View) => Promise<string | Moved | undefined>;

const itemsInFeed = 20;
/** Longer texts are cut in feeds. */
const maxContentLength = 50_000;

/** A page in one of its formats; each content is made of public shapes only. */
async function page<Content extends object>(
  { place: { format }, site }: Asked,
  view: View,
  content: Content,
  as: { html(): string; md(): string; next: string | null; path: string; query?: Record<string, string> },
): Promise<string> {
  if (format === 'html') return as.html();
  if (format === 'md') return as.md();
  const url = withQuery(view.links.file(inFormat(as.path, 'json')), as.query ?? {});
  return JSON.stringify({
    site: { name: view.site.name, description: site.description, url: view.absolute.page('/') },
    ...content,
    next: as.next === null ? null : withQuery(url, { after: as.next }),
  });
}

const renders: Record<Exclude<PlaceKind, 'logo' | 'file' | 'signIn' | 'signOut'>, Render> = {
  async feedback(asked, view) {
    const { reading, site, query } = asked;
    const content = await feedbackContent(reading, site, query, view.links);
    const shown = queryOf(query);
    return page(asked, view, content, {
      html: () => feedbackPage(view, query, content),
      md: () => feedbackMarkdown(view, shown, content),
      next: content.next,
      path: '/',
      query: { ...shown, after: '' },
    });
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
      html: () => postPage(view, query.after, content),
      md: () => postMarkdown(view, content),
      next: content.next,
      path,
    });
  },

  async roadmap(asked, view) {
    const content = await roadmapContent(asked.reading, asked.site, view.links);
    return page(asked, view, content, {
      html: () => roadmapPage(view, content),
      md: () => roadmapMarkdown(view, content),
      next: null,
      path: '/roadmap',
    });
  },

  async changelog(asked, view) {
    const { reading, site, query } = asked;
    const content = await changelogContent(reading, site, query.after, view.links);
    return page(asked, view, content, {
      html: () => changelogPage(view, query.after, content),
      md: () => changelogMarkdown(view, content),
      next: content.next,
      path: '/changelog',
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
        html: () => entryPage(view, entry),
        md: () => entryMarkdown(view, entry),
        next: null,
        path: `/changelog/${encodeURIComponent(entry.slug)}`,
      },
    );
  },

  async feedbackFeed({ reading, site, place }, view) {
    const page = pageAfter('', 'new', itemsInFeed);
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
  icon: async ({ site }) => iconOf(site),
  signInScript: async () => signInScript,
};

const feed = ({ format }: Place, view: View, content: Feed): string =>
  format === 'xml' ? atomOf(view, content) : jsonFeedOf(view, content);

export type RenderedKind = keyof typeof renders;
export const isRendered = (kind: PlaceKind): kind is RenderedKind => kind in renders;

export const rendered = (kind: RenderedKind, asked: Asked): Promise<string | Moved | undefined> =>
  renders[kind](asked, viewOf(asked.site, asked.addresses, asked.query.lang, asked.place.format !== 'html'));
