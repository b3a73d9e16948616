// Texts as visitors read them.

import type { Attachment } from '../../domain/files/attachment.ts';
import { firstCharacters } from '../../domain/kernel/text.ts';
import { type FileAt, forVisitors, withoutFileAddresses } from '../../domain/rich-text/for-visitors.ts';
import { renderMarkdown } from '../../domain/rich-text/markdown-out.ts';
import { type RichText, renderHtml } from '../../domain/rich-text/rich-text.ts';
import { filePath, type SiteLinks } from './links.ts';

export interface PublicText {
  html: string;
  markdown: string;
}

export function publicText(doc: RichText, files: readonly Attachment[], links: SiteLinks): PublicText {
  const shown = forVisitors(doc, filesAt(files, links));
  return { html: renderHtml(shown), markdown: renderMarkdown(shown) };
}

const fileKeyIn = /\/files\/([0-9A-Za-z]{40})(?:[/?#]|$)/;

/** Finds the files of the same post or entry; every other file of ours stays hidden. */
const filesAt =
  (files: readonly Attachment[], links: SiteLinks): FileAt =>
  (url) => {
    const key = fileKeyIn.exec(url)?.[1];
    if (key === undefined) return 'elsewhere';
    const file = files.find(({ fileKey }) => fileKey === key);
    return file === undefined
      ? 'hidden'
      : { src: links.file(filePath(file)), width: file.width, height: file.height };
  };

/** Longer texts are cut here before anything else is done with them. */
const readHtml = 2_000;
const excerptLength = 240;

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** The start of a rendered text, without markup: parsing the document would cost more than showing the list. */
export function excerptOf(html: string): string {
  const start = html
    .slice(0, readHtml)
    .replace(/<[^>]*$|&[a-z]*$/, '')
    .replace(/<li\b[^>]*>/g, ' • ')
    .replace(/<\/?(?:p|h[1-3]|li|ul|ol|blockquote|pre|br|hr|img)\b[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? '');
  const text = withoutFileAddresses(start).replace(/\s+/g, ' ').trim();
  const short = firstCharacters(text, excerptLength);
  if (short === text && html.length <= readHtml) return text;
  // Not in the middle of a word, where words have spaces.
  return `${short.replace(/\s\S{0,30}$/, '').trimEnd()}…`;
}
