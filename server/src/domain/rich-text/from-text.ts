// Reads plain text: blank lines separate paragraphs, a single line break is a hard break.

import type { RichText } from './document.ts';
import { DocumentBuilder } from './document-builder.ts';

export const fromText = (text: string, field: string): RichText => {
  const builder = new DocumentBuilder(field);
  let isFirstLine = true;
  for (const rawLine of text.split(/\r\n|\r|\n/)) {
    const line = rawLine.trimEnd();
    if (line === '') {
      builder.endTextblock();
      isFirstLine = true;
      continue;
    }
    if (!isFirstLine) builder.hardBreak();
    builder.text(line);
    isFirstLine = false;
  }
  return builder.finish();
};
