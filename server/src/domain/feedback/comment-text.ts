// The text of a comment: what people read of it as plain text, and a document if that says more.

import { badField } from '../kernel/failure.ts';
import { boundedText } from '../kernel/text.ts';
import { maxInputBytes } from '../rich-text/document.ts';
import { documentOfText } from '../rich-text/from-text.ts';
import { mentionsIn, withMentions } from '../rich-text/mentions.ts';
import { readableText } from '../rich-text/plain-text.ts';
import { tooMuchMarkup } from '../rich-text/refusals.ts';
import { parseRichText, type RichText } from '../rich-text/rich-text.ts';

export const commentFormats = ['text', 'markdown', 'json'] as const;

export type CommentFormat = (typeof commentFormats)[number];

export const maxCommentLength = 10_000;
const maxMentions = 100;

export interface CommentText {
  content: string;
  /** As JSON, which most readers never parse. Null if the content as plain text says all of it. */
  document: string | null;
}

export interface GivenText extends CommentText {
  /** Plain text without a format: if the comment reads the same already, its document stays. */
  isBare: boolean;
  /** The members that the document mentions, as the caller calls them. */
  mentions: ReadonlyMap<string, string>;
}

const none: ReadonlyMap<string, string> = new Map();

export const commentContent = (text: string, field = 'content'): string =>
  boundedText(text, field, 1, maxCommentLength);

/** A text that is checked already. */
export const bareText = (content: string): GivenText => ({
  content,
  document: null,
  isBare: true,
  mentions: none,
});

/** Fails, naming `field`. A document needs no format. */
export function readCommentText(
  input: unknown,
  format: CommentFormat | undefined,
  field = 'content',
): GivenText {
  if (typeof input === 'string' && (format ?? 'text') === 'text')
    return { ...bareText(commentContent(input, field)), isBare: format === undefined };
  const actualFormat = typeof input === 'object' || format === undefined ? 'json' : format;
  const document = parseRichText(input, actualFormat, field, { mentions: true });
  const mentions = mentionsIn(document);
  if (mentions.size > maxMentions) throw badField(field, `must mention at most ${maxMentions} members.`);
  return { ...textOfDocument(document, field), isBare: false, mentions };
}

/** The members that a stored text mentions, with their names as they are written there. */
export const mentionedIn = (text: CommentText): ReadonlyMap<string, string> =>
  text.document === null ? none : mentionsIn(documentOf(text));

/** Calls the mentioned members by their names. Whoever has none here is no longer mentioned. */
export function textNaming(
  text: CommentText,
  names: ReadonlyMap<string, string>,
  field?: string,
): CommentText {
  return textOfDocument(withMentions(documentOf(text), names), field);
}

/** The content is always derived from the document. */
export function textOfDocument(document: RichText, field = 'content'): CommentText {
  const content = commentContent(readableText(document), field);
  const json = JSON.stringify(document);
  if (json === JSON.stringify(documentOfText(content))) return { content, document: null };
  // So that every document that is answered can be sent again.
  if (Buffer.byteLength(json) > maxInputBytes) throw tooMuchMarkup(field, maxInputBytes);
  return { content, document: json };
}

/** Programs send back what they have read: the same plain text doesn't take the markup away. */
export function keptOrGiven({ content, document }: CommentText, given: GivenText | undefined): CommentText {
  if (given === undefined || (given.isBare && given.content === content)) return { content, document };
  return { content: given.content, document: given.document };
}

/** A previous release may have changed the content alone: then the document is out of date. */
export function documentOf({ content, document }: CommentText): RichText {
  if (document !== null) {
    const stored: RichText = JSON.parse(document);
    if (readableText(stored).trim() === content) return stored;
  }
  return documentOfText(content);
}
