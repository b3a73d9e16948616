// What was written, without the empty paragraphs at the end: the editor keeps one there to go on writing in. Pure.

interface Block {
  type?: string;
  content?: readonly unknown[];
}

const isEmpty = ({ type, content = [] }: Block) => type === 'paragraph' && content.length === 0;

export function writtenDocument<T extends { content?: Block[] }>(document: T): T {
  const content = [...(document.content ?? [])];
  while (content.length > 0 && isEmpty(content.at(-1) ?? {})) content.pop();
  return { ...document, content };
}
