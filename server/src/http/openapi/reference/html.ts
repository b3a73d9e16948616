// HTML as values: what is inserted into a template is escaped, unless it is HTML already.

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Inserted = Html | string | number | false | undefined | readonly (Html | undefined)[];

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

function textOf(value: Inserted): string {
  if (value === false || value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return escaped(String(value));
}

export const html = (parts: TemplateStringsArray, ...values: Inserted[]): Html =>
  new Html(parts.reduce((text, part, index) => text + textOf(values[index - 1]) + part));

/** The Markdown that descriptions use: paragraphs, `code`, **bold** and [links](#). */
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
