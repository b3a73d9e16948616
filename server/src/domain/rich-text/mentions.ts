// Who is mentioned in a document.

import type { Block, Inline, ListItem, Mention, RichText, TextNode } from './document.ts';

export const mentionText = ({ attrs }: Mention): string => `@${attrs.label}`;

/** By member, with the label. */
export function mentionsIn(doc: RichText): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (block: Block | ListItem): void => {
    if (block.type === 'paragraph' || block.type === 'heading') {
      for (const node of block.content ?? [])
        if (node.type === 'mention') found.set(node.attrs.memberId, node.attrs.label);
    } else if (hasBlocks(block)) {
      for (const child of block.content) visit(child);
    }
  };
  for (const block of doc.content) visit(block);
  return found;
}

/** Names members as given; whoever has no name there is not mentioned any more, and their label is text. */
export const withMentions = (doc: RichText, names: ReadonlyMap<string, string>): RichText => ({
  ...doc,
  content: doc.content.map((block) => blockWith(block, names)),
});

const hasBlocks = (block: Block | ListItem) =>
  block.type === 'blockquote' ||
  block.type === 'bulletList' ||
  block.type === 'orderedList' ||
  block.type === 'listItem';

function blockWith<Node extends Block | ListItem>(block: Node, names: ReadonlyMap<string, string>): Node {
  if (block.type === 'paragraph' || block.type === 'heading')
    return block.content === undefined
      ? block
      : { ...block, content: block.content.map((node) => inlineWith(node, names)) };
  if (!hasBlocks(block)) return block;
  const children: readonly (Block | ListItem)[] = block.content;
  return { ...block, content: children.map((child) => blockWith(child, names)) };
}

function inlineWith(node: Inline, names: ReadonlyMap<string, string>): Inline {
  if (node.type !== 'mention') return node;
  const { memberId } = node.attrs;
  const label = names.get(memberId);
  return label === undefined ? asText(node) : { type: 'mention', attrs: { memberId, label } };
}

export const asText = (mention: Mention): TextNode => ({ type: 'text', text: mentionText(mention) });
