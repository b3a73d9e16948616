// Reads Markdown: CommonMark with strikethrough and bare http URLs as links. A single line break is a hard break, as in
// comments on GitHub: feedback is mostly plain text. Raw HTML and tables stay text. Nesting past the limit is rejected, since markdown-it would lose text past its own limit. The budgets below bound the
// work for 100 KB of hostile input.

import type { Env, StateBlock, StateCore, Token } from 'markdown-it';
import MarkdownIt from 'markdown-it';
import type { Image, Mark, RichText } from './document.ts';
import { codeLanguageOf, headingLevelOf, listStartOf, maxContainers } from './document.ts';
import { DocumentBuilder } from './document-builder.ts';
import { OpenMarks } from './marks.ts';
import { tooDeep, tooMuchMarkup } from './refusals.ts';
import { findImageUrl, findLinkUrl } from './urls.ts';

/** Characters that may start or end inline markup. A paragraph over the budget stays text. */
const maxInlineMarkup = 6000;
const inlineMarkup = /[\\`*_~[\]!<&:\n]/g;
/** More blocks would not fit into a document. */
const maxBlocks = 6000;
const maxBlockTokens = 3 * maxBlocks;
/** Each quote level rereads its lines, including lazy continuation lines. */
const maxQuotedLines = 50_000;

interface Budget extends Env {
  field: string;
  blocks: number;
  quotedLines: number;
}

const parser = new MarkdownIt('default', { html: false, linkify: true, maxNesting: maxContainers + 4 });
parser.disable(['table', 'html_block', 'html_inline', 'replacements', 'smartquotes', 'text_join']);
parser.core.ruler.disable('linkify');
parser.validateLink = () => true;
parser.normalizeLink = (url) => url;
parser.normalizeLinkText = (url) => url;

/** Runs first for every block and, with `isProbe`, between list items; never matches. */
const keepBlockBudget = (state: StateBlock, line: number, endLine: number, isProbe: boolean): boolean => {
  const budget = state.env as Budget;
  if (!isProbe) budget.blocks += 1;
  if (state.tokens.at(-1)?.type === 'blockquote_open') budget.quotedLines += endLine - line;
  const isExceeded =
    budget.blocks > maxBlocks || budget.quotedLines > maxQuotedLines || state.tokens.length > maxBlockTokens;
  if (isExceeded) throw tooMuchMarkup(budget.field);
  if (state.level > maxContainers) throw tooDeep(budget.field);
  return false;
};
parser.block.ruler.before('code', 'budget', keepBlockBudget, { alt: ['list'] });

parser.core.ruler.at('inline', (state: StateCore) => {
  let budget = maxInlineMarkup;
  for (const token of state.tokens) {
    if (token.type !== 'inline') continue;
    const cost = token.content.match(inlineMarkup)?.length ?? 0;
    // The parser has set an empty list, which would lose the text.
    token.children = null;
    if (cost > budget) continue;
    budget -= cost;
    token.children = [];
    parser.inline.parse(token.content, parser, state.env, token.children);
  }
});

export const fromMarkdown = (markdown: string, field: string): RichText => {
  const builder = new DocumentBuilder(field);
  const budget: Budget = { field, blocks: 0, quotedLines: 0 };
  for (const token of parser.parse(markdown, budget)) readBlock(token, builder);
  return builder.finish();
};

const readBlock = (token: Token, builder: DocumentBuilder): void => {
  switch (token.type) {
    case 'blockquote_open':
      builder.open({ type: 'blockquote', content: [] });
      break;
    case 'bullet_list_open':
      builder.open({ type: 'bulletList', content: [] });
      break;
    case 'ordered_list_open': {
      const start = listStartOf(Number(token.attrGet('start') ?? 1));
      builder.open({ type: 'orderedList', ...(start && { attrs: { start } }), content: [] });
      break;
    }
    case 'list_item_open':
      builder.open({ type: 'listItem', content: [] });
      break;
    case 'blockquote_close':
    case 'bullet_list_close':
    case 'ordered_list_close':
    case 'list_item_close':
      builder.close();
      break;
    case 'paragraph_open':
      builder.startTextblock({ type: 'paragraph' });
      break;
    case 'heading_open': {
      const level = headingLevelOf(Number(token.tag.slice(1))) ?? 3;
      builder.startTextblock({ type: 'heading', attrs: { level } });
      break;
    }
    case 'paragraph_close':
    case 'heading_close':
      builder.endTextblock();
      break;
    case 'fence':
      builder.codeBlock(withoutLastLineEnd(token.content), codeLanguageOf(token.info.trim().split(/\s/)[0]));
      break;
    case 'code_block':
      builder.codeBlock(withoutLastLineEnd(token.content), undefined);
      break;
    case 'hr':
      builder.horizontalRule();
      break;
    case 'inline':
      if (token.children) readInline(token.children, builder);
      else readPlain(token.content, builder);
  }
};

const readPlain = (text: string, builder: DocumentBuilder): void => {
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) builder.hardBreak();
    builder.text(line.trim());
  }
};

const withoutLastLineEnd = (code: string): string => (code.endsWith('\n') ? code.slice(0, -1) : code);

const markTypes: ReadonlyMap<string, 'bold' | 'italic' | 'strike'> = new Map([
  ['strong', 'bold'],
  ['em', 'italic'],
  ['s', 'strike'],
]);

const readInline = (tokens: readonly Token[], builder: DocumentBuilder): void => {
  const marks = new OpenMarks();
  /** A line ended, and nothing follows yet. Before and after an image, which is a block, no break is needed. */
  let isLineEnd = false;
  const write = (text: string, textMarks: readonly Mark[]): void => {
    if (text === '') return;
    if (isLineEnd && builder.isMidLine) builder.hardBreak();
    isLineEnd = false;
    builder.text(text, textMarks);
  };
  for (const token of tokens) {
    const mark = markTypes.get(token.tag);
    if (mark && token.nesting > 0) marks.open(mark);
    else if (mark) marks.close(mark);
    else if (token.type === 'link_open') {
      const href = findLinkUrl(token.attrGet('href'));
      marks.link = href === undefined ? undefined : { type: 'link', attrs: { href } };
    } else if (token.type === 'link_close') marks.link = undefined;
    else if (token.type === 'softbreak') isLineEnd = true;
    else if (token.type === 'hardbreak') builder.hardBreak();
    else if (token.type === 'code_inline') write(token.content, [{ type: 'code' }]);
    else if (token.type === 'image') {
      const image = readImage(token);
      if (image === undefined) write(altTextOf(token), marks.all());
      else builder.image(image);
    } else write(token.content, marks.all());
  }
};

/** Undefined if the image may not be shown. */
const readImage = (token: Token): Image | undefined => {
  const src = findImageUrl(token.attrGet('src'));
  const alt = altTextOf(token);
  const title = String(token.attrGet('title') ?? '');
  if (src === undefined) return undefined;
  return { type: 'image', attrs: { src, ...(alt && { alt }), ...(title && { title }) } };
};

const altTextOf = (image: Token): string =>
  (image.children ?? []).map((token) => (token.type === 'softbreak' ? ' ' : token.content)).join('');
