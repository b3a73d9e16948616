// HTML as values: what is inserted into a template is escaped, unless it is HTML already. XML is written the same way.

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

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

function textOf(value: Inserted): string {
  if (value === false || value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return escaped(String(value));
}

export const html = (parts: TemplateStringsArray, ...values: Inserted[]): Html =>
  new Html(parts.reduce((text, part, index) => text + textOf(values[index - 1]) + part));
