// Finds the root element of an SVG and its dimensions. The bytes are untrusted: forward scans only, no backtracking
// regex.

/**
 * Offset of the root element if it is `<svg`; otherwise undefined. A byte order mark, an XML declaration, comments
 * and a doctype may precede it.
 */
export function svgRootAt(head: Buffer): number | undefined {
  // Latin-1 maps one byte to one character; everything we look for is ASCII.
  const text = head.toString('latin1');
  let at = text.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0;
  for (;;) {
    while (' \t\r\n'.includes(text.charAt(at)) && at < text.length) at += 1;
    const next = afterPreamble(text, at);
    if (next === undefined) break;
    at = next;
  }
  return text.startsWith('<svg', at) && /[\s/>]/.test(text.charAt(at + 4)) ? at : undefined;
}

/** The end of the declaration, comment or doctype at `at`; undefined if there is none. */
function afterPreamble(text: string, at: number): number | undefined {
  const after = (mark: string, from: number): number => {
    const found = text.indexOf(mark, from);
    return found < 0 ? text.length : found + mark.length;
  };
  if (text.startsWith('<?', at)) return after('?>', at + 2);
  if (text.startsWith('<!--', at)) return after('-->', at + 4);
  if (!/^<!doctype\s+svg\b/i.test(text.slice(at, at + 64))) return undefined;
  const end = after('>', at);
  // Search within the doctype only: searching all of the rest each time would be quadratic.
  const subset = text.slice(at, end).indexOf('[');
  return subset < 0 ? end : after('>', after(']', at + subset));
}

/** Longer than any real root tag; ignore the rest. */
const rootBytes = 4096;

/** From the root's attributes: width and height, one of them plus the viewBox ratio, or the viewBox alone. */
export function svgSize(head: Buffer): { width: number; height: number } | undefined {
  const root = svgRootAt(head);
  if (root === undefined) return undefined;
  const attributes = attributesOf(head.toString('latin1', root + '<svg'.length, root + rootBytes));
  const width = pixels(attributes.get('width'));
  const height = pixels(attributes.get('height'));
  if (width !== undefined && height !== undefined) return { width, height };
  const [, , across, down] = (attributes.get('viewbox') ?? '')
    .trim()
    .split(/[\s,]+/, 5)
    .map(pixels);
  if (across === undefined || down === undefined) return undefined;
  if (width !== undefined) return { width, height: Math.floor((width * down) / across) };
  if (height !== undefined) return { width: Math.floor((height * across) / down), height };
  return { width: across, height: down };
}

/** By lowercase name, up to the end of the tag or the first invalid attribute. */
function attributesOf(tag: string): Map<string, string> {
  const attribute = /\s+([^\s=>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
  const found = new Map<string, string>();
  for (let match = attribute.exec(tag); match !== null; match = attribute.exec(tag)) {
    const [, name = '', double, single = ''] = match;
    found.set(name.toLowerCase(), double ?? single);
  }
  return found;
}

const pixelsOf: Record<string, number> = {
  '': 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  pt: 96 / 72,
  pc: 16,
  em: 16,
  ex: 8,
  m: 9600 / 2.54,
};

/** A length with a unit; undefined for percentages and invalid values. */
function pixels(text: string | undefined): number | undefined {
  const [, number, unit = ''] =
    /^\s*(\d{1,12}(?:\.\d{0,12})?)([a-z]{0,2})\s*$/.exec(text?.slice(0, 64) ?? '') ?? [];
  const factor = pixelsOf[unit];
  if (number === undefined || factor === undefined) return undefined;
  const rounded = Math.round(Number(number) * factor);
  return rounded > 0 ? rounded : undefined;
}
