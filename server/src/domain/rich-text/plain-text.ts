// Renders a document as plain text for excerpts, search and notifications: one line per block.

import type { Block, ListItem, RichText } from './document.ts';

export const plainText = (doc: RichText): string => {
  const lines: string[] = [];
  const visit = (block: Block | ListItem): void => {
    switch (block.type) {
      case 'paragraph':
      case 'heading':
      case 'codeBlock':
        lines.push((block.content ?? []).map((node) => (node.type === 'text' ? node.text : '\n')).join(''));
        return;
      case 'image':
        lines.push(block.attrs.alt ?? '');
        return;
      case 'horizontalRule':
        return;
      default:
        for (const child of block.content) visit(child);
    }
  };
  for (const block of doc.content) visit(block);
  return lines.filter((line) => line !== '').join('\n');
};
