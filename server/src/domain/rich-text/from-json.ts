// Reads a foreign ProseMirror document. Drops unknown nodes (but keeps their text), marks and attributes. The
// caller has checked size, depth and characters.

import { firstCharacters } from '../kernel/text.ts';
import type { Mark, RichText } from './document.ts';
import { codeLanguageOf, headingLevelOf, listStartOf } from './document.ts';
import { type Allowed, DocumentBuilder } from './document-builder.ts';
import { findImageUrl, findLinkUrl } from './urls.ts';

type Json = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const childrenOf = (node: Json): readonly unknown[] => (Array.isArray(node.content) ? node.content : []);
const attributesOf = (node: Json): Json => (isJsonObject(node.attrs) ? node.attrs : {});

/** Recursive: the depth of `doc` must have been checked. */
export const fromJson = (doc: Json, field: string, allowed?: Allowed): RichText => {
  const builder = new DocumentBuilder(field, allowed);
  for (const child of childrenOf(doc)) readNode(child, builder, false);
  return builder.finish();
};

/** `isInline`: the node is inside a paragraph or heading. */
const readNode = (node: unknown, builder: DocumentBuilder, isInline: boolean): void => {
  if (!isJsonObject(node)) return;
  const attrs = attributesOf(node);
  const readChildren = (inline: boolean): void => {
    for (const child of childrenOf(node)) readNode(child, builder, inline);
  };
  switch (node.type) {
    case 'text':
      builder.text(typeof node.text === 'string' ? node.text : '', marksOf(node.marks));
      break;
    case 'hardBreak':
      builder.hardBreak();
      break;
    case 'mention':
      if (!readMention(attrs, builder)) readChildren(true);
      break;
    case 'horizontalRule':
      builder.horizontalRule();
      break;
    case 'image':
      readImage(attrs, builder);
      break;
    case 'codeBlock':
      builder.codeBlock(textOf(node), codeLanguageOf(attrs.language));
      break;
    case 'paragraph':
    case 'heading': {
      const level = node.type === 'heading' ? headingLevelOf(attrs.level) : undefined;
      builder.startTextblock(level ? { type: 'heading', attrs: { level } } : { type: 'paragraph' }, true);
      readChildren(true);
      builder.endTextblock();
      break;
    }
    case 'bulletList':
    case 'blockquote':
    case 'listItem':
      builder.open({ type: node.type, content: [] });
      readChildren(false);
      builder.close();
      break;
    case 'orderedList': {
      const start = listStartOf(attrs.start);
      builder.open({ type: 'orderedList', ...(start && { attrs: { start } }), content: [] });
      readChildren(false);
      builder.close();
      break;
    }
    default:
      if (!isInline) builder.endTextblock();
      readChildren(isInline);
      if (!isInline) builder.endTextblock();
  }
};

const memberId = /^[\w-]{1,64}$/;
const maxLabelLength = 200;

/** False if it names no member. */
const readMention = (attrs: Json, builder: DocumentBuilder): boolean => {
  const label = typeof attrs.label === 'string' ? firstCharacters(attrs.label, maxLabelLength) : '';
  if (typeof attrs.memberId !== 'string' || !memberId.test(attrs.memberId)) return false;
  builder.mention({ type: 'mention', attrs: { memberId: attrs.memberId, label } });
  return true;
};

const readImage = (attrs: Json, builder: DocumentBuilder): void => {
  const src = findImageUrl(attrs.src);
  const alt = typeof attrs.alt === 'string' ? attrs.alt : '';
  const title = typeof attrs.title === 'string' ? attrs.title : '';
  if (src === undefined) builder.text(alt);
  else builder.image({ type: 'image', attrs: { src, ...(alt && { alt }), ...(title && { title }) } });
};

const marksOf = (marks: unknown): Mark[] => {
  const kept: Mark[] = [];
  for (const mark of Array.isArray(marks) ? marks : []) {
    if (!isJsonObject(mark)) continue;
    switch (mark.type) {
      case 'bold':
      case 'code':
      case 'italic':
      case 'strike':
      case 'underline':
        kept.push({ type: mark.type });
        break;
      case 'link': {
        const href = findLinkUrl(attributesOf(mark).href);
        if (href !== undefined) kept.push({ type: 'link', attrs: { href } });
      }
    }
  }
  return kept;
};

/** All text in a node, without marks, for code blocks. */
const textOf = (node: Json): string => {
  if (node.type === 'text') return typeof node.text === 'string' ? node.text : '';
  if (node.type === 'hardBreak') return '\n';
  return childrenOf(node)
    .map((child) => (isJsonObject(child) ? textOf(child) : ''))
    .join('');
};
