// Rewrites a document for pages that everyone can read. Their files are served at addresses that are judged on each
// request, so the unguessable address of a file never appears; images of other hosts would tell those hosts who reads
// what, so they become links.

import type { Block, HeadingLevel, Inline, ListItem, Mark, RichText } from './document.ts';
import { asText } from './mentions.ts';

export interface ShownFile {
  src: string;
  width: number | null;
  height: number | null;
}

/** How a URL is shown: as a file of the page, not at all because it is some other file of ours, or as it is. */
export type FileAt = (url: string) => ShownFile | 'hidden' | 'elsewhere';

export const forVisitors = (doc: RichText, fileAt: FileAt): RichText => ({
  type: 'doc',
  content: blocksOf(doc.content, fileAt),
});

/** A text that a visitor sent: no picture of it is loaded from anywhere, by readers or by the team. */
export const picturesAsLinks = (doc: RichText): RichText => ({
  type: 'doc',
  content: withoutPictures(doc.content),
});

const withoutPictures = (blocks: readonly Block[]): Block[] =>
  blocks.map((block) => {
    switch (block.type) {
      case 'image':
        return linkTo(block.attrs);
      case 'blockquote':
        return { ...block, content: withoutPictures(block.content) };
      case 'bulletList':
      case 'orderedList':
        return {
          ...block,
          content: block.content.map((item) => ({ ...item, content: withoutPictures(item.content) })),
        };
      default:
        return block;
    }
  });

const linkTo = ({ src, alt = '' }: { src: string; alt?: string }): Block => ({
  type: 'paragraph',
  content: [
    {
      type: 'text',
      text: withoutFileAddresses(alt === '' ? src : alt),
      marks: [{ type: 'link', attrs: { href: src } }],
    },
  ],
});

/** The address of a file of ours, on any host: its key is a path segment of 40 or more characters. */
const fileAddress = /(?:https?:\/\/[^\s/<>"']*)?[^\s<>"']*\/files\/[\w-]{40,}(?:\/[^\s<>"')]*)?/g;

/** The text without addresses of files. */
export const withoutFileAddresses = (text: string): string =>
  text.includes('/files/') ? text.replace(fileAddress, '…') : text;

const blocksOf = (blocks: readonly Block[], fileAt: FileAt): Block[] =>
  blocks.flatMap((block) => blockOf(block, fileAt) ?? []);

function blockOf(block: Block, fileAt: FileAt): Block | undefined {
  switch (block.type) {
    case 'paragraph':
      return { ...block, ...inlineOf(block, fileAt) };
    case 'heading':
      // The title of the page is the only heading of the first level.
      return {
        ...block,
        attrs: { level: Math.min(block.attrs.level + 1, 3) as HeadingLevel },
        ...inlineOf(block, fileAt),
      };
    case 'codeBlock':
      return block.content === undefined
        ? block
        : {
            ...block,
            content: block.content.map((node) => ({ ...node, text: withoutFileAddresses(node.text) })),
          };
    case 'horizontalRule':
      return block;
    case 'image':
      return imageOf(block.attrs, fileAt);
    case 'blockquote':
      return { ...block, content: blocksOf(block.content, fileAt) };
    default:
      return { ...block, content: block.content.map((item) => itemOf(item, fileAt)) };
  }
}

const itemOf = (item: ListItem, fileAt: FileAt): ListItem => ({
  ...item,
  content: blocksOf(item.content, fileAt),
});

function imageOf(
  { src, alt = '', title }: { src: string; alt?: string; title?: string },
  fileAt: FileAt,
): Block | undefined {
  const file = fileAt(src);
  if (file === 'hidden') return undefined;
  if (file !== 'elsewhere') {
    const { width, height } = file;
    const size = width === null || height === null ? {} : { width, height };
    return {
      type: 'image',
      attrs: { src: file.src, alt, ...(title !== undefined && { title }), ...size },
    };
  }
  return linkTo({ src, alt });
}

function inlineOf({ content }: { content?: Inline[] }, fileAt: FileAt): { content?: Inline[] } {
  return content === undefined
    ? {}
    : {
        content: content.map((given) => {
          const node = given.type === 'mention' ? asText(given) : given;
          return node.type === 'text'
            ? {
                ...node,
                text: withoutFileAddresses(node.text),
                ...(node.marks && { marks: node.marks.flatMap((mark) => markOf(mark, fileAt)) }),
              }
            : node;
        }),
      };
}

function markOf(mark: Mark, fileAt: FileAt): Mark[] {
  if (mark.type !== 'link') return [mark];
  const file = fileAt(mark.attrs.href);
  if (file === 'hidden') return [];
  return file === 'elsewhere' ? [mark] : [{ type: 'link', attrs: { href: file.src } }];
}
