// What is typed after an @, and documents without mentions. Pure.

import type { RichText } from '@earshot/client';

type Block = RichText['content'][number];

/** The beginning of a name after an @ that starts a word; undefined if there is none. */
export const mentionIn = (before: string): string | undefined =>
  /(?:^|\s)@([\p{L}\p{N}][\p{L}\p{N} ._'-]{0,39}|)$/u.exec(before)?.[1];

/** Only notes mention members: elsewhere a mention is the name. */
export function withoutMentions(document: RichText): RichText {
  const plain = (block: Block): Block => {
    if (block.type === 'mention') return { type: 'text', text: `@${String(block.attrs?.label ?? '')}` };
    return block.content === undefined ? block : { ...block, content: block.content.map(plain) };
  };
  return { ...document, content: document.content.map(plain) };
}
