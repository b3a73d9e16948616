// What must be known of an SVG: where its root element begins, and how large that says the picture is. Scans forward
// only, with no expression that could backtrack: the bytes are hostile.

/**
 * Where the root element begins when it is `<svg`; undefined otherwise. Before it may stand a byte order mark,
 * an XML declaration, comments and a document type. Scans forward only: no expression that could backtrack.
 */
export function svgRootAt(head: Buffer): number | undefined {
  // Latin-1 keeps one character a byte; all that is looked for is ASCII.
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

/** Where the declaration, comment or document type at `at` ends; undefined when none stands there. */
function afterPreamble(text: string, at: number): number | undefined {
  const after = (mark: string, from: number): number => {
    const found = text.indexOf(mark, from);
    return found < 0 ? text.length : found + mark.length;
  };
  if (text.startsWith('<?', at)) return after('?>', at + 2);
  if (text.startsWith('<!--', at)) return after('-->', at + 4);
  if (!/^<!doctype\s+svg\b/i.test(text.slice(at, at + 64))) return undefined;
  const end = after('>', at);
  // Looked for in the type alone: in all that follows, it would be looked for again with every next one.
  const subset = text.slice(at, end).indexOf('[');
  return subset < 0 ? end : after('>', after(']', at + subset));
}

/** Longer than any real root element; what comes later does not count. */
const rootBytes = 4096;

/** As the root element's attributes say: width and height, or the one of them and the proportions, or these alone. */
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

/** By name in lower case, up to the end of the tag or to what is no attribute. */
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

/** Of a length with its unit; undefined for a share of the page, and for what is no length. */
function pixels(text: string | undefined): number | undefined {
  const [, number, unit = ''] =
    /^\s*(\d{1,12}(?:\.\d{0,12})?)([a-z]{0,2})\s*$/.exec(text?.slice(0, 64) ?? '') ?? [];
  const factor = pixelsOf[unit];
  if (number === undefined || factor === undefined) return undefined;
  const rounded = Math.round(Number(number) * factor);
  return rounded > 0 ? rounded : undefined;
}
