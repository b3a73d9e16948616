// Atom and JSON feeds, and the sitemap. All addresses in them are absolute.

import { toIso } from '../../domain/kernel/clock.ts';
import { escaped, type Html, html } from '../../domain/kernel/html.ts';
import type { SitemapEntry } from '../../domain/site/reading.ts';
import type { View } from './view.ts';

export interface FeedItem {
  url: string;
  title: string;
  /** As HTML. */
  content: string;
  tags: string[];
  publishedAt: string;
  updatedAt: string;
}

export interface Feed {
  title: string;
  description: string;
  /** Of the page that it follows, and its own. */
  pageUrl: string;
  feedUrl: string;
  items: FeedItem[];
}

/** A feed without items has to have a time, too. */
const beginning = toIso(0);

const newestOf = (items: readonly FeedItem[]): string =>
  items.reduce((newest, { updatedAt }) => (updatedAt > newest ? updatedAt : newest), beginning);

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML can't contain them, not even escaped.
const forbidden = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

const xml = (document: Html): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${document.text.toWellFormed().replace(forbidden, '')}\n`;

export const atomOf = (
  { site, texts }: View,
  { title, description, pageUrl, feedUrl, items }: Feed,
): string =>
  xml(html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${texts.locale}">
<title>${title}</title>
${description !== '' && html`<subtitle>${description}</subtitle>\n`}<id>${pageUrl}</id>
<link rel="alternate" type="text/html" href="${pageUrl}"/>
<link rel="self" type="application/atom+xml" href="${feedUrl}"/>
<updated>${newestOf(items)}</updated>
<author><name>${site.name}</name></author>
${items.map(
  (item) => html`<entry>
<title>${item.title}</title>
<id>${item.url}</id>
<link rel="alternate" type="text/html" href="${item.url}"/>
<published>${item.publishedAt}</published>
<updated>${item.updatedAt}</updated>
${item.tags.map((tag) => html`<category term="${tag}"/>\n`)}<content type="html">${item.content}</content>
</entry>
`,
)}</feed>`);

export const jsonFeedOf = ({ texts, site }: View, feed: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    ...(feed.description !== '' && { description: feed.description }),
    home_page_url: feed.pageUrl,
    feed_url: feed.feedUrl,
    language: texts.locale,
    authors: [{ name: site.name }],
    items: feed.items.map(({ url, title, content, tags, publishedAt, updatedAt }) => ({
      id: url,
      url,
      title,
      content_html: content,
      date_published: publishedAt,
      date_modified: updatedAt,
      ...(tags.length > 0 && { tags }),
    })),
  });

/** Text as the HTML content of an item. */
export const asContent = (text: string): string => `<p>${escaped(text)}</p>`;

export async function sitemapOf({ absolute }: View, entries: AsyncIterable<SitemapEntry[]>): Promise<string> {
  const urls = ['/', '/roadmap', '/changelog'].map((path) => urlOf(absolute.page(path), null));
  for await (const some of entries) {
    for (const { path, at } of some) urls.push(urlOf(absolute.page(path), at));
  }
  return `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
}

const urlOf = (url: string, at: number | null): string =>
  `<url><loc>${escaped(url)}</loc>${at === null ? '' : `<lastmod>${toIso(at)}</lastmod>`}</url>\n`;

export const robotsOf = ({ absolute }: View): string =>
  `User-agent: *\nAllow: /\nSitemap: ${absolute.file('/sitemap.xml')}\n`;
