// Renders a document as plain text: for excerpts, search and notifications one line per block, for readers with blank
// lines between paragraphs.

import type { Block, Image, Inline, ListItem, RichText } from './document.ts';
import { mentionText } from './mentions.ts';

export const plainText = (doc: RichText): string => linesOf(doc.content).join('\n');

/** Reads like the document. Of one that was made from plain text, it is that text; of images, the address. */
export const readableText = (doc: RichText): string =>
  doc.content
    .map((block) => linesOf([block], ({ attrs }) => attrs.alt || attrs.src).join('\n'))
    .filter((text) => text !== '')
    .join('\n\n');

const inlineText = (node: Inline): string => {
  if (node.type === 'mention') return mentionText(node);
  return node.type === 'text' ? node.text : '\n';
};

const linesOf = (
  blocks: readonly Block[],
  ofImage: (image: Image) => string = ({ attrs }) => attrs.alt ?? '',
): string[] => {
  const lines: string[] = [];
  const visit = (block: Block | ListItem): void => {
    switch (block.type) {
      case 'paragraph':
      case 'heading':
      case 'codeBlock':
        lines.push((block.content ?? []).map(inlineText).join(''));
        return;
      case 'image':
        lines.push(ofImage(block));
        return;
      case 'horizontalRule':
        return;
      default:
        for (const child of block.content) visit(child);
    }
  };
  for (const block of blocks) visit(block);
  return lines.filter((line) => line !== '');
};
