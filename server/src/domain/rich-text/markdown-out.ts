// Renders a document as Markdown, for readers that are programs.

import type { Block, Inline, Mark, RichText } from './document.ts';
import { mentionText } from './mentions.ts';

export const renderMarkdown = (doc: RichText): string => blocksOf(doc.content).join('\n\n');

/** What would be markup in a text. */
const special = /[\\`*_[\]<>#|~!]/g;

/** A single line of Markdown that shows this text. */
export const markdownText = (text: string): string => text.replace(/\s+/g, ' ').replace(special, '\\$&');

const blocksOf = (blocks: readonly Block[]): string[] => blocks.map(blockOf).filter((text) => text !== '');

function blockOf(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return afterMarker(inlineOf(block.content ?? []));
    case 'heading':
      return `${'#'.repeat(block.attrs.level)} ${inlineOf(block.content ?? []).replaceAll('\n', ' ')}`;
    case 'codeBlock': {
      const code = (block.content ?? []).map(({ text }) => text).join('');
      // A fence longer than any in the code.
      const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(([run]) => run.length + 1)));
      return `${fence}${block.attrs?.language ?? ''}\n${code}\n${fence}`;
    }
    case 'horizontalRule':
      return '---';
    case 'image':
      return `![${markdownText(block.attrs.alt ?? '')}](<${block.attrs.src}>)`;
    case 'blockquote':
      return prefixed(blocksOf(block.content).join('\n\n'), '> ', '> ');
    default: {
      const start = block.type === 'orderedList' ? (block.attrs?.start ?? 1) : undefined;
      return block.content
        .map((item, index) => {
          const marker = start === undefined ? '- ' : `${start + index}. `;
          return prefixed(blocksOf(item.content).join('\n\n'), marker, ' '.repeat(marker.length));
        })
        .join('\n');
    }
  }
}

const prefixed = (text: string, first: string, others: string): string =>
  text
    .split('\n')
    .map((line, index) => (line === '' ? others.trimEnd() : (index === 0 ? first : others) + line))
    .join('\n');

/** A line that begins like a list item, or like the underline of a heading, would become one. */
const afterMarker = (text: string): string =>
  text.replace(/^(\s*)([-+=])/gm, '$1\\$2').replace(/^(\s*\d+)([.)])/gm, '$1\\$2');

const inlineOf = (nodes: readonly Inline[]): string =>
  nodes
    .map((node) => {
      if (node.type === 'mention') return markedUp(mentionText(node), []);
      return node.type === 'text' ? markedUp(node.text, node.marks ?? []) : '\\\n';
    })
    .join('');

const around: Record<Exclude<Mark['type'], 'link' | 'code' | 'underline'>, string> = {
  bold: '**',
  italic: '*',
  strike: '~~',
};

function markedUp(text: string, marks: readonly Mark[]): string {
  const isCode = marks.some(({ type }) => type === 'code');
  // Spaces stay outside: `** text**` is not bold.
  const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  if (inner === '') return text;
  let marked = isCode ? codeSpan(inner) : inner.replace(special, '\\$&');
  for (const mark of marks) {
    if (mark.type === 'link') marked = `[${marked}](<${mark.attrs.href}>)`;
    else if (mark.type !== 'code' && mark.type !== 'underline')
      marked = `${around[mark.type]}${marked}${around[mark.type]}`;
  }
  return before + marked + after;
}

function codeSpan(text: string): string {
  const fence = '`'.repeat(1 + Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)));
  const isEdge = text.startsWith('`') || text.endsWith('`');
  return isEdge ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}
