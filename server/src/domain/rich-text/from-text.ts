// Reads plain text: blank lines separate paragraphs, a single line break is a hard break.

import { type Inline, maxDocumentBytes, type Paragraph, type RichText } from './document.ts';
import { tooMuchMarkup } from './refusals.ts';

export const fromText = (text: string, field: string): RichText => {
  const doc = documentOfText(text);
  if (Buffer.byteLength(JSON.stringify(doc)) > maxDocumentBytes) throw tooMuchMarkup(field);
  return doc;
};

/** Of a text that is short enough. Without the builder, because it runs for every comment that is read. */
export function documentOfText(text: string): RichText {
  const content: Paragraph[] = [];
  let paragraph: Inline[] | undefined;
  for (const rawLine of text.split(/\r\n|\r|\n/)) {
    const line = rawLine.trimEnd();
    if (line === '') {
      paragraph = undefined;
      continue;
    }
    if (paragraph === undefined) {
      paragraph = [];
      content.push({ type: 'paragraph', content: paragraph });
    } else {
      paragraph.push({ type: 'hardBreak' });
    }
    paragraph.push({ type: 'text', text: line });
  }
  if (content.length === 0) content.push({ type: 'paragraph' });
  return { type: 'doc', content };
}
