// Texts that are expensive to segment, fold, parse or measure, of any length.

const repeated = (piece: string) => (length: number) =>
  piece
    .repeat(Math.ceil(length / piece.length))
    .slice(0, length)
    .toWellFormed();

/** The longest text of words made so far: others are its beginnings. */
let madeOfWords = '';

function distinctWords(length: number): string {
  if (madeOfWords.length < length) {
    const words: string[] = [];
    for (let size = 0; size < length; size += (words.at(-1)?.length ?? 0) + 1)
      words.push(words.length.toString(36));
    madeOfWords = words.join(' ');
  }
  return madeOfWords.slice(0, length);
}

/** By name: a text of a given number of characters, and its UTF-8 bytes per character. */
export const scripts: Record<string, { make: (length: number) => string; bytes: number }> = {
  'Latin words': { make: distinctWords, bytes: 1 },
  'one Latin word': { make: repeated('a'), bytes: 1 },
  Thai: { make: repeated('ฉันอยากได้โหมดมืดในแอปพลิเคชันนี้'), bytes: 3 },
  Khmer: { make: repeated('ខ្ញុំចង់បានមុខងារងងឹតនៅក្នុងកម្មវិធី'), bytes: 3 },
  Chinese: { make: repeated('我们希望在设置里增加深色模式'), bytes: 3 },
  'emoji sequences': { make: repeated('👨‍👩‍👧‍👦🏳️‍🌈'), bytes: 3 },
  'combining marks': { make: (length) => `e${repeated('\u0301\u0323')(length - 1)}`, bytes: 2 },
  'expanding ligatures': { make: repeated('\ufdfa'), bytes: 3 },
};

export function scriptOf(name: string) {
  const script = scripts[name];
  if (script === undefined) throw new Error(`There is no script "${name}".`);
  return script;
}

/** The most expensive to segment or fold. */
export const costliestScripts = ['Latin words', 'Thai', 'Khmer', 'combining marks'];
/** The most expensive to measure. */
export const costliestToRefuse = 'Thai';

/** Markup by format: unclosed, nested, repeated or exploding. */
export const markups: Record<string, string[]> = {
  markdown: [
    '> ',
    '*a ',
    '**a* ',
    '[',
    '![a](',
    '[a](<',
    '`',
    '<',
    '&amp;',
    '- ',
    '  - a\n',
    '1. a\n\n',
    '# a\n',
    '~~',
    '|a',
    '\\',
    'a\n',
    '[a]: b\n',
    'http://a.b ',
  ],
  html: [
    '<b>',
    '<p>',
    '<blockquote>',
    '<ul><li>',
    '<a href="',
    '<!--',
    '<table><tr><td>',
    '&lt;',
    '<b></i>',
    '</p>',
    '<h1>a</h1>',
    '<br>',
  ],
  json: ['[', '{"a":', '{"type":"blockquote","content":[', '"a",'],
  text: ['a\n', '\n', 'a\r\n\r\n', '\u2028'],
};

/** Documents of any depth or width. */
export const documents: Record<string, (size: number) => unknown> = {
  'a deep document': (size) => ({ type: 'doc', content: nested(size) }),
  'a wide document': (size) => ({
    type: 'doc',
    content: Array.from({ length: size }, () => ({
      type: 'paragraph',
      content: [{ type: 'text', text: 'a' }],
    })),
  }),
  'a text with many marks': (size) => ({
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: Array.from({ length: size }, (_, index) => ({
          type: 'text',
          text: 'a',
          marks: [{ type: ['bold', 'italic', 'strike'][index % 3] }],
        })),
      },
    ],
  }),
};

function nested(depth: number): unknown[] {
  let inner: unknown[] = [{ type: 'paragraph', content: [{ type: 'text', text: 'a' }] }];
  for (let level = 0; level < depth; level += 1) inner = [{ type: 'blockquote', content: inner }];
  return inner;
}

/** Files that claim one type and look like another, or contain as many parts as fit. */
export function worstFiles(size: number): { name: string; type: string; bytes: Buffer }[] {
  const filled = (head: string | Buffer, piece: string | Buffer) => {
    const start = Buffer.from(head);
    return Buffer.concat([start, Buffer.alloc(size - start.length, piece)]);
  };
  const chunk = Buffer.from('\0\0\0\0tEXt\0\0\0\0', 'latin1');
  const box = Buffer.from('\0\0\0\x08free', 'latin1');
  const mp4 = Buffer.concat([Buffer.from('\0\0\0\x14ftypisom\0\0\x02\0isom', 'latin1')]);
  return [
    { name: 'a polyglot of FLIF and SVG', type: 'image/flif', bytes: filled('FLIF', '<svg "\'') },
    { name: 'an SVG that never ends', type: 'image/svg+xml', bytes: filled('<svg ', 'a="<svg \'') },
    {
      name: 'an SVG behind comments',
      type: 'image/svg+xml',
      bytes: filled('<?xml ?>', '<!----><!doctype svg ['),
    },
    {
      name: 'a PNG of empty chunks',
      type: 'image/png',
      bytes: filled(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), chunk),
    },
    {
      name: 'a JPEG of markers',
      type: 'image/jpeg',
      bytes: filled(Buffer.from('ffd8ffe0', 'hex'), Buffer.from('ffe00002', 'hex')),
    },
    {
      name: 'a TIFF of offsets',
      type: 'image/tiff',
      bytes: filled(Buffer.from('49492a0008000000', 'hex'), Buffer.from('ff00040008000000', 'hex')),
    },
    { name: 'a video of empty boxes', type: 'video/mp4', bytes: filled(mp4, box) },
    {
      name: 'a HEIF of empty boxes',
      type: 'image/heic',
      bytes: filled(
        Buffer.from('\0\0\0\x14ftypheic\0\0\0\0mif1', 'latin1'),
        Buffer.from('\0\0\0\x08meta', 'latin1'),
      ),
    },
    {
      name: 'a WebP of empty chunks',
      type: 'image/webp',
      bytes: filled(Buffer.from('RIFF\xff\xff\xff\x7fWEBPVP8X', 'latin1'), '\0\0\0\0'),
    },
    { name: 'a PDF of comments', type: 'application/pdf', bytes: filled('%PDF-1.7\n', '%\n') },
    { name: 'a RIFF within a RIFF', type: 'image/webp', bytes: filled('RIFF', 'RIFF') },
    {
      name: 'an icon of pictures',
      type: 'image/x-icon',
      bytes: filled(Buffer.from('00000100ffff', 'hex'), Buffer.from('01010000', 'hex')),
    },
    { name: 'a KTX of nothing', type: 'image/ktx', bytes: filled('\xabKTX 11\xbb\r\n\x1a\n', '\0') },
    {
      name: 'a JPEG XL of boxes',
      type: 'image/jxl',
      bytes: filled(Buffer.from('0000000c4a584c200d0a870a', 'hex'), box),
    },
    { name: 'zeros', type: 'image/png', bytes: Buffer.alloc(size) },
  ];
}
