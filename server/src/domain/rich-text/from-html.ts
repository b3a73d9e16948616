// Reads HTML directly from the token stream, without a tree, so overlapping, unclosed and doubly closed tags cost
// nothing. htmlparser2 tokenizes; html-tags is the allow-list. Nesting past the limit is flattened into the deepest
// allowed block.

import { Tokenizer } from 'htmlparser2';
import type { LinkMark, Mark, RichText } from './document.ts';
import { codeLanguageOf, listStartOf } from './document.ts';
import { DocumentBuilder } from './document-builder.ts';
import { containerTags, droppedTags, headingTags, lineTags, markTags } from './html-tags.ts';
import { OpenMarks } from './marks.ts';
import { findImageUrl, findLinkUrl } from './urls.ts';

type Attributes = ReadonlyMap<string, string>;

export const fromHtml = (html: string, field: string): RichText => {
  const reader = new HtmlReader(field);
  let tag = '';
  let attributes = new Map<string, string>();
  let name = '';
  let value = '';
  const nothing = (): void => {};
  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (start, end) => reader.text(html.slice(start, end)),
      ontextentity: (codepoint) => reader.text(String.fromCodePoint(codepoint)),
      onopentagname(start, end) {
        tag = html.slice(start, end).toLowerCase();
        attributes = new Map();
      },
      onattribname(start, end) {
        name = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata(start, end) {
        value += html.slice(start, end);
      },
      onattribentity(codepoint) {
        value += String.fromCodePoint(codepoint);
      },
      onattribend() {
        if (!attributes.has(name)) attributes.set(name, value);
      },
      onopentagend: () => reader.openTag(tag, attributes),
      onselfclosingtag() {
        reader.openTag(tag, attributes);
        if (tag === 'svg' || tag === 'math') reader.closeTag(tag);
      },
      onclosetag: (start, end) => reader.closeTag(html.slice(start, end).trim().toLowerCase()),
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return reader.finish();
};

class HtmlReader {
  readonly #builder: DocumentBuilder;
  /** As in browsers, a mark outlives its block. */
  readonly #marks = new OpenMarks();
  readonly #containers: string[] = [];
  readonly #openContainers = new Map<string, number>();
  /** Pending white space, dropped at the end of a line. */
  #space: Mark[] | undefined;
  /** Text since the last tag, or since the start of the code block. */
  #text = '';
  #code: { language: string | undefined } | undefined;
  #dropped: { tag: string; depth: number } | undefined;

  constructor(field: string) {
    this.#builder = new DocumentBuilder(field);
  }

  finish(): RichText {
    if (this.#code) this.#endCode(this.#code.language);
    this.#flushText();
    return this.#builder.finish();
  }

  text(text: string): void {
    if (!this.#dropped) this.#text += text;
  }

  openTag(tag: string, attributes: Attributes): void {
    if (this.#dropped) {
      if (this.#dropped.tag === tag) this.#dropped.depth += 1;
    } else if (droppedTags.has(tag)) {
      this.#dropped = { tag, depth: 1 };
    } else if (this.#code) {
      if (tag === 'br') this.#text += '\n';
      else if (tag === 'code') this.#code.language ??= languageOf(attributes);
      else if (tag === 'img') this.#text += attributes.get('alt') ?? '';
    } else if (tag === 'img') {
      this.#image(attributes);
    } else {
      this.#flushText();
      const mark = markTags.get(tag);
      if (mark) this.#marks.open(mark);
      else if (tag === 'a') this.#marks.link = linkOf(attributes);
      else if (tag === 'br') this.#hardBreak();
      else this.#openBlock(tag, attributes);
    }
  }

  closeTag(tag: string): void {
    if (this.#dropped) {
      if (this.#dropped.tag === tag) this.#dropped.depth -= 1;
      if (this.#dropped.depth === 0) this.#dropped = undefined;
    } else if (this.#code) {
      if (tag === 'pre') this.#endCode(this.#code.language);
    } else {
      this.#flushText();
      const mark = markTags.get(tag);
      if (mark) this.#marks.close(mark);
      else if (tag === 'a') this.#marks.link = undefined;
      else if (headingTags.has(tag) || lineTags.has(tag)) this.#endLine();
      else if (containerTags.has(tag)) this.#closeContainer(tag);
    }
  }

  /** Collapses white space to one space, and to none at the edges of a line. */
  #flushText(): void {
    const text = this.#text.replaceAll(/[ \t\n\f\r]+/g, ' ');
    this.#text = '';
    if (text === '') return;
    const marks = this.#marks.all();
    if (text.startsWith(' ') && this.#builder.isMidLine) this.#space ??= marks;
    const words = text.slice(text.startsWith(' ') ? 1 : 0, text.endsWith(' ') ? -1 : undefined);
    if (words === '') return;
    if (this.#space) this.#builder.text(' ', this.#space);
    this.#builder.text(words, marks);
    this.#space = text.endsWith(' ') ? marks : undefined;
  }

  #hardBreak(): void {
    this.#builder.hardBreak();
    this.#space = undefined;
  }

  #openBlock(tag: string, attributes: Attributes): void {
    const level = headingTags.get(tag);
    if (level) {
      this.#endLine();
      this.#builder.startTextblock({ type: 'heading', attrs: { level } });
    } else if (lineTags.has(tag)) {
      this.#endLine();
    } else if (tag === 'hr') {
      this.#endLine();
      this.#builder.horizontalRule();
    } else if (tag === 'pre') {
      this.#endLine();
      this.#code = { language: languageOf(attributes) };
    } else if (containerTags.has(tag)) {
      this.#openContainer(tag, attributes);
    }
  }

  #openContainer(tag: string, attributes: Attributes): void {
    this.#endLine();
    if (tag === 'li' && this.#containers.at(-1) === 'li') this.#closeContainer('li');
    this.#containers.push(tag);
    this.#openContainers.set(tag, (this.#openContainers.get(tag) ?? 0) + 1);
    const start = listStartOf(Number(attributes.get('start')));
    if (tag === 'li') this.#builder.open({ type: 'listItem', content: [] });
    else if (tag === 'ul') this.#builder.open({ type: 'bulletList', content: [] });
    else if (tag === 'blockquote') this.#builder.open({ type: 'blockquote', content: [] });
    else this.#builder.open({ type: 'orderedList', ...(start && { attrs: { start } }), content: [] });
  }

  /** The count makes closing a tag that is not open cheap. */
  #closeContainer(tag: string): void {
    this.#endLine();
    if (!this.#openContainers.get(tag)) return;
    for (let closed: string | undefined; closed !== tag; ) {
      closed = this.#containers.pop();
      if (closed === undefined) return;
      this.#openContainers.set(closed, (this.#openContainers.get(closed) ?? 1) - 1);
      this.#builder.close();
    }
  }

  #image(attributes: Attributes): void {
    const src = findImageUrl(attributes.get('src'));
    const alt = attributes.get('alt');
    const title = attributes.get('title');
    if (src === undefined) {
      this.#text += alt ?? '';
      return;
    }
    this.#flushText();
    this.#builder.image({ type: 'image', attrs: { src, ...(alt && { alt }), ...(title && { title }) } });
    this.#space = undefined;
  }

  #endLine(): void {
    this.#builder.endTextblock();
    this.#space = undefined;
  }

  /** The first line break after `<pre>` and the last one before its end are layout, not code. */
  #endCode(language: string | undefined): void {
    const code = this.#text.replace(/^\r?\n/, '').replace(/\r?\n$/, '');
    this.#text = '';
    this.#code = undefined;
    if (code !== '') this.#builder.codeBlock(code, language);
  }
}

const linkOf = (attributes: Attributes): LinkMark | undefined => {
  const href = findLinkUrl(attributes.get('href'));
  return href === undefined ? undefined : { type: 'link', attrs: { href } };
};

/** The convention of highlighters: `class="language-ts"` or `class="lang-ts"`. */
const languageOf = (attributes: Attributes): string | undefined =>
  codeLanguageOf(/(?:^|\s)lang(?:uage)?-(\S+)/.exec(attributes.get('class') ?? '')?.[1]);
