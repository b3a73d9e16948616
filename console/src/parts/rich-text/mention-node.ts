// A member who is mentioned in a note: one piece of text that is there as a whole or not at all.

import { mergeAttributes, Node } from '@tiptap/core';

export const MentionNode = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes() {
    return { memberId: { default: null }, label: { default: '' } };
  },
  // Only what is picked here is a mention: text that is pasted has none.
  parseHTML: () => [],
  renderHTML({ node, HTMLAttributes }) {
    const attributes = mergeAttributes(HTMLAttributes, { 'data-member': String(node.attrs.memberId) });
    return ['span', attributes, `@${String(node.attrs.label)}`];
  },
  renderText: ({ node }) => `@${String(node.attrs.label)}`,
});
