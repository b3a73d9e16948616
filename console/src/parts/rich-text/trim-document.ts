// Removes empty paragraphs at the end of a document; the editor always keeps one there. Pure.

interface Block {
  type?: string;
  content?: readonly unknown[];
}

const isEmpty = ({ type, content = [] }: Block) => type === 'paragraph' && content.length === 0;

export function trimDocument<T extends { content?: Block[] }>(document: T): T {
  const content = [...(document.content ?? [])];
  while (content.length > 0 && isEmpty(content.at(-1) ?? {})) content.pop();
  return { ...document, content };
}
