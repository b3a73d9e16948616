// The text of an OpenAPI document as a file: short, yet with a line for each thing that may change.

const maxLine = 120;

export const documentText = (document: object): string => fitted(document, '');

/** On one line if it fits, otherwise with a line for each member. */
function fitted(value: unknown, indent: string): string {
  const line = oneLine(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= maxLine) return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = Array.isArray(value)
    ? value.map((entry) => inner + fitted(entry, inner))
    : Object.entries(value).map(([key, entry]) => `${inner}${JSON.stringify(key)}: ${fitted(entry, inner)}`);
  return `${open}\n${members.join(',\n')}\n${indent}${close}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}: ${oneLine(entry)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
