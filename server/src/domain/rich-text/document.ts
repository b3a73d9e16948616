// Rich text: a ProseMirror document within TipTap's StarterKit schema, and its limits. Anything outside these types
// cannot be stored, and so cannot be rendered.

export const maxInputBytes = 100 * 1024;
/** Small input can grow: thousands of list items, or one long URL used many times. */
export const maxDocumentBytes = 400 * 1024;
/** Of a document that is read back: its size is estimated while it is built, and its JSON may be longer. */
export const maxStoredBytes = 2 * maxDocumentBytes;
/** Nodes from a top-level block down to a text, inclusive. */
export const maxDepth = 32;
/** A paragraph or heading and its text take the last two levels. */
export const maxContainers = maxDepth - 2;

export interface LinkMark {
  type: 'link';
  attrs: { href: string };
}

export interface PlainMark {
  type: 'bold' | 'code' | 'italic' | 'strike' | 'underline';
}

export type Mark = LinkMark | PlainMark;

export interface TextNode {
  type: 'text';
  marks?: Mark[];
  text: string;
}

export interface HardBreak {
  type: 'hardBreak';
}

/** A member of the team, in private notes only. Elsewhere it is the label as text. */
export interface Mention {
  type: 'mention';
  attrs: { memberId: string; label: string };
}

export type Inline = TextNode | HardBreak | Mention;

export interface Paragraph {
  type: 'paragraph';
  content?: Inline[];
}

export type HeadingLevel = 1 | 2 | 3;

export interface Heading {
  type: 'heading';
  attrs: { level: HeadingLevel };
  content?: Inline[];
}

export interface CodeBlock {
  type: 'codeBlock';
  attrs?: { language: string };
  content?: TextNode[];
}

export interface HorizontalRule {
  type: 'horizontalRule';
}

export interface Image {
  type: 'image';
  /** The size is that of the stored file. It is known when a document is shown, and never stored. */
  attrs: { src: string; alt?: string; title?: string; width?: number; height?: number };
}

export interface ListItem {
  type: 'listItem';
  content: Block[];
}

export interface BulletList {
  type: 'bulletList';
  content: ListItem[];
}

export interface OrderedList {
  type: 'orderedList';
  attrs?: { start: number };
  content: ListItem[];
}

export interface Blockquote {
  type: 'blockquote';
  content: Block[];
}

export type Block =
  | Paragraph
  | Heading
  | CodeBlock
  | HorizontalRule
  | Image
  | BulletList
  | OrderedList
  | Blockquote;

export interface RichText {
  type: 'doc';
  content: Block[];
}

export const emptyRichText: RichText = { type: 'doc', content: [{ type: 'paragraph' }] };

/** Headings 4 to 6 become 3; anything else is not a heading. */
export const headingLevelOf = (level: unknown): HeadingLevel | undefined => {
  if (level === 1 || level === 2 || level === 3) return level;
  return level === 4 || level === 5 || level === 6 ? 3 : undefined;
};

/** The start of an ordered list; undefined for 1, the default, and for invalid values. */
export const listStartOf = (start: unknown): number | undefined =>
  typeof start === 'number' && Number.isInteger(start) && start > 1 && start < 1e9 ? start : undefined;

export const codeLanguageOf = (language: unknown): string | undefined =>
  typeof language === 'string' && /^[A-Za-z0-9_+#.-]{1,32}$/.test(language) ? language : undefined;
