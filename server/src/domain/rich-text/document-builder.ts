// Builds a document that fits TipTap's content model from blocks and text in reading order. Content that does not
// fit is wrapped, split or flattened, never rejected. The readers of all formats use it, so they need not know the
// model.

import type {
  Block,
  Blockquote,
  BulletList,
  Heading,
  Image,
  Inline,
  ListItem,
  Mark,
  Mention,
  OrderedList,
  Paragraph,
  RichText,
} from './document.ts';
import { maxContainers, maxDocumentBytes } from './document.ts';
import { sameMarks, tidyMarks } from './marks.ts';
import { mentionText } from './mentions.ts';
import { tooMuchMarkup } from './refusals.ts';

export type Container = Blockquote | BulletList | OrderedList | ListItem;
type Textblock = Paragraph | Heading;

/** What only some documents may have. */
export interface Allowed {
  mentions?: boolean;
}

const isList = (node: Container | RichText | undefined): node is BulletList | OrderedList =>
  node?.type === 'bulletList' || node?.type === 'orderedList';

/** Approximate JSON size of a node or mark besides its strings; exact for texts and breaks, as lines have many. */
const shellBytes = 40;
const textShellBytes = 25;
const breakBytes = 21;
const jsonBytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text));

export class DocumentBuilder {
  readonly #field: string;
  readonly #mentions: boolean;
  readonly #doc: RichText = { type: 'doc', content: [] };
  readonly #path: Container[] = [];
  /** For each open container, the path length before it. */
  readonly #opened: number[] = [];
  /** Containers created implicitly because a child needed one. */
  readonly #implied = new WeakSet<Container>();
  #textblock: Textblock | undefined;
  #inline: Inline[] = [];
  #keepEmpty = false;
  #bytes = 0;

  /** `field` names the input in errors. */
  constructor(field: string, { mentions = false }: Allowed = {}) {
    this.#field = field;
    this.#mentions = mentions;
  }

  /** True within a line: white space then separates words; before a line it is ignored. */
  get isMidLine(): boolean {
    return this.#inline.at(-1)?.type === 'text';
  }

  /** Past the depth limit, the container is omitted and its content joins the parent. */
  open(container: Container): void {
    this.endTextblock();
    const fits = container.type === 'listItem' ? this.#makeRoomForItem() : this.#makeRoomForBlock();
    const levels = isList(container) ? 2 : 1;
    this.#opened.push(this.#path.length);
    if (fits && (container.type === 'listItem' || this.#path.length + levels <= maxContainers)) {
      this.#path.push(container);
    }
  }

  /** Closes the innermost opened container and everything inside it. */
  close(): void {
    this.endTextblock();
    const length = this.#opened.pop() ?? 0;
    while (this.#path.length > length) this.#leave();
  }

  /** Keeps an empty one only on request: in JSON it is an author's blank line, elsewhere noise. */
  startTextblock(textblock: Textblock, keepEmpty = false): void {
    this.endTextblock();
    this.#makeRoomForBlock();
    this.#textblock = textblock;
    this.#inline = [];
    this.#keepEmpty = keepEmpty;
  }

  endTextblock(): void {
    const textblock = this.#textblock;
    if (!textblock) return;
    if (this.#inline.length > 0) textblock.content = this.#inline;
    if (this.#inline.length > 0 || this.#keepEmpty) this.#attach(textblock);
    this.#textblock = undefined;
    this.#inline = [];
  }

  text(text: string, marks: readonly Mark[] = []): void {
    if (text === '') return;
    if (!this.#textblock) this.startTextblock({ type: 'paragraph' });
    const tidy = tidyMarks(marks);
    const last = this.#inline.at(-1);
    this.#count(jsonBytesOf(text));
    if (last?.type === 'text' && sameMarks(last.marks ?? [], tidy)) {
      last.text += text;
      return;
    }
    for (const mark of tidy) this.#count(shellBytes + (mark.type === 'link' ? mark.attrs.href.length : 0));
    this.#count(textShellBytes);
    this.#inline.push(tidy.length > 0 ? { type: 'text', marks: tidy, text } : { type: 'text', text });
  }

  hardBreak(): void {
    if (!this.#textblock) this.startTextblock({ type: 'paragraph' });
    this.#count(breakBytes);
    this.#inline.push({ type: 'hardBreak' });
  }

  /** Where no one can be mentioned, it is text. */
  mention(mention: Mention): void {
    if (!this.#mentions) {
      this.text(mentionText(mention));
      return;
    }
    if (!this.#textblock) this.startTextblock({ type: 'paragraph' });
    this.#count(jsonBytesOf(mention.attrs.label) + mention.attrs.memberId.length + 2 * shellBytes);
    this.#inline.push(mention);
  }

  horizontalRule(): void {
    this.#addBlock({ type: 'horizontalRule' });
  }

  codeBlock(text: string, language: string | undefined): void {
    this.#count(jsonBytesOf(text) + shellBytes);
    this.#addBlock({
      type: 'codeBlock',
      ...(language === undefined ? {} : { attrs: { language } }),
      ...(text === '' ? {} : { content: [{ type: 'text', text }] }),
    });
  }

  /** Images are blocks: inside a paragraph or heading, an image splits it. */
  image(image: Image): void {
    const { src, alt = '', title = '' } = image.attrs;
    this.#count(jsonBytesOf(src + alt + title) + shellBytes);
    const split = this.#textblock;
    if (this.#inline.length === 0) this.#keepEmpty = false;
    this.#addBlock(image);
    if (split?.type === 'heading') this.startTextblock({ type: 'heading', attrs: { ...split.attrs } });
    else if (split) this.startTextblock({ type: 'paragraph' });
  }

  finish(): RichText {
    this.endTextblock();
    while (this.#path.length > 0) this.#leave();
    if (this.#doc.content.length === 0) this.#doc.content.push({ type: 'paragraph' });
    return this.#doc;
  }

  #addBlock(block: Block): void {
    this.endTextblock();
    this.#makeRoomForBlock();
    this.#attach(block);
  }

  /** An implicit list ends here; in any other list, the block goes into an item. */
  #makeRoomForBlock(): true {
    const top = this.#path.at(-1);
    if (!isList(top)) return true;
    if (this.#implied.has(top)) this.#leave();
    else this.#imply(top.content.pop() ?? { type: 'listItem', content: [] });
    return true;
  }

  #makeRoomForItem(): boolean {
    const top = this.#path.at(-1);
    if (top?.type === 'listItem' && this.#implied.has(top)) this.#leave();
    if (isList(this.#path.at(-1))) return true;
    if (this.#path.length + 2 > maxContainers) return false;
    this.#imply({ type: 'bulletList', content: [] });
    return true;
  }

  #imply(container: Container): void {
    this.#implied.add(container);
    this.#path.push(container);
  }

  /** Closes the innermost container; drops empty lists and quotes, which are invalid. */
  #leave(): void {
    const node = this.#path.pop();
    if (!node) return;
    if (node.type === 'listItem') {
      if (node.content.length === 0) this.#attachEmpty(node);
      const list = this.#path.at(-1);
      if (isList(list)) list.content.push(node);
      this.#count(2 * shellBytes);
    } else if (node.content.length > 0) {
      this.#attach(node);
    }
  }

  #attach(block: Block): void {
    const parent = this.#path.at(-1) ?? this.#doc;
    if (isList(parent)) return;
    if (parent.type === 'listItem' && parent.content.length === 0 && block.type !== 'paragraph') {
      this.#attachEmpty(parent);
    }
    this.#count(shellBytes);
    parent.content.push(block);
  }

  /** Counted as if it had been given: the document must fit when it is read back. */
  #attachEmpty(item: ListItem): void {
    this.#count(shellBytes);
    item.content.push({ type: 'paragraph' });
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > maxDocumentBytes) throw tooMuchMarkup(this.#field);
  }
}
