// Renders a document as HTML: only the tags and attributes listed here; everything else is escaped.

import type { Block, Inline, Mark, RichText } from './document.ts';
import { sameMark } from './marks.ts';
import { mentionText } from './mentions.ts';

const markTags: Record<Exclude<Mark['type'], 'link'>, string> = {
  bold: 'strong',
  code: 'code',
  italic: 'em',
  strike: 's',
  underline: 'u',
};

/** Empty for an empty document. */
export const renderHtml = (doc: RichText): string => {
  const [first, second] = doc.content;
  if (first?.type === 'paragraph' && !first.content && !second) return '';
  const out: string[] = [];
  renderBlocks(doc.content, out);
  return out.join('');
};

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const attribute = (name: string, value: string | number | undefined): string =>
  value === undefined ? '' : ` ${name}="${escapeText(String(value)).replaceAll('"', '&quot;')}"`;

/** Recursive: the document's depth is bounded. */
const renderBlocks = (blocks: readonly Block[], out: string[]): void => {
  for (const block of blocks) renderBlock(block, out);
};

const renderBlock = (block: Block, out: string[]): void => {
  switch (block.type) {
    case 'paragraph':
      wrap('p', '', out, () => renderInline(block.content ?? [], out));
      break;
    case 'heading':
      wrap(`h${block.attrs.level}`, '', out, () => renderInline(block.content ?? [], out));
      break;
    case 'blockquote':
      wrap('blockquote', '', out, () => renderBlocks(block.content, out));
      break;
    case 'bulletList':
    case 'orderedList': {
      const start = block.type === 'orderedList' ? attribute('start', block.attrs?.start) : '';
      wrap(block.type === 'orderedList' ? 'ol' : 'ul', start, out, () => {
        for (const item of block.content) wrap('li', '', out, () => renderBlocks(item.content, out));
      });
      break;
    }
    case 'codeBlock': {
      const language = block.attrs && `language-${block.attrs.language}`;
      const code = escapeText((block.content ?? []).map((node) => node.text).join(''));
      out.push(`<pre><code${attribute('class', language)}>${code}</code></pre>`);
      break;
    }
    case 'horizontalRule':
      out.push('<hr>');
      break;
    case 'image': {
      const { src, alt = '', title, width, height } = block.attrs;
      const size = `${attribute('width', width)}${attribute('height', height)}`;
      out.push(
        `<img${attribute('src', src)}${attribute('alt', alt)}${attribute('title', title)}${size} loading="lazy">`,
      );
    }
  }
};

const wrap = (tag: string, attributes: string, out: string[], inside: () => void): void => {
  out.push(`<${tag}${attributes}>`);
  inside();
  out.push(`</${tag}>`);
};

/** Marks shared by neighbors stay open between them, so one link stays one link. */
const renderInline = (nodes: readonly Inline[], out: string[]): void => {
  let open: readonly Mark[] = [];
  const change = (marks: readonly Mark[]): void => {
    let kept = 0;
    for (const mark of open) {
      if (!sameMark(mark, marks[kept])) break;
      kept += 1;
    }
    for (const mark of open.slice(kept).reverse())
      out.push(`</${mark.type === 'link' ? 'a' : markTags[mark.type]}>`);
    for (const mark of marks.slice(kept)) out.push(openingTag(mark));
    open = marks;
  };
  for (const node of nodes) {
    change(node.type === 'text' ? (node.marks ?? []) : []);
    out.push(inlineHtml(node));
  }
  change([]);
};

const inlineHtml = (node: Inline): string => {
  if (node.type === 'mention')
    return `<span${attribute('data-member', node.attrs.memberId)}>${escapeText(mentionText(node))}</span>`;
  return node.type === 'text' ? escapeText(node.text) : '<br>';
};

const openingTag = (mark: Mark): string =>
  mark.type === 'link'
    ? `<a${attribute('href', mark.attrs.href)} rel="nofollow noopener noreferrer">`
    : `<${markTags[mark.type]}>`;
