// The Markdown that descriptions in the OpenAPI document use: paragraphs, `code`, **bold** and [links](#).

import { escaped, Html } from '../../../domain/kernel/html.ts';

export const prose = (text: string | undefined): Html =>
  new Html(
    (text ?? '')
      .split(/\n{2,}/)
      .filter((paragraph) => paragraph.trim() !== '')
      .map((paragraph) => `<p>${inline(paragraph)}</p>`)
      .join(''),
  );

const inline = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part) => {
      if (part.startsWith('`')) return `<code>${escaped(part.slice(1, -1))}</code>`;
      return escaped(part)
        .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
        .replace(/\[([^\]]+)\]\(([#\w./-]+)\)/g, '<a href="$2">$1</a>');
    })
    .join('');
